// The decimal digits of each script form one run from 0 to 9 (The Unicode Standard, section 4.6),
// so a digit's value is its place in the run.
const value = (digit: string) => {
  let place = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - place - 1))) place++
  return String(place % 10)
}

/**
 * Returns a text in its plainest form (Unicode's NFKC), with the digits of all scripts as 0 to 9.
 */
export const plainDigits = (text: string) => text.normalize('NFKC').replace(/\p{Nd}/gu, value)
