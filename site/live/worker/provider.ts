/** The emulator of the playground, in the browser. */
import { createEmulator, type EmulatorState, type Fault } from '../../../src/tools/emulator/index.ts'
import type { Kept } from './keptState.ts'

/** What outlives the worker. */
export interface KeptProvider {
  state: EmulatorState
  faults: Fault[]
}

/**
 * Creates an emulator at the URL of a folder, such as `https://example.com/latchkey/playground/`. It begins where the last one ended: the state is written after each
 * request that changed something, before the answer, because the browser can end a worker at any moment after that.
 */
export const createProviderAt = (folder: string, kept: Kept<KeptProvider>): ((request: Request) => Promise<Response>) => {
  const emulator = createEmulator({
    base_path: new URL(folder).pathname.replace(/\/$/, ''),
    // What a call that names no page leads to: the page of the widget.
    project: { default_redirect_url: folder },
  })
  const now = (): KeptProvider => ({ state: emulator.state(), faults: emulator.faults() })
  let written = ''

  const begin = async () => {
    const found = await kept.read()
    if (!found) return
    try {
      emulator.state(found.state)
      emulator.faults(found.faults)
      written = JSON.stringify(now())
    } catch {
      // Another version of the emulator has written it.
    }
  }
  const save = async () => {
    const next = now()
    const text = JSON.stringify(next)
    if (text === written) return
    written = text
    await kept.write(next)
  }
  // A browser that stores nothing keeps the emulator as long as the worker.
  const begun = begin().catch(() => undefined)

  return async (request) => {
    await begun
    const answer = await emulator.fetch(request).catch(() => Response.error())
    await save().catch(() => undefined)
    return answer
  }
}
