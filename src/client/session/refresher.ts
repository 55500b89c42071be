import type { SessionDuration } from '../../api/entities.ts'
import { hostChecks } from '../../api/hostChecks.ts'
import { isUnrecoverable } from '../../api/unrecoverable.ts'
import { uuid } from '../../browser/random.ts'
import { after } from '../../browser/timer.ts'
import type { ClientContext } from '../context.ts'
import { backoff, othersTurn, PERIOD, remaining, REST, sessionMinutes, type Lease } from './refreshTimes.ts'
import type { StateStore, Who } from './state.ts'

/** Asks the provider about the session again and again while somebody is signed in: one tab of a browser does it for all of them. */
export interface Refresher {
  /** Asks about a session of which only cookies and storage tell. A tab that nobody sees, as a browser restores it, leaves that to the one that is seen. */
  start(): void
  /** The provider has just told this tab that the session holds: this one refreshes next. */
  lead(): void
  /** Another tab has just stored what the provider told it: that one refreshes next, and this one where it does not. */
  follow(): void
  /** There is nothing left to refresh. */
  stop(): void
}

/**
 * @param founder the client whose storage and console it uses
 * @param clients those that share the session
 * @param status what all of them know
 * @param check asks the provider and keeps the answer; undefined where the session was replaced meanwhile
 * @param take takes over the state that another tab has stored
 * @param signal ends its timers and listeners
 */
export function createRefresher<SomeState extends Who>(
  founder: ClientContext<SomeState>,
  clients: Iterable<ClientContext<SomeState>>,
  status: StateStore<SomeState>,
  check: (options: Partial<SessionDuration>) => Promise<unknown>,
  take: (stored: unknown) => void,
  signal: AbortSignal,
): Refresher {
  const { storage, key, tokens, customEndpoint } = founder
  const tabId = uuid()
  const leaseKey = key + '::refresh'
  let failures = 0
  let refreshing = false
  let hiddenSince = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const claimLease = () => storage.set(leaseKey, { by: tabId, at: Date.now() })
  const hasLease = () => (storage.get(leaseKey) as Lease | undefined)?.by === tabId
  const signedIn = () => status.now.session || tokens.get('session_token')

  const schedule = (delay: number, next = tick) => {
    clearTimeout(timer)
    if (!signal.aborted && (signedIn() || customEndpoint)) timer = after(delay, next)
  }

  const refresh = async () => {
    if (refreshing) return
    refreshing = true
    claimLease()
    const { session } = status.now
    const minutes = session && [...clients].some(({ options }) => options.keepSessionAlive) && sessionMinutes(session)
    const wasSignedIn = signedIn()
    try {
      const held = await check(minutes ? { session_duration_minutes: minutes } : {})
      // the host has put another token in its place meanwhile, which nobody has asked about
      if (!held && tokens.get('session_token')) schedule(PERIOD)
    } catch (error) {
      if (isUnrecoverable(error)) hostChecks && wasSignedIn && founder.warn('The session is no longer valid: signed out.')
      else schedule(backoff(++failures, Math.random(), (error as { retry_after?: number }).retry_after))
    }
    refreshing = false
  }

  /** The last tab to claim the lease wins; half a second is ample for storage to agree. */
  const contend = () => {
    if (hasLease()) return void refresh()
    claimLease()
    schedule(500, () => {
      if (hasLease()) void refresh()
      else if (status.fromCache) schedule(REST, look)
      else schedule(PERIOD)
    })
  }

  const tick = () => {
    const wait = failures ? 0 : othersTurn(storage.get(leaseKey) as Lease | undefined, tabId, Date.now(), Math.random())
    if (wait) schedule(wait)
    else contend()
  }

  /** For what happens to a tab, for which nobody waits: what another tab has just asked is taken as the answer. */
  const look = () => {
    if (!signedIn() && !customEndpoint) return
    const rest = remaining(REST, (storage.get(leaseKey) as Lease | undefined)?.at)
    const stored = storage.get(key)
    if (hasLease() && rest) return
    if (!rest || !stored) return contend()
    // a page that was put aside has not heard of it
    if (JSON.stringify(status.read(stored)) !== JSON.stringify(status.now)) take(stored)
    if (status.fromCache && !failures) schedule(rest, look)
  }

  const onVisibility = () => {
    if (document.visibilityState !== 'visible') hiddenSince = Date.now()
    else if (!remaining(REST, hiddenSince)) look()
  }

  addEventListener('online', () => (failures || hasLease()) && look(), { signal })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))

  return {
    start() {
      if (document.visibilityState === 'hidden') look()
      else void refresh()
    },
    lead() {
      failures = 0
      claimLease()
      schedule(PERIOD)
    },
    follow() {
      failures = 0
      schedule(PERIOD + 500 + Math.random() * 3000)
    },
    stop: () => clearTimeout(timer),
  }
}
