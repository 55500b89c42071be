/** The title of the log-in screen in the look `quartz`. */
export const words = { 'login.titleOf': 'Log in to {name}' } as const
