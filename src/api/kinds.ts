// One reader for each kind of value that a host, a server or a wallet gives. A value of another kind counts as absent, so that no form stops because of it. In development, the host gets advice.

/** A text. */
export const text = (given: unknown): string | undefined => (typeof given === 'string' ? given : undefined)

/** The texts in a list. */
export const texts = <Name extends string = string>(given: unknown): Name[] | undefined =>
  Array.isArray(given) ? given.filter((entry): entry is Name => typeof entry === 'string') : undefined

/** A number above 0. An attribute of HTML gives it as text, in digits: not `0x10` or `1e3`. */
export const amount = (given: unknown): number | undefined => {
  const number = typeof given === 'string' ? +(/^[\d.\s]+$/.test(given) && given) : given
  return Number.isFinite(number) && (number as number) > 0 ? (number as number) : undefined
}
