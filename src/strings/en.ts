import { messages, type MessageId, type Messages } from '../widget/messages.ts'

export type { MessageId }

/**
 * All of the widget's texts in one language, for `strings`: `strings={fr}`, or
 * `strings={{ ...fr, 'login.title': 'Bonjour' }}`. A translation keeps the `{name}`s and `<tag>`s
 * of the English message. A plural (ICU MessageFormat) has the categories that `Intl.PluralRules`
 * has for its language, and `other`.
 */
export type Translation = { [Id in MessageId]: Messages[Id] | (string & {}) } & {
  /**
   * The language, as a BCP 47 tag: the widget's `lang`. Country names and plurals follow it and not
   * the language of your page.
   */
  lang: string
  /** The direction of its script: the widget's `dir`. */
  dir: 'ltr' | 'rtl'
}

/**
 * English as the provider words it, which is built in. Pass it as `strings` to keep the widget
 * English on a page in another language, or to have these words with a `backend`.
 */
export const en: Translation = { lang: 'en', dir: 'ltr', ...messages }

export default en
