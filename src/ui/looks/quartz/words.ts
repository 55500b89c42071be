/** Messages of the log-in screen in the look `quartz`. */
export const words = {
  'login.titleOf': 'Log in to {name}',
  'oauth.more': 'More ways',
} as const
