import type { SessionDuration } from '../../api/entities.ts'
import { hostChecks } from '../../api/hostChecks.ts'
import { isUnrecoverable } from '../../api/unrecoverable.ts'
import { uuid } from '../../browser/random.ts'
import { after } from '../../browser/timer.ts'
import type { ClientContext } from '../context.ts'
import { backoff, leaseWait, REFRESH_PERIOD, timeLeft, MIN_INTERVAL, sessionMinutes, type Lease } from './refreshTimes.ts'
import type { StateStore, AnyState } from './state.ts'
import { safeDocument } from '../../browser/safeDocument.ts'

/**
 * Checks the session in the background while somebody is signed in. One tab of a browser does it
 * for all of them.
 */
interface Refresher {
  /**
   * Checks a session that is known only from cookies and storage. A hidden tab, which the browser
   * may have restored, leaves that to the visible one.
   */
  start(): void
  /** Called when the provider has told this tab that the session is valid: it refreshes next. */
  lead(): void
  /**
   * Called when another tab has stored the provider's answer. That tab refreshes next. If it does
   * not, this one does.
   */
  follow(): void
  /** Called when the session has ended. */
  stop(): void
}

interface RefresherParts<SomeState extends AnyState> {
  /** The client whose storage and console it uses. */
  founder: ClientContext<SomeState>
  /** Those that share the session. */
  clients: Iterable<ClientContext<SomeState>>
  /** The state that all of them have. */
  status: StateStore<SomeState>
  /** Asks the provider and keeps the answer; undefined if the session was replaced meanwhile. */
  check(options: Partial<SessionDuration>): Promise<unknown>
  /** Takes over the state that another tab has stored. */
  take(state: unknown): void
  /** Ends its timers and listeners. */
  signal: AbortSignal
}

/** Creates the refresher of a session. */
export function createRefresher<SomeState extends AnyState>({
  founder,
  clients,
  status,
  check,
  take,
  signal,
}: RefresherParts<SomeState>): Refresher {
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

  const schedule = (delay: number, next = refreshInTurn) => {
    clearTimeout(timer)
    if (!signal.aborted && (signedIn() || customEndpoint)) timer = after(delay, next)
  }

  const refresh = async () => {
    if (refreshing) return
    refreshing = true
    claimLease()
    const { session } = status.now
    const minutes = session && [...clients].some(({ options }) => options.keepSessionAlive === true) && sessionMinutes(session)
    const wasSignedIn = signedIn()
    try {
      const answer = await check(minutes ? { session_duration_minutes: minutes } : {})
      // meanwhile the host has set another token (`updateSession`), which has not been checked yet
      if (!answer && tokens.get('session_token')) schedule(REFRESH_PERIOD)
    } catch (error) {
      if (isUnrecoverable(error)) hostChecks && wasSignedIn && founder.warn('The session is no longer valid: signed out.')
      else schedule(backoff(++failures, Math.random(), (error as { retry_after?: number }).retry_after))
    }
    refreshing = false
  }

  /**
   * Claims the lease, and refreshes if this tab still has it half a second later. The last tab to
   * claim it wins, and by then all tabs see the same storage.
   */
  const refreshIfLeader = () => {
    if (hasLease()) return void refresh()
    claimLease()
    schedule(500, () => {
      if (hasLease()) void refresh()
      else if (status.fromCache) schedule(MIN_INTERVAL, checkIfDue)
      else schedule(REFRESH_PERIOD)
    })
  }

  const refreshInTurn = () => {
    const wait = failures ? 0 : leaseWait(storage.get(leaseKey) as Lease | undefined, tabId, Date.now(), Math.random())
    if (wait) schedule(wait)
    else refreshIfLeader()
  }

  /**
   * Called when a tab becomes visible or comes online. If another tab has just checked the session,
   * its answer counts.
   */
  const checkIfDue = () => {
    if (!signedIn() && !customEndpoint) return
    const rest = timeLeft(MIN_INTERVAL, (storage.get(leaseKey) as Lease | undefined)?.at)
    const state = storage.get(key)
    if (hasLease() && rest) return
    if (!rest || !state) return refreshIfLeader()
    // a page that was frozen has missed the storage event
    if (JSON.stringify(status.read(state)) !== JSON.stringify(status.now)) take(state)
    if (status.fromCache && !failures) schedule(rest, checkIfDue)
  }

  const onVisibility = () => {
    if (safeDocument.visibilityState !== 'visible') hiddenSince = Date.now()
    else if (!timeLeft(MIN_INTERVAL, hiddenSince)) checkIfDue()
  }

  addEventListener('online', () => (failures || hasLease()) && checkIfDue(), { signal })
  safeDocument.addEventListener('visibilitychange', onVisibility, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))

  return {
    start() {
      if (safeDocument.visibilityState === 'hidden') checkIfDue()
      else void refresh()
    },
    lead() {
      failures = 0
      claimLease()
      schedule(REFRESH_PERIOD)
    },
    follow() {
      failures = 0
      schedule(REFRESH_PERIOD + 500 + Math.random() * 3000)
    },
    stop: () => clearTimeout(timer),
  }
}
