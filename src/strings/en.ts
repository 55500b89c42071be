import { messages, type MessageId } from '../widget/messages.ts'

export type { MessageId }

/**
 * The whole widget in one language, for `strings`: `strings={fr}`, or `strings={{ ...fr, 'login.title': 'Bonjour' }}`. A translation keeps the `{name}`s and
 * `<tag>`s of the English message; a plural (ICU MessageFormat) has the categories that `Intl.PluralRules` knows in its language, and `other`.
 */
export type Translation = Record<MessageId, string> & {
  /** The language, as a BCP 47 tag: the widget's `lang`, and what its country names and plurals go by before the page's. */
  lang: string
  /** How it is written: the widget's `dir`. */
  dir: 'ltr' | 'rtl'
}

/** English: what the widget says by itself. As `strings` it holds on a page in another language, too. */
export const en: Translation = { lang: 'en', dir: 'ltr', ...messages }

export default en
