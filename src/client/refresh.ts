/** Time between two background refreshes, in ms (spec section 9). */
export const PERIOD = 180_000

/** However often tabs come, go and are restored, a browser asks about the session once in so many ms. */
export const REST = 10_000

/** How long it is, in ms, until what happened `at` is 10 s ago; 0 when it is. A time in the future is a clock that was set back, and counts for nothing. */
export const restAfter = (at: number | undefined, now: number): number => {
  const age = now - at!
  return age >= 0 && age < REST ? REST - age : 0
}

/**
 * How long to wait after `failures` refreshes in a row have failed, in ms: 2 s doubled each time up to 256 s, jitter +-175 ms, and what the server asks
 * for when it asks for longer (row 16). `random` is in [0, 1).
 */
export const backoff = (failures: number, random: number, retryAfter = 0): number =>
  Math.max(2000 * 2 ** Math.min(failures - 1, 7) + (random * 2 - 1) * 175, retryAfter)

/** Which tab refreshes for all of them: the last one that said so, and when (ms, this browser's clock). */
export interface Lease {
  by: string
  at: number
}

/**
 * Whether another tab has just refreshed, or said it would: then how long until it is worth looking again, in ms; else 0. Advisory: a tab that dies leaves
 * nothing behind but a time that passes (row 30). A time in the future is a clock that was set back, and counts for nothing, as does what is no time.
 */
export const othersTurn = (lease: Lease | undefined, me: string, now: number, random: number): number => {
  // storage holds what anybody has put there: the difference is a number whatever it is
  const age = now - (lease?.at as number)
  return lease?.by !== me && age >= 0 && age < PERIOD ? PERIOD - age + 500 + random * 3000 : 0
}
