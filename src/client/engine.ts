import type { Authenticated, User } from '../api/entities.ts'
import { hostChecks } from '../api/hostChecks.ts'
import type { Core, Engine } from './core.ts'
import { apiBase } from './calls/apiDomains.ts'
import { warnAboutOptions, warnAboutSecondClient, warnAboutVertical, warnHost } from './hostWarnings.ts'
import { joinSession } from './session/shared.ts'
import { startLog } from './calls/log.ts'
import type { ProofKeys } from './calls/proofKeys.ts'
import type { SessionLife } from './session/SessionLife.ts'
import type { SharedSession } from './session/shared.ts'
import type { State, AnyState } from './session/state.ts'
import { createSettingsLoader } from './calls/settings.ts'
import { createTransport, type Send } from './calls/transport.ts'
import { orUnreachable, unreachable } from './calls/unreachable.ts'

/** The code that prepares calls (laterEngine.ts), for users or for members. */
interface LaterEngine<SomeState extends AnyState> extends Omit<typeof import('./laterEngine.ts'), 'createSessionLife'> {
  createSessionLife(founder: Core<SomeState>, request: Send, shared: SharedSession<SomeState>, isStored?: boolean): SessionLife<SomeState>
}

/** Fetches the code that prepares calls. It always resolves with the same module. */
export type Prepare<SomeState extends AnyState = State> = () => Promise<LaterEngine<SomeState>>

/**
 * Starts the half of a client that talks to the provider: it gets the project's settings, checks
 * the session if there is one, and sends the log. Warns on the console if something is wrong with
 * the public token, its project or the custom domain.
 * @throws LatchkeyAPIUnreachableError if there is neither a public token nor a `backend`, because
 * no request could name the project
 */
export function createEngine<SomeState extends AnyState>(core: Core<SomeState>, prepare: Prepare<SomeState>): Engine<SomeState> {
  const { publicToken, backend } = core
  if (hostChecks) warnAboutOptions(core, prepare)
  if (!backend && (typeof publicToken !== 'string' || !publicToken)) throw unreachable()
  const base = apiBase(core, (domain) => hostChecks && warnHost(core, prepare, 'domain', domain))
  const transport = createTransport(core, base, async (...answer) => (await orUnreachable(prepare())).answerError(...answer))
  const request: Send = async (...call) => (await prepare()).guardedSend(core, transport, settings.known)(...call)
  const shared = joinSession(core, base)
  // by the transport alone, because the code of `guardedSend` has not loaded yet
  const settings = (shared.settings ??= createSettingsLoader(core, transport, shared.cores))
  core.log(`${core.brand.log || ''}sdk_instance_instantiated`, {
    event_callback_registered: false,
    error_callback_registered: false,
    success_callback_registered: false,
  })
  const { ended: signal } = core
  if (backend) (core.onLog = () => void (core.pending.length = 0))()
  else startLog(core, base, signal)
  void settings.load().then((bootstrap) => hostChecks && warnAboutVertical(core, prepare, bootstrap?.vertical))
  if (hostChecks) warnAboutSecondClient(core, prepare)
  shared.life?.then(
    (life) => life.join(core),
    () => {},
  )
  const startLife = (isStored?: boolean) =>
    (shared.life ??= prepare()
      .then(({ createSessionLife }) => createSessionLife(core, request, shared, isStored))
      .catch((error) => {
        shared.life = undefined
        throw error
      }))
  /**
   * Loads the life of the session if there is a session. A visitor without one does not need that
   * code until they sign in, here or in another tab.
   */
  const startIfSession = (event?: Event) => {
    const { customEndpoint, tokens, storage, key, status } = core
    const state = storage.get(key)
    // the state was read when the page loaded: another tab may have signed out since
    if (customEndpoint || tokens.get('session_token') || tokens.get('session_jwt') || state || status.now.session) {
      startLife(!!state && (event as StorageEvent | undefined)?.key === key).catch(() => {})
    }
  }
  startIfSession()
  for (const type of ['storage', 'online', 'visibilitychange']) addEventListener(type, startIfSession, { signal })

  const life = async () => {
    if (signal.aborted) throw (await prepare()).destroyed(core.brand.method)
    return startLife()
  }
  let proofKeys: ProofKeys | undefined
  return {
    ...settings,
    request,
    life,
    proofKeys: async () => (proofKeys ??= (await prepare()).createProofKeys(core, settings)),
    base,
    check: async (...usage) => (await prepare()).checkUsage(core.brand.method, ...usage),
    async send(call, body, params, signal) {
      const session = await life()
      const turn = session.turn()
      const { __user, ...answer } = (await request(call, body, params, signal)) as Authenticated & {
        __user?: User
      }
      if (backend && answer.second_factor_required) return answer as never
      if (call.signsIn) session.keep(answer, turn, core.tokens)
      else if (__user) session.update({ user: __user } as AnyState as Partial<SomeState>, turn)
      return (call.whole && __user ? { ...answer, __user } : answer) as never
    },
  }
}
