import type { Who } from './state.ts'

// When the session is refreshed, and by which tab: pure rules.

/** Time between two background refreshes, in ms. */
export const PERIOD = 180_000

/** However often tabs come, go and are restored, a browser asks about the session once in so many ms. */
export const REST = 10_000

/** How much is left, in ms, of a time of `length` that began `at`; 0 when it is over. A time in the future is a clock that was set back, and counts for nothing. */
export const remaining = (length: number, at: number | undefined, now: number = Date.now()): number => {
  // storage holds what anybody has put there: the difference is a number whatever it is
  const age = now - at!
  return age >= 0 && age < length ? length - age : 0
}

/**
 * How long to wait after `failures` refreshes in a row have failed, in ms: 2 s doubled each time up to 256 s, jitter +-175 ms, and what the server asks
 * for when it asks for longer. `random` is in [0, 1).
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
 * nothing behind but a time that passes. What is no time counts for nothing.
 */
export const othersTurn = (lease: Lease | undefined, me: string, now: number, random: number): number => {
  const left = lease?.by === me ? 0 : remaining(PERIOD, lease?.at, now)
  return left && left + 500 + random * 3000
}

/** A time in ms; NaN for what is none, as a session from storage may hold anything. */
const timeOf = (text: unknown) => (typeof text === 'string' ? Date.parse(text) : NaN)

/** The length that a session was given, in ms; NaN where it does not say. Both times are the server's, so a visitor's wrong clock does not matter. */
export const sessionLength = (session: NonNullable<Who['session']>): number => timeOf(session.expires_at) - timeOf(session.last_accessed_at)

/** The same in whole minutes; at least the five that the provider grants. */
export const sessionMinutes = (session: NonNullable<Who['session']>): number => Math.max(5, Math.round(sessionLength(session) / 60_000))
