import * as v from 'valibot'

/** The emulator's own time: everything that expires, expires by it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Moves the time on, by milliseconds. */
  advance: (ms: number) => void
}

/** How far the time may be put forward at once: some thirty years, so that it stays a date. */
export const advanceMs = v.pipe(
  v.number(),
  v.check((ms) => Number.isInteger(ms) && ms >= 0 && ms <= 1e12, 'must be a whole number of milliseconds from 0 to 1e12'),
)

/** A clock that runs with the machine's and can be put forward. */
export const createClock = (): Clock => {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms
    },
  }
}

/** A time as the provider writes it: RFC 3339 in UTC, whole seconds. */
export const timestamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
