import * as v from 'valibot'
import { createTurns, StoreMap, type Shape } from './storeMap.ts'

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

/** Checks that a value is the state of an emulator of this version. */
export const emulatorState: v.GenericSchema<unknown, EmulatorState> = v.strictObject({
  version: v.literal(STATE_VERSION, `is not ${STATE_VERSION}: an emulator of another version has made this state`),
  stores: v.record(v.string(), v.unknown()),
})

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies a part of a store. Throws a TypeError if JSON would lose something. */
const copyOf = (name: string, value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((part) => copyOf(name, part, key))
  if (!isRecord(value)) return value
  const prototype = Object.getPrototypeOf(value)
  // A plain object of any realm.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw new TypeError(`The store ${name} has a ${key} that is not JSON.`)
  const copy: Record<string, unknown> = { ...value }
  for (const key of Object.keys(copy)) {
    if (copy[key] === undefined) delete copy[key]
    else copy[key] = copyOf(name, copy[key], key)
  }
  return copy
}

const unreadable = (name: string) => new TypeError(`state: the contents of the store ${name} are not what an emulator saves.`)

/**
 * Creates the stores of an emulator for everything that lives long. A store that is created here is
 * part of the state: it is saved with all others, and begins with what was saved, of which it takes
 * a copy; a TypeError says that this does not fit. What lives for minutes, such as codes and links,
 * is in maps of its own. Values must be plain JSON, and name each other by their ids.
 */
export const createStores = (saved: EmulatorState['stores'] = {}) => {
  const turns = createTurns()
  const stores = new Map<string, object>()
  const unread = new Map(Object.entries(saved))

  /** Returns a copy of what was saved of a new store, or else `empty`. */
  const open = (name: string, empty: object) => {
    if (stores.has(name)) throw new Error(`Two stores have the name ${name}.`)
    const contents = unread.has(name) ? copyOf(name, unread.get(name)) : empty
    unread.delete(name)
    return contents
  }

  return {
    /**
     * Creates a map that is part of the state. No other store has this name. `shape`: what each
     * entry must be.
     */
    map: <Value>(name: string, shape: Shape<Value>): StoreMap<Value> => {
      const contents = open(name, [])
      if (!Array.isArray(contents)) throw unreadable(name)
      for (const entry of contents) {
        if (!Array.isArray(entry) || entry.length !== 2 || typeof entry[0] !== 'string') throw unreadable(name)
        if (!shape(entry[1]))
          throw new TypeError(`state: the entry ${JSON.stringify(entry[0])} of the store ${name} is not what an emulator saves.`)
      }
      const map = new StoreMap<Value>(turns, contents as [string, Value][])
      stores.set(name, map)
      return map
    },
    /**
     * Makes an object part of the state: its fields take the values that were saved. No other store
     * has this name.
     */
    record: <Value extends object>(name: string, record: Value): Value => {
      const contents = open(name, {})
      if (!isRecord(contents)) throw unreadable(name)
      stores.set(name, record)
      return Object.assign(record, contents)
    },
    /** The stores that were saved and that nobody has opened. */
    unread: () => [...unread.keys()],
    /**
     * To be called when a request begins; the result, when it has been answered. In between it can
     * change every entry that it has got.
     */
    turn: turns.begin,
    save: (): EmulatorState => ({
      version: STATE_VERSION,
      stores: Object.fromEntries([...stores].map(([name, store]) => [name, copyOf(name, store instanceof StoreMap ? [...store] : store)])),
    }),
  }
}

export type Stores = ReturnType<typeof createStores>
