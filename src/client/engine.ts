import type { Authenticated, User } from '../api/entities.ts'
import { hostChecks } from '../api/hostChecks.ts'
import { page } from '../browser/page.ts'
import type { Core } from './core.ts'
import { unreachable } from './failure.ts'
import type { Faults } from './faults.ts'
import { apiBase } from './hosts.ts'
import { joinSession } from './joinSession.ts'
import { startLog } from './log.ts'
import type { ProofKeys } from './proofKeys.ts'
import type { SessionLife } from './sessionLife.ts'
import { createSettings, type Settings } from './settings.ts'
import { createSend, type Send } from './transport.ts'
import type { Checked } from './usage.ts'

// the one rule that has to answer at once
export { isAuthorized } from './policy.ts'

/** The part of a client that talks to the provider: calls, settings, the log, and the life of the session once there is one. */
export interface Engine extends Settings {
  /** Sends a call, checks the answer by its declaration, and does nothing else. */
  readonly request: Send
  /** Checks what the host has given, sends a call, and keeps the session or the user that the answer carries. */
  readonly send: Send
  /** The life of the session: with the first call, or as soon as there is a session to look after. */
  life(): Promise<SessionLife>
  proofKeys(): Promise<ProofKeys>
  /** Base URL of the API: without `/sdk/v1`, and without a slash at the end. */
  readonly base: string
  /**
   * What a host has given, without the fields that are null; rejects with a usage error where it breaks the rules of a call, or where one of `params` cannot be a
   * part of the route. For a method that does something before it sends.
   */
  check<Given>(rules: Checked, given: Given, params?: Record<string, unknown>): Promise<Given>
}

/** The part that prepares calls; every call of this resolves to the same. */
export type Prepare = () => Promise<typeof import('./preparation.ts')>

/**
 * Sets a client to work: asks for the project's settings and, where there is a session, whether it holds; sends what has been logged. Says on the console
 * what is wrong with the public token, its project and the custom domain (wire.md 1.2).
 * @throws LatchkeyAPIUnreachableError where there is no public token: nothing is sent in nobody's name
 */
export function createEngine(core: Core, prepare: Prepare): Engine {
  const complain = (fault: (faults: Faults) => string, tell = core.warn) => {
    if (!hostChecks) return
    void prepare().then(
      ({ faults }) => tell(fault(faults as Faults)),
      () => {},
    )
  }
  if (hostChecks && !`${core.publicToken}`.startsWith('public-token-')) complain(({ token }) => token(core.publicToken))
  if (typeof core.publicToken !== 'string' || !core.publicToken) throw unreachable()
  const base = apiBase(core.publicToken, core.options, (refused) => complain(({ domain }) => domain(refused)))
  const send = createSend(core, base)
  const request: Send = async (...call) => (await prepare()).createRequest(core, send, settings.known)(...call)
  const shared = joinSession(core, base)
  // they are asked for where nothing is prepared yet
  const settings = (shared.settings ??= createSettings(core, send, shared.cores))
  core.log(`${core.brand.log || ''}sdk_instance_instantiated`, {
    event_callback_registered: false,
    error_callback_registered: false,
    success_callback_registered: false,
  })
  const { ended: signal } = core
  startLog(core, base, signal)
  void settings.load().then((known) => {
    const vertical = hostChecks && known?.vertical
    if (vertical && (vertical === 'B2B') !== !!core.brand.log)
      complain(
        (faults) => faults.vertical(vertical),
        (fault) => console.error(core.brand.prefix, fault),
      )
  })

  if (hostChecks) {
    const { clients } = page()
    const before = clients.get(core.publicToken) || 0
    clients.set(core.publicToken, before + 1)
    signal.addEventListener('abort', () => clients.set(core.publicToken, clients.get(core.publicToken)! - 1))
    if (before === 1) complain(({ secondClient }) => secondClient())
  }

  shared.life?.then(
    (life) => life.join(core),
    () => {},
  )
  const live = (elsewhere?: boolean) =>
    (shared.life ??= prepare()
      .then(({ createSessionLife }) => createSessionLife(core, request, shared, elsewhere))
      .catch((error) => {
        shared.life = undefined
        throw error
      }))
  /** A visitor without a session needs none of that code, until they sign in here or in another tab. */
  const wake = (event?: Event) => {
    const { customEndpoint, tokens, storage, key } = core
    const stored = storage.get(key)
    if (customEndpoint || tokens.get('session_token') || tokens.get('session_jwt') || stored) {
      live(!!stored && (event as StorageEvent | undefined)?.key === key).catch(() => {})
    }
  }
  wake()
  for (const type of ['storage', 'online', 'visibilitychange']) addEventListener(type, wake, { signal })

  const life = async () => {
    if (signal.aborted) throw (await prepare()).destroyed(core.brand.method)
    return live()
  }
  let proofKeys: ProofKeys | undefined
  const check: Engine['check'] = async (...given) => (await prepare()).checkUsage(core.brand.method, ...given)
  return {
    ...settings,
    request,
    life,
    proofKeys: async () => (proofKeys ??= (await prepare()).createProofKeys(core, settings)),
    base,
    check,
    async send(call, body, params, signal) {
      const held = await life()
      const turn = held.turn()
      const { __user, ...answer } = (await request(call, await check(call, body, params), params, signal)) as Authenticated & {
        __user?: User
      }
      if (call.signsIn) held.keep(answer, turn, core.tokens)
      else if (__user) held.update({ user: __user }, turn)
      return (call.whole ? { ...answer, __user } : answer) as never
    },
  }
}
