import { useLayoutEffect, useState } from 'react'
import { afterPaint } from '../../browser/afterPaint.ts'

/** A file of code that is fetched when it is needed. */
export interface Chunk<Module> {
  /** The code, once it has loaded. */
  now?: Module
  /**
   * Fetches the code, once. Rejects with `code: 'unreachable'`, like a call without an answer, also
   * if a file arrives without its content, which is a module without exports. The next call then
   * tries again.
   */
  load(): Promise<Module>
}

/** Settles when everything that the page has begun to fetch has loaded or failed. */
let allSettled: Promise<unknown> = Promise.resolve()

/** Makes {@link whenShown} wait for `pending` too. */
export const delayShown = (pending: Promise<unknown>): void => {
  allSettled = Promise.allSettled([allSettled, pending]).then(() => {})
}

/**
 * Resolves when every chunk that is being fetched now has loaded or failed, and the page has been
 * painted since.
 */
export const whenShown = async (): Promise<void> => {
  await allSettled
  return new Promise((done) => afterPaint(done))
}

/** Declares a chunk; `fetch` is its `import()`. */
export function chunk<Module>(fetch: () => Promise<Module>): Chunk<Module> {
  let loading: Promise<Module> | undefined
  const self: Chunk<Module> = {
    load() {
      if (loading) return loading
      loading = fetch()
        .then((module) => {
          for (const _ in module as object) return (self.now = module)
          throw 0
        })
        .catch(() => {
          loading = undefined
          // Not one of our error classes, which may be in the very file that failed to load. And
          // not the browser's error, which has the file's URL.
          throw Object.assign(new Error('Unable to contact our servers.'), { code: 'unreachable' })
        })
      delayShown(loading)
      return loading
    },
  }
  return self
}

/**
 * Fetches a chunk for a component, which renders again when the code has loaded. It has `failed` if
 * there is none, if it did not load, or after `limit` ms, and can still come then. `load` tries
 * again.
 */
export function useChunk<Module>(source?: Chunk<Module>, limit?: number): { module?: Module; failed: boolean; load: () => void } {
  const [failed, setFailed] = useState(!source)
  const [, render] = useState<unknown>()
  const module = source?.now
  const load = () => {
    setFailed(!source)
    source?.load().then(render, () => setFailed(true))
    if (source && limit) setTimeout(setFailed, limit, true)
  }
  // before the paint, so that `whenShown` waits for this chunk
  useLayoutEffect(() => {
    // `module` is from this rendering; the code may have loaded since
    if (!module) load()
  }, [source])
  return { module, failed, load }
}
