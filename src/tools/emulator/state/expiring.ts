import { base64url } from 'jose'
import type { Clock } from './clock.ts'
import type { StoreMap } from './storeMap.ts'

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
 * milliseconds since the epoch, or undefined. The next to end is on top of a binary heap, so that
 * adding one costs little, however many there are.
 */
export const createSweep = <Value>(
  clock: Clock,
  entries: StoreMap<Value> | Map<string, Value>,
  endOf: (value: Value) => number | undefined,
) => {
  const heap: { key: string; end: number }[] = []
  const waiting = new Set<string>()

  const swap = (one: number, other: number) => {
    ;[heap[one], heap[other]] = [heap[other]!, heap[one]!]
  }
  const add = (key: string, end: number) => {
    if (waiting.has(key)) return
    waiting.add(key)
    let at = heap.push({ key, end }) - 1
    for (let above = (at - 1) >> 1; at > 0 && heap[above]!.end > heap[at]!.end; above = (at - 1) >> 1) {
      swap(at, above)
      at = above
    }
  }
  const takeFirst = () => {
    const [first] = heap
    const last = heap.pop()!
    if (heap.length > 0) heap[0] = last
    for (let at = 0; ; ) {
      const below = 2 * at + 1
      const next = heap[below + 1] && heap[below + 1]!.end < heap[below]!.end ? below + 1 : below
      if (!heap[next] || heap[next].end >= heap[at]!.end) break
      swap(at, next)
      at = next
    }
    waiting.delete(first!.key)
    return first!.key
  }

  const endOfKey = (key: string) => {
    const value = 'peek' in entries ? entries.peek(key) : entries.get(key)
    return value === undefined ? undefined : endOf(value)
  }
  if ('each' in entries)
    entries.each((key, value) => {
      const end = endOf(value)
      if (end !== undefined) add(key, end)
    })

  return {
    /** Notes one more. Its end may be put off later. */
    add,
    /** Forgets all that have ended. */
    sweep: () => {
      if ('prepare' in entries) entries.prepare(true)
      while (heap[0] && heap[0].end <= clock.now()) {
        const key = takeFirst()
        const end = endOfKey(key)
        if (end === undefined) continue
        if (end > clock.now()) add(key, end)
        else entries.delete(key)
      }
    },
  }
}

/**
 * Creates a store whose values expire by this clock. `entries`: the map that contains them, if they
 * are part of the state of the emulator.
 */
export const createExpiring = <Value>(
  clock: Clock,
  entries: StoreMap<Ending<Value>> | Map<string, Ending<Value>> = new Map(),
): Expiring<Value> => {
  const { add, sweep } = createSweep<Ending<Value>>(clock, entries, ({ until }) => until)
  return {
    put: (key, value, minutes) => {
      sweep()
      const until = clock.now() + minutes * MINUTE
      entries.set(key, { value, until })
      add(key, until)
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
