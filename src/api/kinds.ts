// One reader for each kind of value that a host, a server or a wallet gives. A value of another
// kind counts as absent, so that no form stops because of it. In development, the host gets advice.

/** Returns a value if it is a text. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the texts in a list. */
export const texts = <Name extends string = string>(value: unknown): Name[] | undefined =>
  Array.isArray(value) ? value.filter((entry): entry is Name => typeof entry === 'string') : undefined

/** Returns a number above 0. In an attribute it is text, in digits: not `0x10` or `1e3`. */
export const amount = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? +(/^[\d.\s]+$/.test(value) && value) : value
  return Number.isFinite(number) && (number as number) > 0 ? (number as number) : undefined
}
