/**
 * Maps of the state that know which of their entries can have changed, for indexes and for a file.
 */

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

/** An entry as it was saved, which nobody has needed yet. Of a large file, few ever are. */
export class Unread {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

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
 * Follows which entries running requests have got. A request changes entries in place, so an entry
 * counts as changing from when it was got until every request that ran then has been answered.
 */
export const createTurns = () => {
  type Listener = (keys: Iterable<string>) => void
  interface Time {
    running: number
    accessedKeys: Map<Listener, Set<string>>
  }
  const time = (): Time => ({ running: 0, accessedKeys: new Map() })
  let before = time()
  let now = time()

  const settle = ({ accessedKeys }: Time) => {
    for (const [onSettled, keys] of accessedKeys) onSettled(keys)
  }
  /** Ends the earlier time if none of its requests is running. */
  const pass = () => {
    if (before.running > 0) return
    settle(before)
    before = now
    now = time()
    if (before.running > 0) return
    settle(before)
    before = time()
  }

  return {
    /**
     * Notes that somebody has got an entry. `onSettled` hears of it as soon as nobody can change it
     * any more.
     */
    noteAccess: (onSettled: Listener, key: string) => {
      const keys = now.accessedKeys.get(onSettled)
      if (keys) keys.add(key)
      else now.accessedKeys.set(onSettled, new Set([key]))
    },
    /** The entries that somebody could be changing. */
    changing: (onSettled: Listener): string[] => [
      ...(before.accessedKeys.get(onSettled) ?? []),
      ...(now.accessedKeys.get(onSettled) ?? []),
    ],
    /** Says that nobody changes an entry any more. */
    letGo: (onSettled: Listener, key: string) => {
      for (const { accessedKeys } of [before, now]) accessedKeys.get(onSettled)?.delete(key)
      onSettled([key])
    },
    /** Begins a request. Returns what ends it. */
    begin: () => {
      const own = now
      own.running++
      return () => {
        own.running--
        pass()
      }
    },
  }
}

export type Turns = ReturnType<typeof createTurns>

/** How many entries are gone through at once while nobody waits: for some milliseconds. */
const FEW = 400

const read = <Value>(value: Value | Unread): Value => (value instanceof Unread ? (JSON.parse(value.json) as Value) : value)

/**
 * Takes notice of an entry, or that it is gone. An entry that is not its own is an unread one: it
 * is told again before anybody can change it.
 */
type Follower<Value> = (key: string, value: Value | undefined, isOwn: boolean) => void

/** A map whose entries are part of the state. Whoever gets an entry may change it in place. */
export class StoreMap<Value> extends Map<string, Value> {
  readonly #turns: Turns
  readonly #followers: Follower<Value>[] = []
  /**
   * The keys that the followers have not been told of yet. Undefined before anybody has asked, null
   * afterward.
   */
  #toFollow: Iterator<string> | null | undefined
  #unsavedKeys: Set<string> | undefined
  /**
   * The keys of entries that were added since `remember(true)`. Of all others there is a copy
   * elsewhere. Undefined if there are no copies.
   */
  #withoutCopy: Set<string> | undefined
  readonly #beforeChange: ((key: string, value: Value) => void) | undefined
  readonly #onSettled = (keys: Iterable<string>) => {
    for (const key of keys) {
      if (this.#toFollow !== undefined) this.#note(key)
      this.#unsavedKeys?.add(key)
    }
  }

  /** `beforeChange` is told of an entry that is kept elsewhere, before anybody can change it. */
  constructor(turns: Turns, entries?: Iterable<[string, Value | Unread]>, beforeChange?: (key: string, value: Value) => void) {
    super()
    this.#turns = turns
    this.#beforeChange = beforeChange
    for (const [key, value] of entries ?? []) super.set(key, value as Value)
  }

  #note(key: string) {
    const entry: Value | Unread | undefined = super.get(key)
    const value = entry === undefined ? undefined : read(entry)
    for (const follower of this.#followers) follower(key, value, !(entry instanceof Unread))
  }

  /** Reads an entry so that it stays, for somebody who may change it. */
  #own(key: string) {
    const entry: Value | Unread | undefined = super.get(key)
    if (!(entry instanceof Unread)) return entry
    const value = read(entry)
    super.set(key, value)
    if (this.#toFollow !== undefined) this.#note(key)
    return value
  }

