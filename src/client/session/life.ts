import { isUnrecoverable } from '../../api/unrecoverable.ts'
import type { SessionDuration } from '../../api/entities.ts'
import type { ClientContext } from '../context.ts'
import type { Send } from '../calls/transport.ts'
import { createSessionCookies } from './cookies.ts'
import { isLatest, mayUpdate } from './order.ts'
import { createRefresher } from './refresher.ts'
import { REFRESH_PERIOD } from './refreshTimes.ts'
import type { LifeCalls, SessionLife } from './SessionLife.ts'
import type { SharedSession } from './shared.ts'
import type { SignedInAnswer, StateStore, AnyState } from './state.ts'
import type { SessionTokens } from './tokenJar.ts'

/**
 * How long the server's word on who is signed in counts before something is spent, in ms, where the
 * page does not see the cookie.
 */
const FRESH = 1000

/** The id of the session, whether it is a user's or a member's. */
const idOf = ({ session }: AnyState): string | undefined => session?.session_id || session?.member_session_id

/**
 * Two states with the same fingerprint are the same for listeners: they differ at most in the time
 * of the last check.
 */
const fingerprint = (state: AnyState) => JSON.stringify(state, (key, value) => (key === 'last_accessed_at' ? undefined : value))

/** Sets the state of a client, and returns the listeners to call. */
const setState = <SomeState extends AnyState>(
  status: StateStore<SomeState>,
  next: SomeState,
  fromCache = false,
  byOtherTab?: boolean,
): ((state: SomeState) => void)[] => {
  const isNews = status.fromCache !== fromCache || fingerprint(next) !== fingerprint(status.now)
  status.now = next
  status.fromCache = fromCache
  status.byOtherTab = byOtherTab
  return isNews ? [...status.listeners] : []
}

/**
 * Creates the life of a session from the two calls that check and end it. It begins at once, for
 * all clients that share the session, and lasts until the last of them is destroyed. `isStored`
 * says that another tab has just stored the session, which then needs no check.
 */
