import * as v from 'valibot'
import { createTurns, StoreMap, Unread, type Index, type Shape } from './storeMap.ts'

/**
 * Goes up with a change of a store after which a state of the version before can no longer be read.
 */
export const STATE_VERSION = 1

/** What an emulator keeps, as plain JSON. Only an emulator reads what is in it. */
export interface EmulatorState {
  /** The version of the format. */
  version: number
  /** The contents of each store. */
  stores: Record<string, unknown>
}

/**
 * A change of the state: the entry of a store, as JSON, or nothing if it was deleted. A store that
 * is one record has the key `''`.
 */
export interface StateChange {
  /** The name of the store. */
  store: string
  /** The key of the entry. */
  key: string
  /** The entry. */
  json?: string
}

/** What has changed of a state. */
export interface StateChanges {
  /** Whether these are all entries of a state that has begun anew. */
  whole: boolean
  /** To be read before anything else changes. */
  changes: Iterable<StateChange>
}

/**
 * The state of an emulator for a program that keeps it elsewhere, change by change, so that a
 * change costs what it touches.
 */
export interface Journal {
  /**
   * Returns what has changed since the last call; with `all`, at first, and after `reset` or
   * `state(saved)`, everything.
   */
  take: (all?: boolean) => StateChanges
  /**
   * Begins with the state that these changes make. Throws a TypeError if an emulator cannot read
   * it. `areProven`: you know that they are what `take` has returned, so that each entry is read
   * when it is first needed; otherwise all are checked now.
   */
  replay: (changes: Iterable<StateChange>, areProven?: boolean) => void
  /**
   * After `replay`, makes a part of the indexes, which the first call that needs them would
   * otherwise make whole: for a program that has nothing else to do. Returns whether more is left
   * to make.
   */
  prepare: () => boolean
}

/**
 * What was saved of the stores: the entries of a map, or a record. The contents are taken, not
 * copied. `areProven`: no entry needs to be checked.
 */
export type SavedStores = Map<string, { entries?: Map<string, unknown>; record?: unknown; areProven?: boolean }>

/** Checks that a value is the state of an emulator of this version. */
export const emulatorState: v.GenericSchema<unknown, EmulatorState> = v.strictObject({
  version: v.literal(STATE_VERSION, `is not ${STATE_VERSION}: an emulator of another version has made this state`),
  stores: v.record(v.string(), v.unknown()),
})

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Writes a part of a store as JSON. Throws a TypeError if that would lose something. */
const jsonOf = (name: string, value: unknown): string =>
  JSON.stringify(value, (key, part) => {
    const prototype = typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.getPrototypeOf(part) : null
    // A plain object of any realm.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      throw new TypeError(`The store ${name} has a ${key} that is not JSON.`)
    return part
  })

/**
 * A number of 53 bits that stands for a text, or for its part from `from` to `to`, after what
 * `before` stands for. With it, a change is told without the text of before.
 */
export const mark = (text: string, from = 0, to: number = text.length, before = 0) => {
  let low = 0xdeadbeef ^ (before % 4294967296)
  let high = 0x41c6ce57 ^ (before / 4294967296)
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 2654435761)
    high = Math.imul(high ^ code, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return 4294967296 * (2097151 & high) + (low >>> 0)
}

/** Stands for an entry that was deleted. */
const NO_ENTRY = -1

const unreadable = (name: string) => new TypeError(`state: the contents of the store ${name} are not what an emulator saves.`)
const unreadableEntry = (name: string, key: string) =>
  new TypeError(`state: the entry ${JSON.stringify(key)} of the store ${name} is not what an emulator saves.`)

/** Returns what a state contains, of which nothing belongs to anybody else. */
export const readState = (state: EmulatorState): SavedStores =>
  new Map(
    Object.entries(structuredClone(state.stores)).map(([name, contents]) => {
      const isList =
        Array.isArray(contents) && contents.every((entry) => Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string')
      return [name, { entries: isList ? new Map(contents as [string, unknown][]) : undefined, record: contents }]
    }),
  )

const parseEntry = (store: string, key: string, json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    throw unreadableEntry(store, key)
  }
}

/** Returns what these changes make. */
export const replay = (changes: Iterable<StateChange>, areProven: boolean): SavedStores => {
  const stores: SavedStores = new Map()
  for (const { store, key, json } of changes) {
    if (!stores.has(store)) stores.set(store, { entries: new Map(), areProven })
    const target = stores.get(store)!
    if (json === undefined) {
      target.entries!.delete(key)
      continue
    }
    const isRead = key === '' || !areProven
    target.entries!.set(key, isRead ? parseEntry(store, key, json) : new Unread(json))
    if (key === '') target.record = target.entries!.get(key)
  }
  return stores
}

