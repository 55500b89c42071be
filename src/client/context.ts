import type { Store } from '../browser/storage.ts'
import type { Bootstrap } from './bootstrap.ts'
import type { AnyClientOptions, Brand } from './options.ts'
import type { State, StateStore, AnyState } from './session/state.ts'
import type { TokenJar } from './session/tokenJar.ts'

/**
 * What every part of a client works with: what the host has passed, where things are stored, and
 * who is signed in. `SomeState` is the state of users, or that of the members of organizations.
 */
export interface ClientContext<SomeState extends AnyState = State> {
  /** Empty with a `backend`. */
  readonly publicToken: string
  /**
   * Where the host's own server is, if it keeps the sessions: an absolute URL without a slash at
   * its end.
   */
  readonly backend?: string | undefined
  readonly options: AnyClientOptions
  readonly brand: Brand
  readonly storage: Store
  /** The prefix of every key in storage. */
  readonly key: string
  readonly tokens: TokenJar
  readonly status: StateStore<SomeState>
  /**
   * The project's settings, for what screens show: those from the server, else those of the last
   * visit, else the defaults. Decisions about security use the engine's `known()` instead, because
   * anybody may have written to storage.
   */
  bootstrap: Bootstrap
  /**
   * Whether the API is on the project's own domain, or is the host's own server. The session may
   * then be in an HttpOnly cookie, which this page cannot see.
   */
  readonly customEndpoint: boolean
  /**
   * Writes a warning for developers to the console, once. A build without `hostChecks` has no
   * warnings.
   */
  warn(message: string): void
  /** Aborts when the client is destroyed. */
  readonly ended: AbortSignal
}
