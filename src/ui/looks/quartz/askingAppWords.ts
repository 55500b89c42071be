/** What the form says before a consent in the look `quartz`. */
export const words = {
  'login.toContinue': 'to continue to <bold>{name}</bold>',
  // the title, where a further line would move the form
  'login.titleToContinue': 'Continue to {name}',
} as const
