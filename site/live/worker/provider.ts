/** The emulator of the playground, in the browser. */
import { createEmulator, type EmulatorState, type Fault } from '../../../src/tools/emulator/index.ts'
import type { ValueStore } from './valueStore.ts'

/** What outlives the worker. */
export interface KeptProvider {
  state: EmulatorState
  faults: Fault[]
}

/**
 * Creates an emulator at the URL of a folder, such as `https://example.com/latchkey/playground/`.
 * It begins where the last one ended: the state is written after each request that changed
 * something, before the answer, because the browser can end a worker at any moment after that.
 */
export const createProviderAt = (folder: string, store: ValueStore<KeptProvider>): ((request: Request) => Promise<Response>) => {
  const emulator = createEmulator({
    base_path: new URL(folder).pathname.replace(/\/$/, ''),
    // What a call that names no page leads to: the page of the widget.
    project: { default_redirect_url: folder },
  })
  const now = (): KeptProvider => ({ state: emulator.state(), faults: emulator.faults() })
  let lastText = ''

  const begin = async () => {
    const state = await store.read()
    if (!state) return
    try {
      emulator.state(state.state)
      emulator.faults(state.faults)
      lastText = JSON.stringify(now())
    } catch {
      // Another version of the emulator has written it.
    }
  }
  const save = async () => {
    const next = now()
    const text = JSON.stringify(next)
    if (text === lastText) return
    lastText = text
    await store.write(next)
  }
  // A browser that stores nothing keeps the emulator as long as the worker.
  const beginning = begin().catch(() => undefined)

  return async (request) => {
    await beginning
    const answer = await emulator.fetch(request).catch(() => Response.error())
    await save().catch(() => undefined)
    return answer
  }
}
