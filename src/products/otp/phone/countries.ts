import { codes } from './metadata/codes.ts'

/**
 * The calling code of each country that has one: ISO 3166-1 alpha-2 to digits, such as `US: '1'`.
 */
export const callingCodes: Record<string, string> = {}

let code = 0
for (const [, step, country] of codes.matchAll(/(\d*)(\D\D)/g)) {
  if (country! < 'a') code += Number(step || 1)
  callingCodes[country!.toUpperCase()] = String(code)
}

export interface Country {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** In the language of the list. */
  name: string
  /** The digits of its calling code. */
  code: string
}

const isTag = (language: string) => {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}

/**
 * Returns all countries with their names in the first of `languages` (BCP 47) that the browser
 * knows, in that language's order. Skips what is not a language tag, such as `en_US` or an empty
 * `lang` attribute.
 */
export function countriesIn(languages: readonly string[]): Country[] {
  const tags = [...languages, 'en'].filter(isTag)
  const names = new Intl.DisplayNames(tags, { type: 'region' })
  const { compare } = new Intl.Collator(tags)
  return Object.entries(callingCodes)
    .map(([country, code]) => ({ country, code, name: names.of(country)! }))
    .sort((a, b) => compare(a.name, b.name))
}
