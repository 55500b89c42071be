import * as v from 'valibot'

/** The emulator's own time. Everything that expires follows it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Moves the clock forward, in milliseconds. */
  advance: (ms: number) => void
}

/**
 * How far one step can move the clock: at most about thirty years, so that the time stays a valid
 * date.
 */
export const advanceMs = v.pipe(
  v.number(),
  v.check((ms) => Number.isInteger(ms) && ms >= 0 && ms <= 1e12, 'must be a whole number of milliseconds from 0 to 1e12'),
)

/**
 * A clock that follows the machine's clock and can be moved forward. `offset`: how far ahead it is,
 * in milliseconds.
 */
export const createClock = (offset = { ahead: 0 }): Clock => {
  return {
    now: () => Date.now() + offset.ahead,
    advance: (ms) => {
      offset.ahead += ms
    },
  }
}

/** Formats a time as the provider does: RFC 3339 in UTC, whole seconds. */
export const timestamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
