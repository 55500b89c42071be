/**
 * Stores JSON values by key: in the browser's storage if possible, otherwise for the life of this
 * page. Never throws.
 */
export interface Store {
  /** Returns the value, or undefined if there is none or it is not JSON. */
  get(key: string): unknown
  set(key: string, value: unknown): void
  remove(key: string): void
}

/**
 * Creates a {@link Store} on `localStorage` or `sessionStorage`. If the browser blocks it, or if it
 * is full, values are kept in memory and `blocked` is called
 * (docs/decisions/blocked-storage-is-reported.md).
 */
export function createStore(area: 'localStorage' | 'sessionStorage', blocked: () => void): Store {
  const memory = new Map<string, string>()
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch {
      blocked()
    }
  }
  return {
    get(key) {
      const text = memory.get(key) ?? attempt(() => window[area].getItem(key))
      try {
        return JSON.parse(text as string) ?? undefined
      } catch {}
    },
    set(key, value) {
      const text = JSON.stringify(value)
      memory.set(key, text)
      attempt(() => {
        window[area].setItem(key, text)
        memory.delete(key)
      })
    },
    remove(key) {
      memory.delete(key)
      attempt(() => window[area].removeItem(key))
    },
  }
}
