/** What the form says before a consent in the look `quartz`. */
export const words = { 'login.toContinue': 'to continue to <bold>{name}</bold>' } as const
