import type { Store } from '../browser/storage.ts'
import type { Bootstrap } from './bootstrap.ts'
import type { Brand, ClientOptions } from './options.ts'
import type { State, StateStore, Who } from './session/state.ts'
import type { TokenJar } from './session/tokenJar.ts'

/**
 * What every part of a client works with: what the host has given, where things are kept, and who is signed in. `SomeState` is the state of users, or that of
 * the members of organizations.
 */
export interface ClientContext<SomeState extends Who = State> {
  readonly publicToken: string
  readonly options: ClientOptions
  readonly brand: Brand
  readonly storage: Store
  /** Before every key in storage. */
  readonly key: string
  readonly tokens: TokenJar
  readonly status: StateStore<SomeState>
  /**
   * The project's settings for painting: the server's, else those of the last visit, else the built-in ones. Never for a decision of security, which asks the
   * engine's `known()`.
   */
  bootstrap: Bootstrap
  /** Whether the provider may hold a session of which this page sees no cookie: HttpOnly, on the project's own domain. */
  readonly customEndpoint: boolean
  /** Says on the console what a developer should know, once; nothing in a build without `hostChecks`. */
  warn(message: string): void
  /** Aborts when the client is destroyed. */
  readonly ended: AbortSignal
}
