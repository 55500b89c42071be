/** The title of the log-in screen in the look `quartz`. */
export const words = {
  'login.titleOf': 'Log in to {name}',
  'login.toContinue': 'to continue to <bold>{name}</bold>',
} as const
