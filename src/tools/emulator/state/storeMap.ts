/** Maps of the state, and indexes of their entries. */

/** What the entries of a map must be. A state can come from a file that somebody has edited. */
export type Shape<Value> = (value: unknown) => value is Value

type FieldType = 'string' | 'number' | 'boolean' | 'list' | 'object'

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

/** Entries that are objects, with at least these fields of these kinds. */
export const objects =
  <Value extends object>(fields: Partial<Record<keyof Value & string, FieldType>>): Shape<Value> =>
  (value): value is Value =>
    kindOf(value) === 'object' && Object.entries(fields).every(([name, kind]) => kindOf((value as Record<string, unknown>)[name]) === kind)

/** Entries that are texts. */
export const texts: Shape<string> = (value): value is string => typeof value === 'string'

/** Finds entries by something else than their keys. */
export interface Index<Value> {
  /** Returns the first entry with this key of the index. */
  first: (key: string) => Value | undefined
  /** Returns all of them. */
  all: (key: string) => Value[]
  /** Returns the key of the first one in the map. */
  key: (key: string) => string | undefined
}

/**
 * Counts requests and remembers which are running. A request changes entries in place, so an entry
 * can change until every request that ran when it was read has been answered.
 */
export const createTurns = () => {
  let latest = 0
  const running = new Set<number>()
  return {
    /** Returns the number of the latest request. */
    latest: () => latest,
    /**
     * Returns the number of the oldest request that is running, or else of the latest: code between
     * requests changes entries too, until the next request begins.
     */
    oldest: () => {
      for (const turn of running) return turn
      return latest
    },
    /** Begins a request. Returns what ends it. */
    begin: () => {
      const turn = ++latest
      running.add(turn)
      return () => void running.delete(turn)
    },
  }
}

export type Turns = ReturnType<typeof createTurns>

/**
 * A map whose entries are part of the state. Anyone who gets an entry may change it in place.
 * Iterating is for readers, so it must not change what an index looks at.
 */
export class StoreMap<Value> extends Map<string, Value> {
  readonly #turns: Turns
  readonly #indexes: { add: (key: string, value: Value) => void; remove: (key: string, value: Value) => void }[] = []
  /** For entries that may have changed: the latest request when they were last got. */
  readonly #turnByKey = new Map<string, number>()

  constructor(turns: Turns, entries: Iterable<[string, Value]> = []) {
    super()
    this.#turns = turns
    for (const [key, value] of entries) super.set(key, value)
  }

  #noteAccess(key: string) {
    if (this.#indexes.length > 0) this.#turnByKey.set(key, this.#turns.latest())
  }

  override get(key: string) {
    const value = super.get(key)
    if (value !== undefined) this.#noteAccess(key)
    return value
  }

  override set(key: string, value: Value) {
    this.#noteAccess(key)
    return super.set(key, value)
  }

  override delete(key: string) {
    const value = super.get(key)
    if (value !== undefined) for (const { remove } of this.#indexes) remove(key, value)
    this.#turnByKey.delete(key)
    return super.delete(key)
  }

  /** Says that nobody will change an entry anymore. Lets a seed add many entries fast. */
  letGo(key: string) {
    const value = super.get(key)
    if (value !== undefined) for (const { add } of this.#indexes) add(key, value)
    this.#turnByKey.delete(key)
  }

  /** Creates an index: entries are found by each of these texts. */
  index(textsOf: (value: Value, key: string) => readonly (string | undefined)[]): Index<Value> {
    /** Also has texts that entries had before, so each answer is checked. */
    const keysByText = new Map<string, Set<string>>()

    const add = (key: string, value: Value) => {
      for (const text of textsOf(value, key)) {
        if (text === undefined) continue
        const keys = keysByText.get(text)
        if (keys) keys.add(key)
        else keysByText.set(text, new Set([key]))
      }
    }
    const removeText = (key: string, text: string | undefined) => {
      const keys = text === undefined ? undefined : keysByText.get(text)
      if (keys?.delete(key) && keys.size === 0) keysByText.delete(text!)
    }
    const remove = (key: string, value: Value) => {
      for (const text of textsOf(value, key)) removeText(key, text)
    }
    for (const [key, value] of this) add(key, value)
    this.#indexes.push({ add, remove })

    const find = (text: string): string[] => {
      const oldest = this.#turns.oldest()
      for (const [key, turn] of this.#turnByKey) {
        const value = super.get(key)!
        for (const { add } of this.#indexes) add(key, value)
        if (turn < oldest) this.#turnByKey.delete(key)
      }
      return [...(keysByText.get(text) ?? [])].filter((key) => {
        const value = super.get(key)
        const isThere = value !== undefined && textsOf(value, key).includes(text)
        if (!isThere) removeText(key, text)
        return isThere
      })
    }
    return {
      first: (text) => {
        const [key] = find(text)
        return key === undefined ? undefined : this.get(key)
      },
      key: (text) => find(text)[0],
      all: (text) => find(text).map((key) => this.get(key)!),
    }
  }
}
