import { createCore, type Core } from './core.ts'
import { createEngine, type Prepare } from './engine.ts'
import { fetched } from './failure.ts'
import type { Brand, ClientOptions } from './options.ts'
import type { State, StateStore, Who } from './session/state.ts'

/**
 * The core of a client that has no screens: its engine is in the same file, and starts at once. What a call needs before it is sent comes in a file of its own, by `load`: where
 * there is a session, when the visitor first touches the page, and with the first call.
 * @throws Error in a server environment
 */
export function headlessCore<SomeState extends Who = State>(
  publicToken: string,
  options: ClientOptions | undefined,
  brand: Brand,
  load: Prepare<SomeState>,
  read?: StateStore<SomeState>['read'],
): Core<SomeState> {
  const prepare = () => fetched(load())
  const core = createCore(publicToken, options, brand, async (core) => createEngine(core, prepare), read)
  // whoever needs it asks again, and says what is wrong
  const early = () => void prepare().catch(() => {})
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, early, { capture: true, once: true, signal: core.ended })
  // each call starts it again, and says what is wrong
  core.engine().catch(() => {})
  return core
}
