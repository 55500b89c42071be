/**
 * Cuts the words of each language into files, one for each part of the widget. In src/strings/ a
 * language is one file.
 */
import type { Translation } from '../src/strings/en.ts'
import { wordsOf } from '../src/strings/inParts.ts'
import { locales, type Locale, type TextPart } from '../src/ui/words/language.ts'
import { parts } from '../src/widget/messages.ts'

/** The languages that have such files. English is part of the code. */
export const otherLocales = locales.filter((locale) => locale !== 'en')

/** Source files that trigger a rebuild of the words. Paths are relative to the repository root. */
export const wordSources = ['src/widget/messages.ts', 'src/strings/inParts.ts', ...otherLocales.map((locale) => `src/strings/${locale}.ts`)]

/** The parts of a language. */
export const partNames = Object.keys(parts) as TextPart[]

const translationOf = async (locale: Locale) => ((await import(`../src/strings/${locale}.ts`)) as { default: Translation }).default

const literal = (text: string) => `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``

/** Returns the modules of a language's words, by part. */
export const wordModules = async (locale: Locale): Promise<Record<TextPart, string>> => {
  const translation = await translationOf(locale)
  return Object.fromEntries(partNames.map((part) => [part, `export default${literal(wordsOf(translation, part))}`])) as Record<
    TextPart,
    string
  >
}

/** Returns the names of the source's exports: `ptBR`, `ptBRLazy`. */
const exportOf = (locale: Locale) => locale.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase())

/** Returns the module of a language in parts. `fileOf` is where each part is, seen from there. */
export const languageInParts = (locale: Locale, fileOf: (part: TextPart) => string): string => `const parts = {
${partNames.map((part) => `  '${part}': () => import('${fileOf(part)}'),\n`).join('')}}
export const ${exportOf(locale)}Lazy = { lang: '${locale}', load: (part) => parts[part]() }
`

/**
 * Returns the files of `latchkey/strings/<locale>`, by their paths from there. The whole language
 * is one literal, and the language in parts is another module. So a bundler leaves out the one that
 * a host does not use, with all its files, and splits the other one at its imports.
 */
export const languageModules = async (locale: Locale): Promise<Record<string, string>> => {
  const name = exportOf(locale)
  return {
    [`${locale}.js`]: `export const ${name} = ${JSON.stringify(await translationOf(locale), null, 1)}
export { ${name} as default }
export { ${name}Lazy } from './parts/${locale}.js'
`,
    [`parts/${locale}.js`]: languageInParts(locale, (part) => `./${part}.${locale}.js`),
    ...Object.fromEntries(Object.entries(await wordModules(locale)).map(([part, text]) => [`parts/${part}.${locale}.js`, text])),
  }
}

/** Returns the module of a prerendered form's texts, which replaces src/prerender/firstWords.ts. */
export const firstWords = async (): Promise<string> => {
  const { firstWords } = await import('../src/prerender/firstWords.ts')
  return `export const firstWords = ${JSON.stringify(firstWords)}`
}
