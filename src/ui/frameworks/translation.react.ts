/** React writes the text of an element anew, whatever the browser has put there. */
export const replaceTranslations = (): void => {}
