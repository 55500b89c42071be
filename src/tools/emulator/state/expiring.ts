import { base64url } from 'jose'
import type { Clock } from './clock.ts'

const MINUTE = 60_000

/**
 * Values that are handed out for a limited time and can be redeemed once: codes, links, challenges,
 * tokens.
 */
export interface Expiring<Value> {
  /**
   * Stores a value for this many minutes and replaces an earlier value of the same key. Forgets
   * what has expired.
   */
  put: (key: string, value: Value, minutes: number) => void
  /** Returns the value, or undefined if it has expired or was never stored. Does not spend it. */
  find: (key: string) => Value | undefined
  /** Deletes the key, because each can be redeemed only once. */
  spend: (key: string) => void
}

/** A value with its end, in milliseconds since the epoch. */
export interface Ending<Value> {
  value: Value
  until: number
}

/**
 * Forgets what has ended of what a map contains. `endOf` returns the end of a value, in
 * milliseconds since the epoch, or undefined.
 */
export const createSweep = <Value>(clock: Clock, entries: Map<string, Value>, endOf: (value: Value) => number | undefined) => {
  /** No value ends before this, so most calls look at none. */
  let earliest = -Infinity
  return {
    /** Notes the end of a value. It may be put off later. */
    add: (end: number) => {
      earliest = Math.min(earliest, end)
    },
    /** Forgets all that have ended. */
    sweep: () => {
      if (clock.now() < earliest) return
      earliest = Infinity
      for (const [key, value] of entries) {
        const end = endOf(value) ?? Infinity
        if (end <= clock.now()) entries.delete(key)
        else earliest = Math.min(earliest, end)
      }
    },
  }
}

/**
 * Creates a store whose values expire by this clock. `entries`: the map that contains them, if they
 * are part of the state of the emulator.
 */
export const createExpiring = <Value>(clock: Clock, entries: Map<string, Ending<Value>> = new Map()): Expiring<Value> => {
  const { add, sweep } = createSweep(clock, entries, ({ until }) => until)
  return {
    put: (key, value, minutes) => {
      sweep()
      const until = clock.now() + minutes * MINUTE
      entries.set(key, { value, until })
      add(until)
    },
    find: (key) => {
      const entry = entries.get(key)
      return entry && entry.until > clock.now() ? entry.value : undefined
    },
    spend: (key) => {
      entries.delete(key)
    },
  }
}

/** Returns an unguessable token of 256 bits, in characters that are safe in a URL. */
export const randomToken = () => base64url.encode(crypto.getRandomValues(new Uint8Array(32)))

/** Returns six random digits. Every code is equally likely. */
export const randomCode = (): string => {
  // 4,294 whole millions fit into 32 bits; a value above them would favor the low codes.
  const [value] = crypto.getRandomValues(new Uint32Array(1)) as unknown as [number]
  return value < 4_294_000_000 ? String(value % 1_000_000).padStart(6, '0') : randomCode()
}
