/** The languages that the widget speaks, each the name of a file beside this one. */
export const locales = ['ar', 'de', 'en', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'pt-BR', 'zh-Hans']
