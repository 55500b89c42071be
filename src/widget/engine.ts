// The engine of the widget's client. The first page has been painted when this loads, so it also
// has what only later pages need.
import type { Core } from '../client/core.ts'
import { createEngine as createClientEngine, type Prepare } from '../client/engine.ts'
import type { State } from '../client/session/state.ts'
import { watchPlace } from './watchPlace.ts'

export const createEngine = (core: Core, prepare: Prepare<State>): ReturnType<typeof createClientEngine<State>> => {
  watchPlace(core)
  return createClientEngine(core, prepare)
}
