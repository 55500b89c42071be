import { useLayoutEffect, useState } from 'react'
import { afterPaint } from '../browser/afterPaint.ts'

/** Code that arrives after the first paint. */
export interface Chunk<Module> {
  /** The code, once it is here. */
  now?: Module
  /** Fetches it, once. Rejects as a call does that gets no answer (`code: 'unreachable'`); a failed fetch may be tried again. */
  load(): Promise<Module>
}

/** Settles with the last of what has been asked for. */
let arrived: Promise<unknown> = Promise.resolve()

/** Has {@link shown} wait for this, too. */
export const awaited = (arriving: Promise<unknown>): void => {
  arrived = Promise.allSettled([arrived, arriving]).then(() => {})
}

/** Resolves when what is on its way now has come, or failed to, and has been painted. */
export const shown = async (): Promise<void> => {
  await arrived
  return new Promise((done) => afterPaint(done))
}

export function chunk<Module>(fetch: () => Promise<Module>): Chunk<Module> {
  let loading: Promise<Module> | undefined
  const self: Chunk<Module> = {
    load() {
      if (loading) return loading
      loading = fetch().then(
        (module) => (self.now = module),
        (cause) => {
          loading = undefined
          // the class and the words for this may be in what could not be fetched
          throw Object.assign(new Error('Unable to contact our servers.', { cause }), { code: 'unreachable' })
        },
      )
      awaited(loading)
      return loading
    },
  }
  return self
}

/** The code of a chunk: at once when it is here, else when it comes. `failed` when it did not; `load` tries again. */
export function useChunk<Module>(source: Chunk<Module>): { module?: Module; failed: boolean; load: () => void } {
  const [failed, setFailed] = useState(false)
  const [, render] = useState<unknown>()
  const module = source.now
  const load = () => {
    setFailed(false)
    source.load().then(render, () => setFailed(true))
  }
  // before the paint: what is asked for later (`shown`) waits for it
  useLayoutEffect(() => {
    // asks what this rendering had: the code may have come between it and its effect
    if (!module) load()
  }, [source])
  return { module, failed, load }
}
