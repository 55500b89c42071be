/** JSON values by key, kept for this browser where it lets us, else for this page. Never throws. */
export interface Store {
  /** The value, or undefined where there is none or it is not JSON. */
  get(key: string): unknown
  set(key: string, value: unknown): void
  remove(key: string): void
}

/**
 * `localStorage` or `sessionStorage` as a {@link Store}. Where the browser blocks it or it is full, values live in memory and `blocked` is called
 * (quality.md, "Sessions, tabs, tokens").
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
