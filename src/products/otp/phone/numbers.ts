import { AsYouType, Metadata, PhoneNumber, type CountryCode, type MetadataJson } from 'libphonenumber-js/core/es6'
import { callingCodes, mainCountry } from './countries.ts'
import { digits } from './digits.ts'

/** What libphonenumber knows of some countries. */
export type Rules = MetadataJson

/** The rules at hand, by the first digit of the calling code (metadata/1.ts to 9.ts). */
export type Regions = Partial<Record<string, Rules>>

/** A phone number as far as it was typed. */
export interface Reading {
  /** What the field shows: the national format as far as it goes; the international one of a `+` number that is not complete yet. */
  text: string
  /** The country of a `+` number; else the one that was given. */
  country: string
  /** Set when the number is valid: E.164, what is sent. */
  e164?: string
  /** Set when the number is valid: how one writes it for people of any country, as `+1 213 373 4253`. */
  international?: string
  /** Set when the rules for it are missing: the key they have in `Regions`. The text is as it was typed then. */
  needs?: string
}

/** What a visitor did to the text of a field. */
export interface Edit {
  /** The text afterwards, before any formatting. */
  typed: string
  /** Where the caret stands in `typed`. */
  caret: number
  /** Set for a deletion: the text before, and whether what follows the caret was to go (the Delete key). */
  deletion?: { previous: string; forward: boolean }
}

// E.164 has 15 digits at most; international prefixes have up to 5 more. What is longer is no number, and would take long to format.
const LONGEST = 20

/** As `0044...` from the United Kingdom's neighbours or `01144...` from the United States: the same as `+44...`. */
const withPlus = (number: string, country: string, home: Rules) => {
  const metadata = new Metadata(home)
  metadata.selectNumberingPlan(country as CountryCode)
  return number.replace(new RegExp(`^(?:${metadata.numberingPlan!.IDDPrefix()})(?=[1-9])`), '+')
}

const type = (number: string, rules: Rules, country?: string) => {
  const typist = new AsYouType(country as CountryCode | undefined, rules)
  return { text: typist.input(number), abroad: typist.isInternational(), code: typist.getCallingCode(), number: typist.getNumber() }
}

/**
 * As-you-type takes prefixes off numbers that may still grow, and errs on some that are whole: a Russian number may begin with an 8 that
 * is not the trunk prefix, or have the prefix behind +7, or lack the plus of +7. libphonenumber's parser knows, and costs 1.4 kB; asking
 * again with the prefix left on, with it taken off, and with the plus finds the same numbers.
 */
const wholeNumber = (number: string, code: string, rules: Rules) => {
  const plus = number[0] === '+'
  const full = plus ? number : `+${code}${number}`
  if (full.length === 1 + code.length) return undefined
  const kept = new PhoneNumber(full, rules)
  if (kept.isValid()) return kept
  if (!plus && !number.startsWith(code)) return undefined
  const again = plus ? type(number.slice(1 + code.length), rules, mainCountry(code)) : type(`+${number}`, rules)
  return again.abroad !== plus && again.number?.isValid() ? again.number : undefined
}

/** Reads a phone number, dialled from `country` unless it starts with `+`. Takes any text, and never throws. */
export function read(typed: string, country: string, regions: Regions): Reading {
  const home = callingCodes[country]!
  const rulesAtHome = regions[home[0]!]
  let number = digits(typed)
  if (rulesAtHome && number[0] !== '+') number = withPlus(number, country, rulesAtHome)
  const plus = number[0] === '+'
  const region = plus ? number[1] : home[0]
  if (!number || !/[1-9]/.test(region ?? '') || number.length > LONGEST) return { text: typed, country }
  const rules = regions[region!]
  if (!rules) return { text: typed, country, needs: region }

  const so = type(number, rules, plus ? undefined : country)
  const code = so.abroad ? so.code : home
  if (!code) return { text: so.text, country }
  const main = code === home ? country : (mainCountry(code) ?? country)
  const found = so.number?.isValid() ? so.number : wholeNumber(number, code, rules)
  if (!found) return { text: so.text, country: main }
  return {
    text: so.abroad && found.country ? found.formatNational() : so.text,
    country: (so.abroad && found.country) || main,
    e164: found.number,
    international: found.formatInternational(),
  }
}

/** A separator alone cannot be deleted, as formatting puts it back: the digit on its far side goes instead. */
const deletingDigits = ({ typed, caret, deletion }: Edit) => {
  const [before, after] = [typed.slice(0, caret), typed.slice(caret)]
  if (!deletion || digits(typed) !== digits(deletion.previous)) return [before, after] as const
  return deletion.forward
    ? ([before, after.replace(/\p{Nd}/u, '')] as const)
    : ([before.replace(/\p{Nd}(\P{Nd}*)$/u, '$1'), after] as const)
}

/** Where as many digits follow in `text` as in `after`: at the end, or directly behind a digit. */
const caretBefore = (after: string, text: string) => {
  const following = after.replace(/\P{Nd}/gu, '').length
  if (following === 0) return text.length
  return text.match(new RegExp(`\\D*(?:\\d\\D*){${following}}$`))?.index ?? 0
}

/** Reads what a visitor typed, pasted or deleted, and says where the caret belongs in the text of the reading. */
export function readEdit(edit: Edit, country: string, regions: Regions): Reading & { caret: number } {
  const [before, after] = deletingDigits(edit)
  const reading = read(before + after, country, regions)
  return { ...reading, caret: reading.text === before + after ? before.length : caretBefore(after, reading.text) }
}