/**
 * Creates the stores of an emulator for everything that lives long. A store that is created here is
 * part of the state: it is saved with all others, and begins with what was saved; a TypeError says
 * that this does not fit. What lives for minutes, such as codes and links, is in maps of its own.
 * Values must be plain JSON, and name each other by their ids.
 */
export const createStores = (savedStores: SavedStores = new Map()) => {
  const turns = createTurns()
  const maps = new Map<string, StoreMap<unknown>>()
  const records = new Map<string, object>()
  const unread = new Map(savedStores)
  /** What was taken last, by store and key. */
  const marks = new Map<string, Map<string, number>>()
  let hasBase = false

  /** Adds a store, and returns what was saved of it, or undefined. */
  const open = (name: string) => {
    if (maps.has(name) || records.has(name)) throw new Error(`Two stores have the name ${name}.`)
    const contents = unread.get(name)
    unread.delete(name)
    marks.set(name, new Map())
    return contents
  }

  /** The changes of one store, by the keys of entries that may have changed. */
  function* changesOf(name: string, keys: Iterable<string>, entryOf: (key: string) => unknown): Generator<StateChange> {
    const storeMarks = marks.get(name)!
    for (const key of keys) {
      const value = entryOf(key)
      if (value === undefined) {
        if (storeMarks.get(key) === NO_ENTRY) continue
        storeMarks.set(key, NO_ENTRY)
        yield { store: name, key }
        continue
      }
      const json = jsonOf(name, value)
      const now = mark(json)
      if (storeMarks.get(key) === now) continue
      storeMarks.set(key, now)
      yield { store: name, key, json }
    }
  }

  function* changes(whole: boolean): Generator<StateChange> {
    for (const [name, record] of records) yield* changesOf(name, [''], () => record)
    for (const [name, map] of maps) yield* changesOf(name, whole ? map.keys() : map.unsavedKeys(), (key) => map.peek(key))
  }

  return {
    /**
     * Creates a map that is part of the state. No other store has this name. `shape`: what each
     * entry must be.
     */
    map: <Value>(name: string, shape: Shape<Value>): StoreMap<Value> => {
      const contents = open(name)
      if (contents && !contents.entries) throw unreadable(name)
      if (!contents?.areProven) for (const [key, value] of contents?.entries ?? []) if (!shape(value)) throw unreadableEntry(name, key)
      const map = new StoreMap<Value>(turns, contents?.entries as Map<string, Value | Unread> | undefined, (key, value) => {
        const storeMarks = marks.get(name)!
        if (!storeMarks.has(key)) storeMarks.set(key, mark(jsonOf(name, value)))
      })
      maps.set(name, map as StoreMap<unknown>)
      return map
    },
    /**
     * Makes an object part of the state: its fields take the values that were saved. No other store
     * has this name.
     */
    record: <Value extends object>(name: string, record: Value): Value => {
      const contents = open(name)
      records.set(name, record)
      if (!contents) return record
      if (!isRecord(contents.record)) throw unreadable(name)
      return Object.assign(record, contents.record)
    },
    /** The stores that were saved and that nobody has opened. */
    unread: () => [...unread.keys()],
    /**
     * To be called when a request begins; the result, when it has been answered. In between it can
     * change every entry that it has got.
     */
    turn: turns.begin,
    /** Returns a copy of the contents of every store. */
    save: (): EmulatorState => ({
      version: STATE_VERSION,
      stores: Object.fromEntries([
        ...[...records].map(([name, record]) => [name, JSON.parse(jsonOf(name, record))]),
        ...[...maps].map(([name, map]) => [name, JSON.parse(jsonOf(name, [...map.peekEntries()]))]),
      ]),
    }),
    /**
     * Returns what has changed since the last call, or everything at the first. `all`: everything
     * in any case.
     */
    take: (all = false): StateChanges => {
      const whole = all || !hasBase
      hasBase = true
      for (const map of maps.values()) map.remember()
      if (whole) for (const storeMarks of marks.values()) storeMarks.clear()
      return { whole, changes: changes(whole) }
    },
    /**
     * Tells indexes of a few more entries. Returns whether there are others that they do not know.
     */
    prepare: () => [...maps.values()].some((map) => map.prepare()),
    /**
     * Says that what was read last is what is kept elsewhere, so that only later changes are taken.
     */
    acknowledge: () => {
      hasBase = true
      for (const [name, record] of records) marks.get(name)!.set('', mark(jsonOf(name, record)))
      for (const map of maps.values()) map.remember(true)
    },
  }
}

export type Stores = ReturnType<typeof createStores>
export type { Index, StoreMap }
