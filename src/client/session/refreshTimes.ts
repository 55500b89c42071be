import type { AnyState } from './state.ts'

// When the session is refreshed, and by which tab: pure rules.

/** The time between two background refreshes, in ms. */
export const REFRESH_PERIOD = 180_000

/**
 * The shortest time between two checks of the session in one browser, in ms, however often tabs
 * come, go and are restored.
 */
export const MIN_INTERVAL = 10_000

/**
 * Returns what is left of a time of `length` that began `at`, in ms; 0 when it is over. If it began
 * in the future, the clock was set back, and it counts as over.
 */
export const timeLeft = (length: number, at: number | undefined, now: number = Date.now()): number => {
  // `at` comes from storage and may be anything; the difference is a number in any case
  const age = now - at!
  return age >= 0 && age < length ? length - age : 0
}

/**
 * Returns how long to wait after `failures` refreshes in a row have failed, in ms: 2 s, doubled
 * each time up to 256 s, with a jitter of 175 ms, or longer if the server asks for it. `random` is
 * in [0, 1).
 */
export const backoff = (failures: number, random: number, retryAfter = 0): number =>
  Math.max(2000 * 2 ** Math.min(failures - 1, 7) + (random * 2 - 1) * 175, retryAfter)

/**
 * Which tab refreshes for all tabs: the last one that claimed the lease, and when it did (in ms, by
 * this browser's clock).
 */
export interface Lease {
  by: string
  at: number
}

/**
 * Returns how long to leave the refresh to the tab that has the lease, in ms; 0 if this tab has it,
 * or if it has expired. So if the tab that has it is closed, another tab takes over after a while.
 */
export const leaseWait = (lease: Lease | undefined, me: string, now: number, random: number): number => {
  const wait = lease?.by === me ? 0 : timeLeft(REFRESH_PERIOD, lease?.at, now)
  return wait && wait + 500 + random * 3000
}

/**
 * Parses a time, in ms; NaN if the text is not a time, as in a session from storage, which may
 * contain anything.
 */
const timeOf = (text: unknown) => (typeof text === 'string' ? Date.parse(text) : NaN)

/**
 * Returns the length that a session got when it was last extended, in ms; NaN if unknown. Both
 * times are the server's, so a wrong clock of the visitor does not matter.
 */
export const sessionLength = (session: NonNullable<AnyState['session']>): number =>
  timeOf(session.expires_at) - timeOf(session.last_accessed_at)

/** Returns the same in whole minutes, and at least 5, the shortest that the provider grants. */
export const sessionMinutes = (session: NonNullable<AnyState['session']>): number =>
  Math.max(5, Math.round(sessionLength(session) / 60_000))
