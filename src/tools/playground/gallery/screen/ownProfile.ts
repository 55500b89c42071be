/**
 * What a page of the gallery keeps to itself, so that many of them show many visitors side by side,
 * on one origin.
 */

/** Creates a storage that lasts as long as the page. */
const createStorage = (): Storage => {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}

/**
 * What this page uses of the Navigation API, which is younger than what the widget needs. Without
 * it, the page leaves.
 */
interface Navigation {
  addEventListener(
    type: 'navigate',
    listener: (event: Event & { navigationType: string; destination: { sameDocument: boolean } }) => void,
  ): void
}

/**
 * Gives this page its own cookies and storage, which are empty, and keeps it where it is: a
 * navigation that its scripts begin does not happen.
 */
export function takeOwnProfile() {
  for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { value: createStorage() })
  const cookies = new Map<string, string>()
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set(text: string) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(text) ?? []
      if (/; *max-age=(0|-\d+)/i.test(text)) cookies.delete(name)
      else cookies.set(name, value)
    },
  })
  ;(window as { navigation?: Navigation }).navigation?.addEventListener('navigate', (event) => {
    if (!event.destination.sameDocument && event.navigationType !== 'reload') event.preventDefault()
  })
}
