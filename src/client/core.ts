import type { LogDetails, LogName } from '../api/events.ts'
import { hostChecks } from '../api/hostChecks.ts'
import { createStore } from '../browser/storage.ts'
import { cachedBootstrap } from './bootstrap.ts'
import type { ClientContext } from './context.ts'
import type { LogEvent } from './calls/log.ts'
import { text } from '../api/kinds.ts'
import { noProperties, ownProperties } from '../api/ownProperties.ts'
import type { AnyClientOptions, BackendOptions, Brand } from './options.ts'
import type { PasskeyNotices } from './passkeys/PasskeyNotices.ts'
import type { ProofKeys } from './calls/proofKeys.ts'
import type { SessionLife } from './session/SessionLife.ts'
import type { SettingsLoader } from './calls/settings.ts'
import { createState, readState, type State, type StateStore, type AnyState } from './session/state.ts'
import { createTokenJar } from './session/tokenJar.ts'
import type { Send } from './calls/transport.ts'
import type { UsageRules } from './calls/checkUsage.ts'

/**
 * The property of a client that holds its core. It is the same symbol in every entry, because
 * screens of `latchkey/react` may get a client of another entry.
 */
export const coreKey: unique symbol = Symbol.for('latchkey.core') as never

/**
 * The half of a client that works without the provider. A first screen needs no more. The other
 * half is the {@link Engine}, which a headless client has from the start, and which the widget
 * fetches after the first paint. Each client has one core. Clients that share a session find each
 * other with `joinSession`.
 */
export interface Core<SomeState extends AnyState = State> extends ClientContext<SomeState> {
  /** The log events that have not been sent yet. */
  readonly pending: LogEvent[]
  /** Called after each new event. The code that sends the log (log.ts) replaces it. */
  onLog(): void
  /** Notes an event for the provider's log. */
  log<Name extends LogName>(event_name: Name, details: LogDetails[Name]): void
  /**
   * Gets the half that talks to the provider. Rejects if its code cannot be fetched; the next call
   * tries again.
   */
  engine(): Promise<Engine<SomeState>>
  /** Sends a call. If the answer has a session or a user, the client keeps it. */
  readonly send: Send
  /** Calls {@link Engine.check}. */
  readonly check: Engine['check']
  /** Calls {@link Engine.life}. */
  readonly life: Engine<SomeState>['life']
  /** Calls {@link Engine.proofKeys}. */
  readonly proofKeys: Engine['proofKeys']
  /**
   * Fetches the code that tells the browser about passkeys. `client.webauthn` sets it, and
   * `client.user` uses it, so that a client without passkeys has none of that code.
   */
  passkeyNotices?(): Promise<PasskeyNotices | undefined> | undefined
  /** Ends the client's listeners and timers. Its calls then reject with a usage error. */
  destroy(): void
}

/**
 * The half of a client that talks to the provider: calls, settings, the log, and the life of the
 * session once there is one.
 */
export interface Engine<SomeState extends AnyState = State> extends SettingsLoader {
  /**
   * Checks what the host has passed, sends a call, and checks the answer by its declaration. Keeps
   * nothing.
   */
  readonly request: Send
  /** The same, and keeps the session or the user in the answer. */
  readonly send: Send
  /** Gets the session's life, which begins with the first call or once there is a session. */
  life(): Promise<SessionLife<SomeState>>
  /** Gets the proof keys of this browser. */
  proofKeys(): Promise<ProofKeys>
  /** Base URL of the API: without `/sdk/v1`, and without a slash at the end. */
  readonly base: string
  /**
   * Returns what the host has passed, without the fields that are null. Rejects with a usage error
   * if it breaks the rules of a call, or if one of `params` cannot be part of the route. For
   * methods that do something else before they send a call.
   */
  check<Given>(rules: UsageRules, argument: Given, params?: Record<string, unknown>): Promise<Given>
}

/**
 * Resolves the address of a host's own server against the page's origin. Ignores `<base>`, which
 * injected HTML could set.
 * @throws TypeError if that is no URL
 */
export const backendUrl = (url: string): string => new URL(url, location.origin).href.split(/\/$/)[0]!

/**
 * Creates a client's core. The engine checks the arguments, and warns on the console.
 * @param publicToken the project's public token, or the options of a client with a `backend`
 * @throws Error in a server environment
 */
export function createCore<SomeState extends AnyState = State>(
  publicToken: string | BackendOptions,
  clientOptions: AnyClientOptions | null | undefined,
  brand: Brand,
  start: (core: Core<SomeState>) => Promise<Engine<SomeState>>,
  // a client of members passes its own
  read: StateStore<SomeState>['read'] = readState as StateStore<never>['read'],
): Core<SomeState> {
  if (typeof window === 'undefined') {
    throw new Error(`\`${brand.client}()\` is not supported in server environments. Construct it in the browser.`)
  }
  if (publicToken && typeof publicToken === 'object') {
    clientOptions = publicToken
    publicToken = ''
  }
  const options: AnyClientOptions = ownProperties(clientOptions || noProperties)
  const backend = text(options.backend) && backendUrl(options.backend!)
  const warned = new Set<string>()
  const warn = (message: string) => {
    if (!hostChecks) return
    if (!warned.has(message)) console.warn(`${brand.prefix} ${message}`)
    warned.add(message)
  }
  const blocked = () => hostChecks && warn('Storage is blocked: the session ends with the page.')
  const key = 'stytch_sdk_state_' + (backend || publicToken || '')
  const storage = createStore('localStorage', blocked)
  const tokens = createTokenJar(options.cookieOptions || noProperties)
  // a stand-in over http has no HttpOnly cookies of a project
  const customBaseUrl = text(options.customBaseUrl)
  const customEndpoint = !!(
    backend ||
    options.endpointOptions?.apiDomain ||
    options.endpointOptions?.testApiDomain ||
    (customBaseUrl && !/^http:/.test(customBaseUrl))
  )
  const end = new AbortController()
  let engine: Promise<Engine<SomeState>> | undefined

  const core: Core<SomeState> = {
    publicToken,
    backend,
    options,
    brand,
    storage,
    key,
    tokens,
    status: createState(storage, key, customEndpoint || !!tokens.get('session_token'), read),
    bootstrap: cachedBootstrap(storage, key),
    customEndpoint,
    pending: [],
    onLog() {},
    log(event_name, details) {
      core.pending.push({ event_name, details } as LogEvent)
      core.onLog()
    },
    engine: () =>
      (engine ??= start(core).catch((error) => {
        engine = undefined
        throw error
      })),
    send: async (...call) => (await core.engine()).send(...call),
    check: async (...call) => (await core.engine()).check(...call),
    life: async () => (await core.engine()).life(),
    proofKeys: async () => (await core.engine()).proofKeys(),
    warn,
    ended: end.signal,
    destroy: () => end.abort(),
  }
  return core
}

/** After how long a call that has no answer yet is slow, in ms. */
const SLOW = 5000

/**
 * Returns the same core, with calls that end when `signal` aborts, and that count in `slow` those
 * that take long. A screen uses it, so its calls end when the visitor leaves it.
 */
export const within = (core: Core, signal: AbortSignal, slow: { value: number }): Core => ({
  ...core,
  async send(call, body, params) {
    let isSlow = 0
    const timer = setTimeout(() => (slow.value += isSlow = 1), SLOW)
    try {
      return await core.send(call, body, params, signal)
    } finally {
      clearTimeout(timer)
      slow.value -= isSlow
    }
  },
})
