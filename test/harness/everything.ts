/** Whether `npm run test:all` runs, which adds matrices to what `npm test` proves. */
export const everything = process.env.LATCHKEY_ALL === '1'

/** All of these in `npm run test:all`, and the first ones in `npm test`. */
export const sample = <Item>(items: readonly Item[], count = 1): readonly Item[] => (everything ? items : items.slice(0, count))

/** A function that registers tests, for tests that run in `npm run test:all` alone. */
export const inAll = <Register extends (...given: never[]) => void>(register: Register): Register =>
  everything ? register : ((() => {}) as unknown as Register)
