import type { Ui } from '../ui/context.ts'
import { closestLocale, laterParts, type Language, type LazyLanguage, type Locale, type TextPart } from '../ui/words/language.ts'
import type { Texts } from '../ui/words/texts.ts'
import { textsOf, WORDS_TIMEOUT } from '../ui/words/translator.ts'
import { wordDigests } from './wordDigests.ts'
import { safeDocument } from '../browser/safeDocument.ts'

/**
 * The hash that all files of this release share, from the name of this file. In a host's bundle
 * files have other names, and there are no files of words.
 */
const [, hash] = /^http.*\/language\.(\w+)\.js/.exec(import.meta.url) || []

/**
 * Returns a function that fetches a language's words from the files next to this one, or undefined
 * if it has none: English, whose texts are part of the code, and every language in a host's bundle
 * (advice: src/entries/development/advice.ts). The digest of a file is a part of its URL, where the
 * loader reads it (src/entries/embed.ts). After a failure the next fetch uses another URL, so that
 * no cache answers.
 */
const fromFiles = (locale: Locale): LazyLanguage['load'] | undefined => {
  const [first, others] = wordDigests[locale] || []
  if (!hash || !first) return
  let again = ''
  const fetchFile = async <Content>(name: string, digest: string): Promise<Content> => {
    const { default: content } = await import(`./${name}.${locale}.${hash}.js${again}#sha256-${digest}`).catch((error) => {
      again += '?1'
      throw error
    })
    return content as Content
  }
  return async (part) => ({
    default: await fetchFile<string>(part, part === 'widget' ? first : (await fetchFile<Record<string, string>>('words', others!))[part]!),
  })
}

/** Where a widget gets its words, and the words that have loaded. */
interface Source {
  /** What the host has asked for. */
  language: Ui['language']
  /** Undefined for the English of the code. */
  load?: LazyLanguage['load']
  loads: { [Name in TextPart]?: Promise<void> }
  /** Without `lang` until the first part has loaded. */
  words: Texts
}

const sources = new WeakMap<Texts, Source>()

const english: Texts = { lang: 'en', dir: 'ltr' }

/**
 * Returns the function that fetches a language's words, or undefined for the English of the code.
 */
const loadOf = (language: Language): Source['load'] =>
  typeof language === 'object'
    ? async (part) => language.load(part)
    : fromFiles(closestLocale(language === 'auto' ? [safeDocument.documentElement.lang, ...navigator.languages] : [language]))

function sourceOf({ texts, language }: Ui): Source {
  const known = sources.get(texts)
  if (known && known.language === language) return known
  // set if the first part has been fetched before the widget rendered
  const { default: first, load } = (language || {}) as Partial<LanguageWithWords>
  const words = textsOf(first)
  const source: Source = { language, loads: {}, words }
  if (first) {
    // the script tag's loader knows the words alone
    source.load = load || loadOf(words.lang!)
    source.loads.widget = Promise.resolve()
  } else if (language && !(source.load = loadOf(language))) source.words = { ...english }
  sources.set(texts, source)
  return source
}

/**
 * A language whose first words have been fetched. They are `default`, as in the module of a file of
 * words.
 */
export type LanguageWithWords = LazyLanguage & { default: string }

/**
 * Updates a widget with its language's first words before it renders, because a widget that takes a
 * prerendered form over needs them at once. If they fail to load or take too long, the widget is in
 * English.
 */
export async function updateWithWords(language: Language, update: (props: { language?: LanguageWithWords }) => void): Promise<void> {
  const load = loadOf(language) || (async () => ({ default: 'lang=en&dir=ltr' }))
  const limit = new Promise<never>((_, reject) => setTimeout(reject, WORDS_TIMEOUT))
  try {
    const { default: words } = await Promise.race([load('widget'), limit])
    const { lang = textsOf(words).lang! } = language as Partial<LazyLanguage>
    update({ language: { lang, load, default: `lang=${lang}&${words}` } })
  } catch {
    update({ language: undefined })
  }
}

/** The parts of a language whose plain English is in another file. */
const further: readonly TextPart[] = ['crypto-later', 'oneTap', 'registration', 'account', 'idp']

/**
 * Fetches the texts that are plainer on a host's own server. What does not come stays as it is in
 * the code; the next call fetches it again.
 */
async function plainEnglish({ kit }: Ui, parts: readonly TextPart[]): Promise<Texts> {
  const { plainWords, furtherPlainWords } = await kit.load()
  const isFurther = parts.some((part) => further.includes(part))
  const [logIn, others] = await Promise.allSettled([plainWords.load(), isFurther ? furtherPlainWords.load() : undefined])
  return {
    ...(logIn.status === 'fulfilled' && logIn.value.plainWords),
    ...(others.status === 'fulfilled' && others.value?.furtherPlainWords),
  }
}

/**
 * Fetches words, and renders the widget whenever a part has loaded. The next call fetches a part
 * again if it failed to load. If the first part fails, the widget is in English; until that is
 * known, it keeps its language.
 */
async function fetchWords(ui: Ui, source: Source, alsoLater: boolean): Promise<void> {
  const { core, texts, render, config, visit } = ui
  const { language, load, loads, words } = source
  const show = () => {
    // the host may have asked for another language meanwhile
    if (sources.get(texts) !== source) return
    const { waited } = texts
    for (const id in texts) delete texts[id]
    Object.assign(texts, language && !words.lang ? english : words, waited && { waited })
    render({})
  }
  const add = (part: TextPart, file: string) => {
    Object.assign(words, part === 'widget' && { lang: (language as LazyLanguage).lang }, textsOf(file))
    if (words.lang) show()
  }
  const parts: TextPart[] = ['widget', ...(alsoLater ? laterParts(config, visit.peek().place.name, core.backend) : [])]
  if (load) {
    await Promise.all(
      parts.map(
        (part) =>
          (loads[part] ??= load(part).then(
            (file) => add(part, file.default),
            () => {
              delete loads[part]
            },
          )),
      ),
    )
  }
  // a host's own texts in English win over ours
  if (alsoLater && core.backend && (words.lang || 'en') === 'en') Object.assign(words, { ...(await plainEnglish(ui, parts)), ...words })
  show()
}

/**
 * Fetches the words of the language that the host asks for: those of a first screen and, if the
 * visitor has left it, those of later screens.
 */
export const applyLanguage = (ui: Ui): Promise<void> =>
  fetchWords(ui, sourceOf(ui), ui.visit.peek().place.name !== 'Main' || !!ui.texts.waited)

/**
 * Fetches the words of later screens, in the widget's current language; `ui` may still have the
 * previous one.
 */
export const addLaterWords = (ui: Ui): Promise<void> => fetchWords(ui, sources.get(ui.texts) || sourceOf(ui), true)
