// The engine of the widget's client. The first page has been painted when this loads, so it also
// has what only later pages need.
import { whenActive } from '../browser/activation.ts'
import { sentByApp } from '../browser/appRequest.ts'
import type { Core, Engine } from '../client/core.ts'
import { createEngine as createClientEngine, type Prepare } from '../client/engine.ts'
import type { State } from '../client/session/state.ts'
import { kit } from './firstScreenChunks.ts'
import { watchPlace } from './watchPlace.ts'

export const createEngine = async (core: Core, prepare: Prepare<State>): Promise<Engine> =>
  whenActive(() => {
    watchPlace(core)
    const engine = createClientEngine(core, prepare)
    const fetchLook = () => kit.load().then((module) => module.fetchLook(core))
    const load = () => fetchLook().then(engine.load, engine.load)
    // a form for email links would have the rest of its look, which names the app that sends the
    // visitor, only when it is touched
    return core.backend && sentByApp() ? { ...engine, load } : engine
  })