  /**
   * Tells the followers of a few entries, or of all. Each entry is read once for all of them.
   * Returns whether there are more.
   */
  prepare(isAll = false): boolean {
    if (this.#toFollow === undefined) this.#toFollow = this.#followers.length > 0 ? this.keys() : null
    for (let count = 0; this.#toFollow && (isAll || count < FEW); count++) {
      const { done, value } = this.#toFollow.next()
      if (done) this.#toFollow = null
      else this.#note(value)
    }
    return this.#toFollow !== null
  }

  #noteAccess(key: string, value?: Value) {
    if (value !== undefined && this.#withoutCopy?.has(key) === false) this.#beforeChange?.(key, value)
    this.#turns.noteAccess(this.#onSettled, key)
  }

  override get(key: string) {
    const value = this.#own(key)
    if (typeof value === 'object') this.#noteAccess(key, value)
    return value
  }

  override set(key: string, value: Value) {
    this.#noteAccess(key, this.#own(key))
    this.#withoutCopy?.add(key)
    return super.set(key, value)
  }

  override delete(key: string) {
    if (this.#own(key) !== undefined) this.#noteAccess(key)
    return super.delete(key)
  }

  override *entries(): MapIterator<[string, Value]> {
    for (const key of super.keys()) {
      const value = this.#own(key)!
      this.#noteAccess(key, value)
      yield [key, value]
    }
    return undefined
  }

  override *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value
    return undefined
  }

  override [Symbol.iterator]() {
    return this.entries()
  }

  override forEach(each: (value: Value, key: string, map: Map<string, Value>) => void) {
    for (const [key, value] of this.entries()) each(value, key, this)
  }

  /** Says that nobody changes an entry any more: for whoever adds many at once. */
  letGo(key: string) {
    this.#turns.letGo(this.#onSettled, key)
  }

  /** Returns an entry for somebody who only reads it. */
  peek(key: string): Value | undefined {
    const entry: Value | Unread | undefined = super.get(key)
    return entry === undefined ? undefined : read(entry)
  }

  /** Returns all entries for somebody who only reads them. */
  *peekEntries(): Generator<[string, Value]> {
    for (const [key, value] of super.entries()) yield [key, read(value)]
  }

  /** The same without their keys. */
  *peekValues(): Generator<Value> {
    for (const value of super.values()) yield read(value)
  }

  /**
   * From now on, `unsavedKeys` says what has changed. `isKept`: whether the present entries are
   * kept elsewhere.
   */
  remember(isKept = false) {
    this.#unsavedKeys ??= new Set()
    if (isKept) this.#withoutCopy = new Set()
  }

  /** Returns the keys of entries that may have changed since the last call. */
  unsavedKeys(): Iterable<string> {
    const keys = new Set([...(this.#unsavedKeys ?? []), ...this.#turns.changing(this.#onSettled)])
    this.#unsavedKeys?.clear()
    return keys
  }

  #follow(follower: Follower<Value>) {
    this.#followers.push(follower)
    this.#toFollow = undefined
  }

  /** Tells of every entry, some of them several times, before `prepare(true)` returns. */
  each(visit: (key: string, value: Value) => void) {
    this.#follow((key, value) => value !== undefined && visit(key, value))
  }

  /**
   * Creates an index: entries are found by each of these texts. It is made when it is first used.
   */
  index(textsOf: (value: Value, key: string) => readonly (string | undefined)[]): Index<Value> {
    /** Most texts lead to one key, which needs no set. */
    const keysOf = new Map<string, string | Set<string>>()
    /** What the index has of the entries that somebody may have changed. */
    const textsByKey = new Map<string, readonly (string | undefined)[]>()

    const add = (text: string | undefined, key: string) => {
      if (text === undefined) return
      const holders = keysOf.get(text)
      if (holders === undefined) keysOf.set(text, key)
      else if (typeof holders !== 'string') holders.add(key)
      else if (holders !== key) keysOf.set(text, new Set([holders, key]))
    }
    const remove = (text: string | undefined, key: string) => {
      const holders = text === undefined ? undefined : keysOf.get(text)
      if (holders === key || (holders instanceof Set && holders.delete(key) && holders.size === 0)) keysOf.delete(text!)
    }
    this.#follow((key, value, isOwn) => {
      // a copy, because the entry itself changes
      const now = value === undefined ? [] : [...textsOf(value, key)]
      const then = textsByKey.get(key) ?? []
      if (now.length === then.length && now.every((text, at) => text === then[at])) return
      for (const text of then) remove(text, key)
      for (const text of now) add(text, key)
      if (now.length === 0) textsByKey.delete(key)
      else if (isOwn) textsByKey.set(key, now)
    })
    const keys = (text: string): Iterable<string> => {
      this.prepare(true)
      for (const key of this.#turns.changing(this.#onSettled)) this.#note(key)
      const holders = keysOf.get(text)
      return holders === undefined ? [] : typeof holders === 'string' ? [holders] : [...holders]
    }

    return {
      first: (text) => {
        for (const key of keys(text)) return this.get(key)
        return undefined
      },
      key: (text) => {
        for (const key of keys(text)) return key
        return undefined
      },
      all: (text) => Array.from(keys(text), (key) => this.get(key)!),
    }
  }
}
