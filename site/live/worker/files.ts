/** The files of the playground: from the network, or from the browser's cache without one. */

/** The files of a folder, for a worker that answers for it. */
export interface Files {
  /** Answers a request for a file. */
  answer: (request: Request) => Promise<Response>
  /**
   * Fetches what is not in the cache yet, so that everything works without a network from then on.
   */
  keepAll: () => Promise<void>
  /** Deletes what earlier releases have kept. */
  forgetEarlier: () => Promise<void>
}

const AT_ONCE = 4

/** `paths`: all files, relative to the folder. `release` differs if one of the files does. */
export const createFiles = (folder: string, paths: string[], release: string): Files => {
  const family = `latchkey-playground ${folder} `
  const openCache = () => caches.open(family + release)
  /** The query of a page can contain a token, and does not change the file. */
  const keyOf = ({ url }: Pick<Request, 'url'>) => url.replace(/[?#].*$/s, '')
  const keys = new Set<string>()

  const keep = async (key: string, response: Response) => {
    if (keys.has(key) || response.status !== 200) return
    keys.add(key)
    await (await openCache()).put(key, response)
  }

  return {
    answer: async (request) => {
      const key = keyOf(request)
      try {
        const response = await fetch(request)
        void keep(key, response.clone()).catch(() => undefined)
        return response
      } catch {
        return (await (await openCache()).match(key)) ?? Response.error()
      }
    },
    keepAll: async () => {
      const cache = await openCache()
      const here = new Set((await cache.keys()).map(keyOf))
      const missing = paths.map((path) => String(new URL(path, folder))).filter((url) => !here.has(url))
      const fetchNext = async () => {
        for (let url = missing.pop(); url !== undefined; url = missing.pop()) await keep(url, await fetch(url))
      }
      await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
    },
    forgetEarlier: async () => {
      const names = await caches.keys()
      const earlier = names.filter((name) => name.startsWith(family) && name !== family + release)
      await Promise.all(earlier.map((name) => caches.delete(name)))
    },
  }
}
