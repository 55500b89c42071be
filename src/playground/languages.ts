import { ar } from '../strings/ar.ts'
import { de } from '../strings/de.ts'
import { en, type Translation } from '../strings/en.ts'
import { es } from '../strings/es.ts'
import { fr } from '../strings/fr.ts'
import { he } from '../strings/he.ts'
import { hi } from '../strings/hi.ts'
import { it } from '../strings/it.ts'
import { ja } from '../strings/ja.ts'
import { ko } from '../strings/ko.ts'
import { ptBR } from '../strings/pt-BR.ts'
import { zhHans } from '../strings/zh-Hans.ts'

/** The languages, by the names of their modules' exports: `fr` of `latchkey/strings/fr`. */
export const languages = { en, ar, de, es, fr, he, hi, it, ja, ko, ptBR, zhHans } satisfies Record<string, Translation>

export type Language = keyof typeof languages

/** The name of each language in that language. */
export const languageNames = Object.fromEntries(
  Object.entries(languages).map(([name, { lang }]) => [name, new Intl.DisplayNames([lang], { type: 'language' }).of(lang)!]),
) as Record<Language, string>
