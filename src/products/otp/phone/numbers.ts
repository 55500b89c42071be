import { AsYouType, Metadata, PhoneNumber, type CountryCode, type MetadataJson } from 'libphonenumber-js/core/es6'
import type { dialedDigits as DialedDigits } from './digits.ts'
import { mainCountryIn } from './mainCountry.ts'

/**
 * What libphonenumber knows about some countries. `examples`: a mobile number of each, without the
 * calling code, in the order of the countries.
 */
export type Rules = MetadataJson & { examples: string }

/**
 * The rules that have loaded, by the first digit of the calling code (metadata/callingCodes1x.ts to
 * 9x).
 */
export type Regions = Partial<Record<string, Rules>>

/** A phone number as far as it was typed. */
export interface Reading {
  /**
   * What the field shows: the national format of what was typed so far, or the international format
   * of a `+` number that is not complete yet.
   */
  text: string
  /** The country of a `+` number, else the one that was passed in. */
  country: string
  /** Set if the number is valid: in E.164, as it is sent. */
  e164?: string
  /** Set if the number is valid: as people of any country write it, such as `+1 213 373 4253`. */
  international?: string
  /**
   * Set if the rules for the number are missing: their key in `Regions`. The text is then as it was
   * typed.
   */
  needs?: string
}

/** What a visitor did to the text of a field. */
export interface Edit {
  /** The text afterward, before any formatting. */
  input: string
  /** The position of the caret in `input`. */
  caret: number
  /**
   * Set for a deletion: the text before, and whether it deletes what follows the caret (the Delete
   * key).
   */
  deletion?: { previous: string; forward: boolean }
}

// E.164 has 15 digits at most; international prefixes have up to 5 more. A longer text is no phone
// number, and would take long to format.
const LONGEST = 20

/**
 * Replaces the international prefix of a country by a plus: `0044...` from most of Europe and
 * `01144...` from the United States are `+44...`.
 */
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
 * Returns the position in `text` that as many digits follow as there are in `after`: at the end, or
 * right after a digit.
 */
const caretBefore = (after: string, text: string) => {
  const following = after.replace(/\P{Nd}/gu, '').length
  if (following === 0) return text.length
  return text.match(new RegExp(`\\D*(?:\\d\\D*){${following}}$`))?.index ?? 0
}

/**
 * Returns the functions that read phone numbers. What they need of the form's chunk is passed as
 * parameters, so that their chunk imports no other, and the package has it once for all builds of
 * the widget (build/oneCopy.ts). It is the default export because the form's chunk, which names it,
 * has that word already.
 */
export default (callingCodes: Record<string, string>, dialedDigits: typeof DialedDigits) => {
  const mainCountry = mainCountryIn(callingCodes)

  /**
   * Finds a complete number that `AsYouType` misses. `AsYouType` removes prefixes from numbers that
   * may still grow, and is wrong about some complete ones: a Russian number may begin with an 8
   * that is not the trunk prefix, or have the prefix after +7, or lack the plus of +7.
   * libphonenumber's parser knows them, but costs 1.4 kB; trying again with the prefix kept, with
   * it removed, and with a plus finds the same numbers.
   */
  const wholeNumber = (number: string, code: string, rules: Rules) => {
    const plus = number[0] === '+'
    const full = plus ? number : `+${code}${number}`
    if (full.length === 1 + code.length) return undefined
    const whole = new PhoneNumber(full, rules)
    if (whole.isValid()) return whole
    if (!plus && !number.startsWith(code)) return undefined
    const again = plus ? type(number.slice(1 + code.length), rules, mainCountry(code)) : type(`+${number}`, rules)
    return again.abroad !== plus && again.number?.isValid() ? again.number : undefined
  }

  /**
   * Reads a phone number, dialed from `country` unless it starts with `+`. Takes any text, and
   * never throws.
   */
  function read(input: string, country: string, regions: Regions): Reading {
    const home = callingCodes[country]!
    const rulesAtHome = regions[home[0]!]
    let number = dialedDigits(input)
    if (rulesAtHome && number[0] !== '+') number = withPlus(number, country, rulesAtHome)
    const plus = number[0] === '+'
    const region = plus ? number[1] : home[0]
    if (!number || !/[1-9]/.test(region ?? '') || number.length > LONGEST) return { text: input, country }
    const rules = regions[region!]
    if (!rules) return { text: input, country, needs: region }

    const so = type(number, rules, plus ? undefined : country)
    const code = so.abroad ? so.code : home
    if (!code) return { text: so.text, country }
    const main = code === home ? country : (mainCountry(code) ?? country)
    const complete = so.number?.isValid() ? so.number : wholeNumber(number, code, rules)
    if (!complete) return { text: so.text, country: main }
    return {
      text: so.abroad && complete.country ? complete.formatNational() : so.text,
      country: (so.abroad && complete.country) || main,
      e164: complete.number,
      international: complete.formatInternational(),
    }
  }

  /**
   * Returns a mobile number that nobody has, as people in `country` write it. Undefined while the
   * rules are missing, and for a country without an example.
   */
  function exampleNumber(country: string, regions: Regions): string | undefined {
    const rules = regions[callingCodes[country]![0]!]
    const digits = rules?.examples.split(' ')[Object.keys(rules.countries).indexOf(country)]
    return digits && read(`+${callingCodes[country]}${digits}`, country, regions).text
  }

  /**
   * Returns the text before and after the caret. If only a separator was deleted, formatting would
   * put it back, so the digit beyond it is deleted instead.
   */
  const deletingDigits = ({ input, caret, deletion }: Edit) => {
    const [before, after] = [input.slice(0, caret), input.slice(caret)]
    if (!deletion || dialedDigits(input) !== dialedDigits(deletion.previous)) return [before, after] as const
    return deletion.forward
      ? ([before, after.replace(/\p{Nd}/u, '')] as const)
      : ([before.replace(/\p{Nd}(\P{Nd}*)$/u, '$1'), after] as const)
  }

  /** Reads what a visitor typed, pasted or deleted, and returns where the caret belongs. */
  function readEdit(edit: Edit, country: string, regions: Regions): Reading & { caret: number } {
    const [before, after] = deletingDigits(edit)
    const reading = read(before + after, country, regions)
    return { ...reading, caret: reading.text === before + after ? before.length : caretBefore(after, reading.text) }
  }

  return { read, exampleNumber, readEdit }
}