export const sessionLifeWith =
  <SomeState extends AnyState>(calls: LifeCalls<SomeState>) =>
  (founder: ClientContext<SomeState>, request: Send, shared: SharedSession<SomeState>, isStored?: boolean): SessionLife<SomeState> => {
    const { storage, key, tokens, customEndpoint } = founder
    const { cores } = shared
    /**
     * The state of all clients. It is a copy, because the founder's own state no longer changes
     * once the founder has been destroyed.
     */
    const status = { ...founder.status }
    const end = new AbortController()
    const cookies = createSessionCookies(founder, cores)
    /** The jar of the client that signed in last. Its options say where the cookies apply. */
    let lastJar = tokens

    /**
     * The turns of order.ts: the last one that was taken, and those that decide which change wins.
     */
    let turns = 0
    let replacedAt = 0
    let endedAt = 0
    let checkedAt = 0

    /**
     * Sets the state of all clients, calls their listeners, and then stores the state, unless
     * another tab has already done so (`byOtherTab`).
     */
    const change = (next: SomeState, byOtherTab?: boolean) => {
      const before = idOf(status.now)
      if (before && before !== idOf(next)) endedAt = turns
      status.now = next
      status.fromCache = false
      // all clients have the new state before the first listener is called
      const listeners = [...cores].flatMap((client) => setState(client.status, next, false, byOtherTab))
      for (const listener of listeners) {
        try {
          listener(next)
        } catch (error) {
          // an error in a host's listener must not end the visitor's session
          reportError(error)
        }
      }
      // a session without a cookie belongs to this page alone. If it were stored, the next tab
      // would find no cookie for it and sign everybody out.
      if (!byOtherTab && !tokens.inMemory('session_token')) storage.set(key, next.session ? next : null)
    }

    const keep: SessionLife<SomeState>['keep'] = (answer, turn, jar = lastJar) => {
      if (!isLatest(turn, replacedAt)) return
      replacedAt = turn
      lastJar = jar
      const next = status.read(answer)
      cookies.write(jar, next.session!, answer)
      change(next)
      note(answer)
      refresher.lead()
    }

    const signOut = (turn: number, byOtherTab?: boolean) => {
      if (!isLatest(turn, replacedAt)) return false
      replacedAt = turn
      refresher.stop()
      // a tab that was frozen may hear of this late: by then the cookies may belong to a newer
      // session of another tab
      const storedId = byOtherTab && idOf(status.read(storage.get(key)))
      if (!storedId || storedId === idOf(status.now)) cookies.remove('session_token', 'session_jwt')
      // the other tab may have exchanged its session for one of these
      if (!byOtherTab) cookies.remove('intermediate_session_token')
      change({} as SomeState, byOtherTab)
      return true
    }

    /**
     * Takes over the state that another tab has stored. Ignores a value that is not a state: no
     * client has written it.
     */
    const take = (value: unknown) => {
      const next = status.read(value)
      if (next.session) {
        change({ ...status.now, ...next }, true)
        refresher.follow()
      } else if (value == null) signOut(replacedAt, true)
    }

    /** Identifies the current session. Changes whenever the session is replaced. */
    const sessionNow = () => `${replacedAt} ${tokens.get('session_token')} ${idOf(status.now)}`
    /**
     * The last check: which session it was about, when the answer came, which is never while it is
     * under way, and the answer or a promise of it.
     */
    let last: [session: string, at: number, answer: unknown] | [] = []
    const note = <Answer>(answer: Answer, at = Date.now()) => {
      last = [sessionNow(), at, answer]
      return answer
    }
    /** When the server last said that nobody is signed in. */
    let nobodyAt = -Infinity
    const askAndKeep = async (options: Partial<SessionDuration>, send = request): Promise<SignedInAnswer<SomeState> | undefined> => {
      const session = sessionNow()
      const turn = ++turns
      try {
        const { __user, ...answer } = (await send(calls.authenticate, options)) as { __user?: unknown } & Partial<SessionTokens>
        if (sessionNow() !== session) return
        if (isLatest(turn, checkedAt)) {
          checkedAt = turn
          keep(answer, replacedAt)
        }
        return answer as SignedInAnswer<SomeState>
      } catch (error) {
        if (sessionNow() !== session) return
        // with the turn of this session, so that a log-in that is under way still wins
        if (isUnrecoverable(error)) {
          signOut(replacedAt)
          nobodyAt = Date.now()
        }
        last = []
        throw error
      }
    }
    const check: typeof askAndKeep = (...how) => note(askAndKeep(...how), Infinity)
    const authenticate: SessionLife<SomeState>['authenticate'] = async (options = {}, send) =>
      (await check(options, send)) || authenticate(options, send)
    const confirm = async (doubt?: unknown, within = REFRESH_PERIOD): Promise<unknown> =>
      (!isUnrecoverable(doubt) && last[0] === sessionNow() && Date.now() - last[1]! < within && (await last[2])) || authenticate()
    const refresher = createRefresher(founder, cores, status, check, take, end.signal)

    const onStorage = ({ key: changedKey, newValue }: StorageEvent) => {
      if (changedKey !== key) return
      let value: unknown
      try {
        value = JSON.parse(newValue as string)
      } catch {
        return
      }
      take(value)
    }
    addEventListener('storage', onStorage, { signal: end.signal })

    const leave = () => {
      if (cores.size) return
      end.abort()
      shared.life = undefined
    }
    const join: SessionLife<SomeState>['join'] = (client) => {
      if (client.ended.aborted) return leave()
      client.ended.addEventListener('abort', leave)
      for (const listener of setState(client.status, status.now, status.fromCache)) listener(status.now)
    }
    cores.forEach(join)
    if (isStored) {
      take(storage.get(key))
    } else if (tokens.get('session_token') || customEndpoint) {
      refresher.start()
    } else {
      // Without a cookie there is no session (docs/decisions/a-missing-cookie.md). But a page that
      // would not see one, such as a page beside the cookies' path, must not end the session of the
      // tabs that do.
      const state = storage.get(key)
      const isElsewhere = state && !cookies.areSeen()
      if (!isElsewhere) cookies.remove('session_token', 'session_jwt')
      change({} as SomeState, !!isElsewhere || !state)
    }

    const settle = async () => {
      // a page sees every cookie of the provider's, and none that is for a server alone
      const mayBeHidden = customEndpoint && Date.now() - nobodyAt > FRESH
      if (!status.now.session && !tokens.get('session_token') && !mayBeHidden) return
      await confirm(undefined, customEndpoint ? FRESH : undefined).catch((error) => {
        if (!isUnrecoverable(error)) throw error
      })
    }

    return {
      turn: () => ++turns,
      keep,
      join,
      authenticate,
      confirm,
      settle,
      async factor() {
        if (customEndpoint && status.fromCache) await settle().catch(() => {})
        return status.now.session ? 'secondary' : 'primary'
      },
      async revoke(options, send = request) {
        const turn = ++turns
        try {
          const answer = await send(calls.revoke)
          signOut(turn)
          return answer
        } catch (error) {
          if (options?.forceClear || isUnrecoverable(error)) signOut(turn)
          throw error
        }
      },
      signOut,
      update(part, turn) {
        if (mayUpdate(turn, replacedAt, endedAt)) change({ ...status.now, ...part })
      },
    }
  }
