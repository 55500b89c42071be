import { isUnrecoverable } from '../../api/unrecoverable.ts'
import type { ClientContext } from '../context.ts'
import type { Send } from '../calls/transport.ts'
import { createChecks, idOf } from './checks.ts'
import { createSessionCookies } from './cookies.ts'
import { isLatest, mayUpdate, type Turns } from './order.ts'
import { createRefresher } from './refresher.ts'
import type { LifeCalls, SessionLife } from './SessionLife.ts'
import type { SharedSession } from './shared.ts'
import type { AnyState, StateStore } from './state.ts'

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

    const turns: Turns = { last: 0, replaced: 0, ended: 0, checked: 0 }

    /**
     * Sets the state of all clients, calls their listeners, and then stores the state, unless
     * another tab has already done so (`byOtherTab`).
     */
    const change = (next: SomeState, byOtherTab?: boolean) => {
      const before = idOf(status.now)
      if (before && before !== idOf(next)) turns.ended = turns.last
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
      if (!isLatest(turn, turns.replaced)) return
      turns.replaced = turn
      lastJar = jar
      const next = status.read(answer)
      cookies.write(jar, next.session!, answer)
      change(next)
      note(answer)
      refresher.lead()
    }

    const signOut = (turn: number, byOtherTab?: boolean) => {
      if (!isLatest(turn, turns.replaced)) return false
      turns.replaced = turn
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
      } else if (value == null) signOut(turns.replaced, true)
    }

    const { check, authenticate, confirm, settle, note } = createChecks({
      founder,
      call: calls.authenticate,
      request,
      status,
      turns,
      keep,
      signOut,
    })
    const refresher = createRefresher({ founder, clients: cores, status, check, take, signal: end.signal })

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
      // Without a cookie there is no session (docs/decisions/a-missing-cookie-ends-the-session.md).
      // But a page that would not see one, such as one beside the cookies' path, must not end the
      // session of the tabs that do.
      const state = storage.get(key)
      const isElsewhere = state && !cookies.areSeen()
      if (!isElsewhere) cookies.remove('session_token', 'session_jwt')
      change({} as SomeState, !!isElsewhere || !state)
    }

    return {
      turn: () => ++turns.last,
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
        const turn = ++turns.last
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
        if (mayUpdate(turn, turns)) change({ ...status.now, ...part })
      },
    }
  }
