import type { LazyLanguage, Locale, TextPart } from '../ui/words/language.ts'
import { derived, messages, parts, type MessageId } from '../widget/messages.ts'
import type { Translation } from './en.ts'

/** The parts that load before all others. No other part repeats their texts. */
const always: TextPart[] = ['widget', 'widget-later']

/**
 * Returns the texts of a part of a translation as its file contains them, in the format of a query:
 * `login.title=Se connecter&button.retry=Réessayer`. The first part begins with `lang` and `dir`.
 * Texts that equal the built-in ones are left out.
 */
export function wordsOf(translation: Translation, part: TextPart): string {
  const before = always.slice(0, always.includes(part) ? always.indexOf(part) : always.length).flatMap((name) => Object.keys(parts[name]))
  const without: Record<string, string> = {
    ...messages,
    ...derived(translation),
    'oauth.continueWith': messages['oauth.continueWith'],
    // useWalletTitle.ts
    'crypto.wallet.continueWithNamed': translation['oauth.continueWith'].replace('{type}', '{name}'),
  }
  const ids = (Object.keys(parts[part]) as MessageId[]).filter((id) => !before.includes(id) && translation[id] !== without[id])
  const partIds = [...(part === 'widget' ? (['lang', 'dir'] as const) : []), ...ids]
  // letters and spaces need no escape
  return partIds.map((id) => `${id}=${translation[id].replace(/[%&+]/g, encodeURIComponent)}`).join('&')
}

/**
 * A translation that loads in parts. In a release each part is a file, and the build replaces this
 * by code that imports those files (build/words.ts).
 */
export const inParts = (lang: Exclude<Locale, 'en'>): LazyLanguage => ({
  lang,
  async load(part) {
    const { default: translation } = (await import(`./${lang}.ts`)) as { default: Translation }
    return { default: wordsOf(translation, part) }
  },
})
