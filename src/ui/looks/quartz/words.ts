/** The button for further providers in the look `quartz`. */
export const words = { 'oauth.more': 'More ways' } as const
