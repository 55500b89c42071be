/** The title of the log-in screen in the look `quartz`. */
export const titleWords = { 'login.titleOf': 'Log in to {name}' } as const

/** Other messages of that screen. */
export const words = { 'oauth.more': 'More ways' } as const
