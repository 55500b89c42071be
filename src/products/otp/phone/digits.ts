// The decimal digits of each script form one run from 0 to 9 (The Unicode Standard, section 4.6), so a digit's value is its place in the run.
const value = (digit: string) => {
  let place = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - place - 1))) place++
  return String(place % 10)
}

/** Returns a text in its plainest form (Unicode's NFKC), with the digits of all scripts as 0 to 9. */
export const plainDigits = (text: string) => text.normalize('NFKC').replace(/\p{Nd}/gu, value)

/**
 * Returns the digits of a phone number that was typed or pasted, as 0 to 9 whatever their script, with a `+` in front if there was one. Leaves out an extension
 * ("ext. 12", "x12"): a code cannot be sent to one.
 */
export function dialedDigits(text: string): string {
  const plain = plainDigits(text).replace(/(\d[^\da-z]*)(ext|x).*/is, '$1')
  return (/^\D*\+/.test(plain) ? '+' : '') + plain.replace(/\D/g, '')
}

/** Returns whether a text has the form of an E.164 number: `+12133734253`. */
export const isE164 = (text: string) => /^\+\d+$/.test(text)
