import type { LogDetails, LogName } from '../api/events.ts'
import { hostChecks } from '../api/hostChecks.ts'
import { createStore } from '../browser/storage.ts'
import { cachedBootstrap } from './bootstrap.ts'
import type { ClientContext } from './context.ts'
import type { LogEvent } from './log.ts'
import { nothing, own, type Brand, type ClientOptions } from './options.ts'
import type { ProofKeys } from './proofKeys.ts'
import type { SessionLife } from './session/SessionLife.ts'
import type { Settings } from './settings.ts'
import { createState, readState, type State, type StateStore, type Who } from './session/state.ts'
import { createTokenJar } from './session/tokenJar.ts'
import type { Send } from './transport.ts'
import type { UsageRules } from './usage.ts'

/** Under which a client carries its core: the screens of another entry (`latchkey/react`) find it there. */
export const inner: unique symbol = Symbol.for('latchkey.core') as never

/**
 * What a client knows without asking anybody: all that a first screen needs. Everything that talks to the provider is in its {@link Engine}, which the
 * headless client brings along and the widget fetches after the first paint. One per client; clients of one session find each other in {@link joinSession}.
 */
export interface Core<SomeState extends Who = State> extends ClientContext<SomeState> {
  /** The log's entries that have not been sent yet. */
  readonly pending: LogEvent[]
  /** Told of each new entry; set by what sends them. */
  noted(): void
  /** Notes an event for the provider's log. */
  log<Name extends LogName>(event_name: Name, details: LogDetails[Name]): void
  /** The part that talks to the provider. Rejects where it cannot be fetched; the next call tries again. */
  engine(): Promise<Engine<SomeState>>
  /** Sends a call; an answer that carries a session updates the session, one that carries the user updates the user. */
  readonly send: Send
  /** Ends the client's listeners and timers, for good: its calls reject with a usage error from then on. */
  destroy(): void
}

/** The half of a client that talks to the provider: calls, settings, the log, and the life of the session once there is one. */
export interface Engine<SomeState extends Who = State> extends Settings {
  /** Sends a call, checks the answer by its declaration, and does nothing else. */
  readonly request: Send
  /** Checks what the host has given, sends a call, and keeps the session or the user that the answer carries. */
  readonly send: Send
  /** The life of the session: with the first call, or as soon as there is a session to look after. */
  life(): Promise<SessionLife<SomeState>>
  proofKeys(): Promise<ProofKeys>
  /** Base URL of the API: without `/sdk/v1`, and without a slash at the end. */
  readonly base: string
  /**
   * What a host has given, without the fields that are null; rejects with a usage error where it breaks the rules of a call, or where one of `params` cannot be a
   * part of the route. For a method that does something before it sends.
   */
  check<Given>(rules: UsageRules, given: Given, params?: Record<string, unknown>): Promise<Given>
}

/**
 * Makes a client's core. Throws in a server environment (spec section 1); everything else that is wrong with its arguments is a console warning of the
 * engine's.
 */
export function createCore<SomeState extends Who = State>(
  publicToken: string,
  given: ClientOptions | null | undefined,
  brand: Brand,
  start: (core: Core<SomeState>) => Promise<Engine<SomeState>>,
  // what a user's state is read by, where it is one
  read: StateStore<SomeState>['read'] = readState as StateStore<never>['read'],
): Core<SomeState> {
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
  let engine: Promise<Engine<SomeState>> | undefined

  const core: Core<SomeState> = {
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
      core.pending.push({ event_name, details } as LogEvent)
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
