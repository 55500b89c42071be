import { useEffect, useState } from 'react'

/** Code that arrives after the first paint. */
export interface Chunk<Module> {
  /** The code, once it is here. */
  now?: Module
  /** Fetches it, once. Rejects as a call does that gets no answer (`code: 'unreachable'`); a failed fetch may be tried again. */
  load(): Promise<Module>
}

export function chunk<Module>(fetch: () => Promise<Module>): Chunk<Module> {
  let loading: Promise<Module> | undefined
  const self: Chunk<Module> = {
    load: () =>
      (loading ??= fetch().then(
        (module) => (self.now = module),
        (cause) => {
          loading = undefined
          // the class and the words for this may be in what could not be fetched
          throw Object.assign(new Error('Unable to contact our servers.', { cause }), { code: 'unreachable' })
        },
      )),
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
  useEffect(() => {
    // asks what this rendering had: the code may have come between it and its effect
    if (!module) load()
  }, [source])
  return { module, failed, load }
}
