import type { Ui } from '../ui/context.ts'
import { closestLocale, partsBehind, type LazyLanguage, type Locale, type Part } from '../ui/language.ts'
import { textsOf, type Texts } from '../ui/words.ts'
import { wordDigests } from './wordDigests.ts'

/** This release's files have one hash, which is in the name of this file. A bundle of the host's has other names, and no such files. */
const [, hash] = /^http.*\/language\.(\w+)\.js/.exec(import.meta.url) || []

/**
 * Fetches a language's words from beside this file. What a file has to be is a part of its address: the loader reads it there (src/embed.ts). One that came broken is asked for by
 * another address the next time, so that no cache answers.
 */
const fromFiles = (locale: Locale): LazyLanguage['load'] => {
  let again = ''
  const fetched = async <Content>(name: string, digest: string): Promise<Content> => {
    const { default: content } = await import(`./${name}.${locale}.${hash}.js${again}#sha256-${digest}`).catch((error) => {
      again += '?1'
      throw error
    })
    return content as Content
  }
  return async (part) => {
    const [first, others] = wordDigests[locale] || []
    if (!hash || !first) throw new Error(`There are no words beside a bundle: use latchkey/strings/${locale}`)
    return {
      default: await fetched<string>(part, part === 'widget' ? first : (await fetched<Record<string, string>>('words', others!))[part]!),
    }
  }
}

/** Where a widget's words come from, and those that have come. */
interface Source {
  /** What the host has said. */
  language: Ui['language']
  /** Nothing where the widget has all the words itself. */
  load?: LazyLanguage['load']
  asked: { [Name in Part]?: Promise<void> }
  /** Without `lang` until the first part is here. */
  words: Texts
}

const sources = new WeakMap<Texts, Source>()

const english: Texts = { lang: 'en', dir: 'ltr' }

function sourceOf({ texts, language }: Ui): Source {
  const known = sources.get(texts)
  if (known && known.language === language) return known
  const source: Source = { language, asked: {}, words: textsOf() }
  const { documentElement } = document
  if (language && typeof language === 'object') {
    // the script tag's loader has brought the first part
    const first = (language as { default?: string }).default
    source.words = textsOf(first)
    source.load = first ? fromFiles(source.words.lang as Locale) : async (part) => language.load(part)
    if (first) source.asked.widget = Promise.resolve()
  } else if (language) {
    const locale = closestLocale(language === 'auto' ? [documentElement.lang, ...navigator.languages] : [language])
    if (locale === 'en') source.words = { ...english }
    else source.load = fromFiles(locale)
  }
  sources.set(texts, source)
  return source
}

/**
 * Fetches words, and has the widget say them as they come. A part that does not come is asked for again by the next call. While the first one is missing, all is said in English;
 * until that is known, in the language of before.
 */
async function bring({ texts, render, config, visit }: Ui, source: Source, isPast: boolean): Promise<void> {
  const { language, load, asked, words } = source
  const show = () => {
    // the host may have said another language meanwhile
    if (sources.get(texts) !== source) return
    const { whole } = texts
    for (const id in texts) delete texts[id]
    Object.assign(texts, language && !words.lang ? english : words, whole && { whole })
    render({})
  }
  const hear = (part: Part, file: string) => {
    Object.assign(words, part === 'widget' && { lang: (language as LazyLanguage).lang }, textsOf(file))
    if (words.lang) show()
  }
  const parts: Part[] = ['widget', ...(isPast ? partsBehind(config, visit.peek().place.name) : [])]
  if (load) {
    await Promise.all(
      parts.map(
        (part) =>
          (asked[part] ??= load(part).then(
            (file) => hear(part, file.default),
            () => {
              delete asked[part]
            },
          )),
      ),
    )
  }
  show()
}

/** Has a widget speak the language that its host says: what a first screen needs, and the rest for a visitor who is past that. */
export const speak = (ui: Ui): Promise<void> => bring(ui, sourceOf(ui), ui.visit.peek().place.name !== 'Main' || !!ui.texts.whole)

/** Adds the words of later screens, in the language that the widget speaks by now: a screen that asks late may still have the one of before. */
export const speakOn = (ui: Ui): Promise<void> => bring(ui, sources.get(ui.texts) || sourceOf(ui), true)
