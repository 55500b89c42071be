// The engine of the widget's client. The first page has been painted when this loads, so it also
// has what only later pages need.
import { whenActive } from '../browser/activation.ts'
import { sentByApp } from '../browser/appRequest.ts'
import type { Core, Engine } from '../client/core.ts'
import { createEngine as createClientEngine, type Prepare } from '../client/engine.ts'
import type { State } from '../client/session/state.ts'
import { kit } from './firstScreenChunks.ts'
import { watchPlace } from './watchPlace.ts'

/** How long the settings wait for the look, in ms. */
const LOOK_TIMEOUT = 5_000

export const createEngine = async (core: Core, prepare: Prepare<State>): Promise<Engine> =>
  whenActive(() => {
    watchPlace(core)
    const engine = createClientEngine(core, prepare)
    // A form that has only email links fetches the rest of its look when it is touched. Where an
    // app sends the visitor, that part names the app, so it comes with the settings.
    const load = async () => {
      const look = kit.load().then((module) => module.fetchLook(core))
      await Promise.race([look.catch(() => {}), new Promise((late) => setTimeout(late, LOOK_TIMEOUT))])
      return engine.load()
    }
    return core.backend && sentByApp() ? { ...engine, load } : engine
  })
