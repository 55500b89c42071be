// The engine of the widget's client. The first page has been painted when this loads, so it also
// has what only later pages need.
import { whenActive } from '../browser/activation.ts'
import type { Core, Engine } from '../client/core.ts'
import { createEngine as createClientEngine, type Prepare } from '../client/engine.ts'
import type { State } from '../client/session/state.ts'
import { watchPlace } from './watchPlace.ts'

export const createEngine = async (core: Core, prepare: Prepare<State>): Promise<Engine> =>
  whenActive(() => {
    watchPlace(core)
    return createClientEngine(core, prepare)
  })
