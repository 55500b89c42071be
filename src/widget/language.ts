import type { Ui } from '../ui/context.ts'
import { closestLocale, partsBehind, type LazyLanguage, type Locale, type Part } from '../ui/language.ts'
import { textsOf, type Texts } from '../ui/words.ts'
import { wordDigests } from './wordDigests.ts'

/** How long words are waited for, in ms. Then what has to be said is said in English: a log-in does not fail for words. */
const PATIENCE = 10_000

/** This release's files have one hash, which is in the name of this file. A bundle of the host's has other names, and no such files. */
const [, hash] = /^http.*\/language\.(\w+)\.js/.exec(import.meta.url) || []

/** Fetches a language's words from beside this file. What a file has to be is a part of its address: the loader reads it there (src/embed.ts). */
const beside = (locale: Locale): LazyLanguage['load'] => {
  const fetched = <Content>(name: string, digest: string): Promise<{ default: Content }> =>
    import(`./${name}.${locale}.${hash}.js#sha256-${digest}`)
  return async (part) => {
    const [first, others] = wordDigests[locale] || []
    if (!hash || !first) throw new Error(`There are no words beside a bundle: use latchkey/strings/${locale}`)
    return fetched(part, part === 'widget' ? first : (await fetched<Record<string, string>>('words', others!)).default[part]!)
  }
}

/** Where the words of some texts come from, and what of them has been asked for. */
interface Source {
  /** What the host has said. The loader's own has been fetched by the loader. */
  language?: string | LazyLanguage
  load: LazyLanguage['load']
  asked: { [Name in Part]?: Promise<void> }
}

const sources = new WeakMap<Texts, Source>()

/** Brings parts, each once; one that does not come is asked for again the next time. Waits for them no longer than a visitor would. */
async function bring({ load, asked }: Source, parts: readonly Part[], heard: (texts: Texts) => void): Promise<void> {
  const all = parts.map(
    (part) =>
      (asked[part] ??= Promise.resolve()
        // a host may give what is no such language
        .then(() => load(part))
        .then(
          (file) => heard(textsOf(file.default)),
          () => {
            delete asked[part]
          },
        )),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE)
  })
  await Promise.race([Promise.all(all), late])
  clearTimeout(timer)
}

const english: Texts = { lang: 'en', dir: 'ltr', whole: 'en' }

/**
 * Has the texts of a widget say in its language what a first screen needs, or everything, for a visitor who is past that. Until then they are as they were, and English where
 * these words do not come.
 */
export async function speak({ language, texts, render, config, visit }: Ui): Promise<void> {
  if (sources.has(texts) && sources.get(texts)!.language === language) return
  const isLazy = typeof language === 'object'
  const { documentElement } = document
  const locale = isLazy
    ? language.lang
    : language && closestLocale(language === 'auto' ? [documentElement.lang, ...navigator.languages] : [language])
  const source: Source = { language, load: isLazy ? language.load : beside(locale as Locale), asked: {} }
  sources.set(texts, source)
  const at = visit.peek().place.name
  const isPast = !!texts.whole || at !== 'Main'
  let isHeard = false
  const hear = (more: Texts) => {
    if (sources.get(texts) !== source) return
    if (!isHeard) for (const id in texts) delete texts[id]
    isHeard = true
    Object.assign(texts, more)
    render({})
  }
  if (!isLazy && (!locale || locale === 'en')) return hear(locale ? english : {})
  await bring(source, isPast ? ['widget', ...partsBehind(config, at)] : ['widget'], hear)
  if (!isHeard) hear({ ...english, whole: undefined })
  else if (isPast) hear({ whole: 'true' })
}

/** Adds the words of what is behind the first screen, whatever of them comes; then the texts are `whole`. What did not come is asked for again by the next call. */
export async function speakOn({ texts, render, config, visit }: Ui): Promise<void> {
  if (texts.whole === 'en') return
  const source = sources.get(texts) || { language: undefined, load: beside(texts.lang as Locale), asked: { widget: Promise.resolve() } }
  sources.set(texts, source)
  await bring(source, ['widget', ...partsBehind(config, visit.peek().place.name)], (more) => {
    if (sources.get(texts) !== source) return
    Object.assign(texts, more)
    render({})
  })
  if (sources.get(texts) === source) texts.whole ||= 'true'
}
