import type { LazyLanguage, Locale, Part } from '../ui/language.ts'
import { derived, messages, parts, type MessageId } from '../widget/messages.ts'
import type { Translation } from './en.ts'

/** What comes before every other part: none of them has it a second time. */
const always: Part[] = ['widget', 'widget-later']

/**
 * The words of a part of a language as a file has them, a query: `login.title=Se connecter&button.retry=Réessayer`, the first part with `lang` and `dir` before them. Words
 * that are the same as the built-in ones are left out.
 */
export function wordsOf(translation: Translation, part: Part): string {
  const before = always.slice(0, always.includes(part) ? always.indexOf(part) : always.length).flatMap((name) => Object.keys(parts[name]))
  const without: Record<string, string> = { ...messages, ...derived(translation), 'oauth.continueWith': messages['oauth.continueWith'] }
  const ids = (Object.keys(parts[part]) as MessageId[]).filter((id) => !before.includes(id) && translation[id] !== without[id])
  const said = [...(part === 'widget' ? (['lang', 'dir'] as const) : []), ...ids]
  // letters and spaces are read as they are
  return said.map((id) => `${id}=${translation[id].replace(/[%&+]/g, encodeURIComponent)}`).join('&')
}

/** A language that comes in parts. In a release each of them is a file of its own, and what fetches those stands in the place of this (build/words.ts). */
export const inParts = (lang: Exclude<Locale, 'en'>): LazyLanguage => ({
  lang,
  async load(part) {
    const { default: translation } = (await import(`./${lang}.ts`)) as { default: Translation }
    return { default: wordsOf(translation, part) }
  },
})
