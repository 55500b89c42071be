import ar from '../strings/ar.ts'
import de from '../strings/de.ts'
import type { Translation } from '../strings/en.ts'
import es from '../strings/es.ts'
import fr from '../strings/fr.ts'
import he from '../strings/he.ts'
import hi from '../strings/hi.ts'
import { wordsOf } from '../strings/inParts.ts'
import it from '../strings/it.ts'
import ja from '../strings/ja.ts'
import ko from '../strings/ko.ts'
import ptBR from '../strings/pt-BR.ts'
import zhHans from '../strings/zh-Hans.ts'
import type { Locale } from '../ui/words/language.ts'
import { words } from '../ui/words/prerenderedWords.ts'
import type { Texts } from '../ui/words/texts.ts'
import { textsOf } from '../ui/words/translator.ts'

const translations: Record<Exclude<Locale, 'en'>, Translation> = {
  ar,
  de,
  es,
  fr,
  he,
  hi,
  it,
  ja,
  ko,
  'pt-BR': ptBR,
  'zh-Hans': zhHans,
}

/**
 * The texts of a prerendered form in each language but English. The build replaces this table by
 * the texts alone.
 */
export const firstWords = Object.fromEntries(
  Object.entries(translations).map(([locale, translation]): [string, Texts] => [
    locale,
    {
      ...textsOf(wordsOf(translation, 'widget')),
      ...Object.fromEntries(Object.keys(words).map((id) => [id, translation[id as keyof typeof words]])),
    },
  ]),
) as { readonly [Name in Exclude<Locale, 'en'>]: Readonly<Texts> }
