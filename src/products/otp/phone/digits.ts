// The decimal digits of each script stand in one run from 0 to 9 (The Unicode Standard, 4.6), so a digit's value is its place in the run.
const value = (digit: string) => {
  let place = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - place - 1))) place++
  return String(place % 10)
}

/** A text in its plainest form (Unicode's NFKC), the digits of all scripts as 0 to 9. */
export const plainDigits = (text: string) => text.normalize('NFKC').replace(/\p{Nd}/gu, value)

/**
 * The digits of a phone number as it was typed or pasted, 0 to 9 whatever their script, with a `+` before them if there was one.
 * An extension ("ext. 12", "x12") is left out: a code cannot be sent to one.
 */
export function digits(text: string): string {
  const plain = plainDigits(text).replace(/(\d[^\da-z]*)(ext|x).*/is, '$1')
  return (/^\D*\+/.test(plain) ? '+' : '') + plain.replace(/\D/g, '')
}

/** Whether a text has the form of an E.164 number: `+12133734253`. */
export const isE164 = (text: string) => /^\+\d+$/.test(text)
