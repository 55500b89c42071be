import * as v from 'valibot'

/** Goes up with a change of a store after which a state of the version before can no longer be read. */
export const STATE_VERSION = 1

/** What an emulator keeps, as plain JSON. Only an emulator reads what is in it. */
export interface EmulatorState {
  /** The version of the format. */
  version: number
  /** The contents of each store. */
  stores: Record<string, unknown>
}

/** A map as JSON: its entries. */
const entries = v.array(
  v.custom<[string, unknown]>((entry) => Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string', 'is not an entry'),
)
/** A record as JSON: its fields. */
const fields = v.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))

/** Checks that a value is the state of an emulator of this version. */
export const emulatorState: v.GenericSchema<unknown, EmulatorState> = v.strictObject({
  version: v.literal(STATE_VERSION, `is not ${STATE_VERSION}: an emulator of another version has made this state`),
  stores: v.record(v.string(), v.unknown()),
})

/** Copies a store as JSON. Throws a TypeError if that would lose something. */
const copied = (name: string, value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, part) => {
      const prototype = typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.getPrototypeOf(part) : null
      // A plain object of any realm.
      if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
        throw new TypeError(`The store ${name} has a ${key} that is not JSON.`)
      return part
    }),
  )

/**
 * Creates the stores of an emulator for everything that lives long. A store that is created here is part of the state: it is saved with all others, and
 * begins with what was saved; a TypeError says that this does not fit. What lives for minutes, such as codes and links, is in maps of its own. Values
 * must be plain JSON, and name each other by their ids.
 */
export const createStores = (saved?: EmulatorState) => {
  const stores = new Map<string, () => unknown>()
  const unread = new Map(Object.entries(structuredClone(saved?.stores ?? {})))

  /** Adds a store, and returns what was saved of it, or undefined. */
  const open = <Saved>(name: string, read: () => unknown, schema: v.GenericSchema<unknown, Saved>): Saved | undefined => {
    if (stores.has(name)) throw new Error(`Two stores have the name ${name}.`)
    stores.set(name, read)
    if (!unread.has(name)) return undefined
    const found = unread.get(name)
    unread.delete(name)
    if (!v.safeParse(schema, found).success) throw new TypeError(`state: the contents of the store ${name} are not what an emulator saves.`)
    return found as Saved
  }

  return {
    /** Creates a map that is part of the state. No other store has this name. */
    map: <Value>(name: string): Map<string, Value> => {
      const map: Map<string, Value> = new Map()
      const saved = open(name, () => [...map], entries) ?? []
      for (const [key, value] of saved) map.set(key, value as Value)
      return map
    },
    /** Makes an object part of the state: its fields take the values that were saved. No other store has this name. */
    record: <Value extends object>(name: string, record: Value): Value =>
      Object.assign(
        record,
        open(name, () => record, fields),
      ),
    /** The stores that were saved and that nobody has opened. */
    unread: () => [...unread.keys()],
    /** Returns a copy of the contents of every store. */
    save: (): EmulatorState => ({
      version: STATE_VERSION,
      stores: Object.fromEntries([...stores].map(([name, read]) => [name, copied(name, read())])),
    }),
  }
}

export type Stores = ReturnType<typeof createStores>
