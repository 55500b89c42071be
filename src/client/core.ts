import type { LogDetails, LogName } from '../api/events.ts'
import { hostChecks } from '../api/hostChecks.ts'
import { createStore, type Store } from '../browser/storage.ts'
import { cachedBootstrap, type Bootstrap } from './bootstrap.ts'
import type { Engine } from './engine.ts'
import { nothing, own, type Brand, type ClientOptions } from './options.ts'
import { createState, readState, type StateStore } from './state.ts'
import { createTokenJar, type TokenJar } from './tokens.ts'
import type { Send } from './transport.ts'

/** Under which a client carries its core: the screens of another entry (`latchkey/react`) find it there. */
export const inner: unique symbol = Symbol.for('latchkey.core') as never

/** An event for the provider's log, as it is noted. */
export type Noted = { [Name in LogName]: { event_name: Name; details: LogDetails[Name] } }[LogName]

/**
 * What a client knows without asking anybody: all that a first screen needs. Everything that talks to the provider is in its {@link Engine}, which the
 * headless client brings along and the widget fetches after the first paint. One per client; clients of one session find each other in {@link joinSession}.
 */
export interface Core {
  readonly publicToken: string
  readonly options: ClientOptions
  readonly brand: Brand
  readonly storage: Store
  /** Before every key in storage (wire.md 2.4). */
  readonly key: string
  readonly tokens: TokenJar
  readonly status: StateStore
  /**
   * The project's settings for painting: the server's, else those of the last visit, else the built-in ones. Never for a decision of security, which asks
   * {@link Engine.known}.
   */
  bootstrap: Bootstrap
  /** Whether the provider may hold a session of which this page sees no cookie: HttpOnly, on the project's own domain (wire.md 1.2). */
  readonly customEndpoint: boolean
  /** The log's entries that have not been sent yet. */
  readonly pending: Noted[]
  /** Told of each new entry; set by what sends them. */
  noted(): void
  /** Notes an event for the provider's log (row 10). */
  log<Name extends LogName>(event_name: Name, details: LogDetails[Name]): void
  /** The part that talks to the provider. Rejects where it cannot be fetched; the next call tries again. */
  engine(): Promise<Engine>
  /** Sends a call; an answer that carries a session updates the session, one that carries the user updates the user. */
  readonly send: Send
  /** Says on the console what a developer should know, once; nothing in a build without {@link hostChecks}. */
  warn(message: string): void
  /** Aborts when the client is destroyed. */
  readonly ended: AbortSignal
  /** Ends the client's listeners and timers, for good: its calls reject with a usage error from then on. */
  destroy(): void
}

/**
 * Makes a client's core. Throws in a server environment (spec section 1); everything else that is wrong with its arguments is a console warning of the
 * engine's.
 */
export function createCore(
  publicToken: string,
  given: ClientOptions | null | undefined,
  brand: Brand,
  start: (core: Core) => Promise<Engine>,
  read: StateStore['read'] = readState,
): Core {
  if (typeof window === 'undefined') {
    throw new Error(`\`${brand.client}()\` is not supported in server environments. Construct it in the browser.`)
  }
  const options: ClientOptions = own(given || nothing)
  const warned = new Set<string>()
  const warn = (message: string) => {
    if (!hostChecks) return
    if (!warned.has(message)) console.warn(`${brand.prefix} ${message}`)
    warned.add(message)
  }
  const blocked = () => hostChecks && warn('Storage is blocked: the session ends with the page.')
  const key = 'stytch_sdk_state_' + (publicToken || '')
  const storage = createStore('localStorage', blocked)
  const tokens = createTokenJar(options.cookieOptions || nothing, blocked)
  const customEndpoint = !!options.endpointOptions?.apiDomain
  const end = new AbortController()
  let engine: Promise<Engine> | undefined

  const core: Core = {
    publicToken,
    options,
    brand,
    storage,
    key,
    tokens,
    status: createState(storage, key, customEndpoint || !!tokens.get('session_token'), read),
    bootstrap: cachedBootstrap(storage, key),
    customEndpoint,
    pending: [],
    noted() {},
    log(event_name, details) {
      core.pending.push({ event_name, details } as Noted)
      core.noted()
    },
    engine: () =>
      (engine ??= start(core).catch((error) => {
        engine = undefined
        throw error
      })),
    send: async (...call) => (await core.engine()).send(...call),
    warn,
    ended: end.signal,
    destroy: () => end.abort(),
  }
  return core
}

/** The same core, whose calls end when `signal` aborts: what one visit to a screen sends is given up when the visitor leaves it. */
export const within = (core: Core, signal: AbortSignal): Core => ({
  ...core,
  send: (call, body, params) => core.send(call, body, params, signal),
})
