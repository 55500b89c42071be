import { ar } from '../../strings/ar.ts'
import { de } from '../../strings/de.ts'
import { en, type Translation } from '../../strings/en.ts'
import { enPlain } from '../../strings/en-plain.ts'
import { es } from '../../strings/es.ts'
import { fr } from '../../strings/fr.ts'
import { he } from '../../strings/he.ts'
import { hi } from '../../strings/hi.ts'
import { it } from '../../strings/it.ts'
import { ja } from '../../strings/ja.ts'
import { ko } from '../../strings/ko.ts'
import { ptBR } from '../../strings/pt-BR.ts'
import { zhHans } from '../../strings/zh-Hans.ts'

/**
 * The languages, by the names of their modules' exports: `fr` of `latchkey/strings/fr`. The first
 * is that of a first visit.
 */
export const languages = { enPlain: { ...en, ...enPlain }, en, ar, de, es, fr, he, hi, it, ja, ko, ptBR, zhHans } satisfies Record<
  string,
  Translation
>

export type Language = keyof typeof languages

/**
 * Returns whether the widget needs no translation for it: English is built in, and plain English
 * only replaces texts.
 */
export const isEnglish = (language: Language) => languages[language].lang === 'en'

/**
 * Returns the texts that the widget needs as `strings` for a language: plain English. Their tag and
 * direction are left out, so that the page's own hold.
 */
export const ownStrings = (language: Language): Record<string, string> => {
  if (language !== 'enPlain') return {}
  const { lang: _, dir: __, ...texts } = enPlain
  return texts
}

const ownName = (lang: string) => new Intl.DisplayNames([lang], { type: 'language' }).of(lang)!

/** The name of each language in that language. English has two wordings. */
export const languageNames = {
  ...(Object.fromEntries(Object.entries(languages).map(([name, { lang }]) => [name, ownName(lang)])) as Record<Language, string>),
  enPlain: 'English (plain)',
  en: "English (the provider's words)",
}
