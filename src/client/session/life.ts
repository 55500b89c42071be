import { isUnrecoverable } from '../../api/unrecoverable.ts'
import type { SessionDuration } from '../../api/entities.ts'
import type { ClientContext } from '../context.ts'
import type { Send } from '../transport.ts'
import { createSessionCookies } from './cookies.ts'
import { isLatest, mayUpdate } from './order.ts'
import { createRefresher } from './refresher.ts'
import { PERIOD } from './refreshTimes.ts'
import type { LifeCalls, SessionLife } from './SessionLife.ts'
import type { SharedSession } from './shared.ts'
import type { SignedInAnswer, StateStore, Who } from './state.ts'
import type { SessionTokens } from './tokenJar.ts'

/** The id of the session, be it a user's or a member's. */
const idOf = ({ session }: Who): string | undefined => session?.session_id || session?.member_session_id

/** What subscribers hear of: everything but the time of the last check. */
const fingerprint = (state: Who) => JSON.stringify(state, (key, value) => (key === 'last_accessed_at' ? undefined : value))

/** Gives a client its new state, and returns the listeners that have to hear of it. */
export const learn = <SomeState extends Who>(
  status: StateStore<SomeState>,
  next: SomeState,
  fromCache = false,
): ((state: SomeState) => void)[] => {
  const isNews = status.fromCache !== fromCache || fingerprint(next) !== fingerprint(status.now)
  status.now = next
  status.fromCache = fromCache
  return isNews ? [...status.listeners] : []
}

/**
 * Takes charge of the session for all clients that share it, at once and until the last of them is destroyed. A visitor who has none needs none of it, so the widget loads it when
 * they sign in. `isStored`: another tab has just stored a session, which needs no check.
 */
export const sessionLifeBy =
  <SomeState extends Who>(calls: LifeCalls<SomeState>) =>
  (founder: ClientContext<SomeState>, request: Send, shared: SharedSession<SomeState>, isStored?: boolean): SessionLife<SomeState> => {
    const { storage, key, tokens, customEndpoint } = founder
    const { cores } = shared
    /** What all of them know; of a client that has been destroyed it stays as it was. */
    const status = { ...founder.status }
    const end = new AbortController()
    const cookies = createSessionCookies(founder, cores)
    /** That of the client that has signed in last: its host has said where the cookies apply. */
    let lastJar = tokens

    /** The turns of order.ts: how many have been taken, and those that decide which change wins. */
    let turns = 0
    let replacedAt = 0
    let endedAt = 0
    let checkedAt = 0

    /** `byOtherTab`: that tab has stored it already. Own listeners run before storage is written. */
    const change = (next: SomeState, byOtherTab?: boolean) => {
      const before = idOf(status.now)
      if (before && before !== idOf(next)) endedAt = turns
      status.now = next
      status.fromCache = false
      // all of them know before anybody is told
      const listeners = [...cores].flatMap((client) => learn(client.status, next))
      for (const listener of listeners) {
        try {
          listener(next)
        } catch (error) {
          // a host's callback must not cost the visitor the session
          reportError(error)
        }
      }
      // a session that could not become a cookie is this page's alone: stored, the next tab would find no cookie for it and sign everybody out
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
      // to a tab that slept it may be old news: the cookies are then those of a session that another tab has begun since
      const stored = byOtherTab && idOf(status.read(storage.get(key)))
      if (!stored || stored === idOf(status.now)) cookies.remove('session_token', 'session_jwt')
      // that tab may have been given one in exchange for its session
      if (!byOtherTab) cookies.remove('intermediate_session_token')
      change({} as SomeState, byOtherTab)
      return true
    }

    /** Takes what another tab has stored; what is no state was not written by a client of ours. */
    const take = (stored: unknown) => {
      const next = status.read(stored)
      if (next.session) {
        change({ ...status.now, ...next }, true)
        refresher.follow()
      } else if (stored == null) signOut(replacedAt, true)
    }

    /** Changes whenever another session takes the place of this one. */
    const sessionNow = () => `${replacedAt} ${tokens.get('session_token')} ${idOf(status.now)}`
    /** What the provider has said last, or has been asked last: about which session, when, and its answer. */
    let last: [session: string, at: number, answer: unknown] | [] = []
    const note = <Answer>(answer: Answer) => {
      last = [sessionNow(), Date.now(), answer]
      return answer
    }
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
        // a log-in that is under way comes after the session that has just proved void
        if (isUnrecoverable(error)) signOut(replacedAt)
        last = []
        throw error
      }
    }
    const check: typeof askAndKeep = (...how) => note(askAndKeep(...how))
    const authenticate: SessionLife<SomeState>['authenticate'] = async (options = {}, send) =>
      (await check(options, send)) || authenticate(options, send)
    const confirm = async (doubt?: unknown): Promise<unknown> =>
      (!isUnrecoverable(doubt) && last[0] === sessionNow() && Date.now() - last[1]! < PERIOD && (await last[2])) || authenticate()
    const refresher = createRefresher(founder, cores, status, check, take, end.signal)

    const onStorage = ({ key: changed, newValue }: StorageEvent) => {
      if (changed !== key) return
      let stored: unknown
      try {
        stored = JSON.parse(newValue as string)
      } catch {
        return
      }
      take(stored)
    }
    addEventListener('storage', onStorage, { signal: end.signal })

    const leave = (client: ClientContext<SomeState>) => {
      cores.delete(client)
      if (cores.size) return
      end.abort()
      shared.life = undefined
    }
    const join: SessionLife<SomeState>['join'] = (client) => {
      if (client.ended.aborted) return leave(client)
      client.ended.addEventListener('abort', () => leave(client))
      for (const listener of learn(client.status, status.now, status.fromCache)) listener(status.now)
    }
    cores.forEach(join)
    if (isStored) {
      take(storage.get(key))
    } else if (tokens.get('session_token') || customEndpoint) {
      refresher.start()
    } else {
      // the missing cookie ends the session at start
      cookies.remove('session_token', 'session_jwt')
      if (storage.get(key)) storage.set(key, null)
    }

    return {
      turn: () => ++turns,
      rules: calls.authenticate,
      keep,
      join,
      authenticate,
      confirm,
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
