/** The emulator's own time: everything that expires, expires by it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Moves the time on, by milliseconds. */
  advance: (ms: number) => void
}

/** A clock that runs with the machine's and can be put forward. */
export const createClock = (): Clock => {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => { ahead += ms },
  }
}

/** A time as the provider writes it: RFC 3339 in UTC, whole seconds. */
export const timestamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
