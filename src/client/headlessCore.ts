import { whenActive } from '../browser/activation.ts'
import { createCore, type Core } from './core.ts'
import { createEngine, type Prepare } from './engine.ts'
import { orUnreachable } from './calls/unreachable.ts'
import type { BackendOptions, Brand, ClientOptions } from './options.ts'
import type { State, StateStore, AnyState } from './session/state.ts'

/**
 * Creates the core of a client without screens. Its engine is in the same file, and starts at once.
 * `load` fetches what a call needs before it is sent, from a file of its own: at once if there is a
 * session, otherwise when the visitor first touches the page or with the first call.
 * @throws Error in a server environment
 */
export function headlessCore<SomeState extends AnyState = State>(
  project: string | BackendOptions,
  options: ClientOptions | undefined,
  brand: Brand,
  load: Prepare<SomeState>,
  read?: StateStore<SomeState>['read'],
): Core<SomeState> {
  const prepare = () => orUnreachable(load())
  const core = createCore(project, options, brand, async (core) => whenActive(() => createEngine(core, prepare)), read)
  // ignores a failure: the call that needs the code fetches it again, and reports what is wrong
  const prepareEarly = () =>
    void prepare().then(
      (later) => later.prove(core),
      () => {},
    )
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, prepareEarly, { capture: true, once: true, signal: core.ended })
  // ignores a failure: each call starts the engine again, and reports what is wrong
  core.engine().catch(() => {})
  return core
}
