import { plainDigits } from '../../../ui/fields/plainDigits.ts'

/**
 * Returns the digits of a phone number that was typed or pasted, as 0 to 9 whatever their script,
 * with a `+` in front if there was one. Leaves out an extension ("ext. 12", "x12"): a code cannot
 * be sent to one.
 */
export function dialedDigits(text: string): string {
  const plain = plainDigits(text).replace(/(\d[^\da-z]*)(ext|x).*/is, '$1')
  return (/^\D*\+/.test(plain) ? '+' : '') + plain.replace(/\D/g, '')
}

/** Returns whether a text has the form of an E.164 number: `+12133734253`. */
export const isE164 = (text: string) => /^\+\d+$/.test(text)
