/**
 * Where a host's server keeps what is valid for a while: links, codes, sessions, counts. Each
 * function is one statement, so that it holds for many processes on one database. Times are in ms
 * since 1970; a row whose time is over counts as absent. A function that fails rejects, and the
 * call is answered with 503.
 */
export interface Store {
  /** Keeps a value until a time. Replaces an earlier one. */
  put(key: string, value: string, until: number): void | Promise<void>
  /** Resolves with a value, or undefined. */
  get(key: string): string | undefined | Promise<string | undefined>
  /** Removes a value and resolves with it. Of several callers, one gets it. */
  take(key: string): string | undefined | Promise<string | undefined>
  /** Lets a value that is there live until another time. */
  extend(key: string, until: number): void | Promise<void>
  /**
   * Adds a step to a count, which begins at 0 and lives until a time, and resolves with the sum.
   * `until` of the first step counts.
   */
  hit(key: string, until: number, step?: number): number | Promise<number>
}

/** How often rows whose time is over are removed, in ms. */
const SWEEP = 60_000

/** Creates a store in the memory of one process. Its rows do not survive a restart. */
export const memoryStore = (): Store => {
  const rows = new Map<string, { value: string; until: number }>()
  let swept = Date.now()
  const write = (key: string, row: { value: string; until: number }) => {
    const now = Date.now()
    if (now - swept > SWEEP) {
      swept = now
      for (const [one, { until }] of rows) if (until <= now) rows.delete(one)
    }
    rows.set(key, row)
  }
  const live = (key: string) => {
    const row = rows.get(key)
    if (row && row.until > Date.now()) return row
    rows.delete(key)
    return undefined
  }
  return {
    put: (key, value, until) => write(key, { value, until }),
    get: (key) => live(key)?.value,
    take(key) {
      const value = live(key)?.value
      rows.delete(key)
      return value
    },
    extend(key, until) {
      const row = live(key)
      if (row) row.until = until
    },
    hit(key, until, step = 1) {
      const row = live(key) ?? { value: '0', until }
      row.value = String(Number(row.value) + step)
      write(key, row)
      return Number(row.value)
    },
  }
}
