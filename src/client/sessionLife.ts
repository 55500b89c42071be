import type { Call, CallRules } from '../api/call.ts'
import { hostChecks } from '../api/hostChecks.ts'
import { isUnrecoverable } from '../api/unrecoverable.ts'
import type { Answer, Authenticated, Session, SessionDuration } from '../api/entities.ts'
import { writeCookie } from '../browser/cookies.ts'
import { uuid } from '../browser/random.ts'
import { after } from '../browser/timer.ts'
import type { Core } from './core.ts'
import type { SharedSession } from './joinSession.ts'
import { backoff, othersTurn, PERIOD, REST, restAfter, type Lease } from './refresh.ts'
import type { SessionCalls } from './sessionCalls.ts'
import type { State, StateStore, Who } from './state.ts'
import type { TokenJar } from './tokens.ts'
import type { Send } from './transport.ts'

/**
 * The life of a session: kept, refreshed, shared between tabs, ended (spec section 4). A visitor who has none needs none of it, so the widget loads it when
 * they sign in.
 */
export interface SessionLife {
  /** Makes an answer's session this browser's, in the cookies of `jar`, unless a log-in or sign-out that was begun after `turn` has already been made. */
  keep(answer: Authenticated, turn: number, jar: TokenJar): void
  /** By what the options of {@link SessionLife.authenticate} are to be checked. */
  readonly rules: CallRules
  /** Tells one who has come later what the others know. */
  join(core: Core): void
  /** Replaces a part of the state, on the same condition, and unless another session has come since, be it from another tab. */
  update(part: State, turn: number): void
  /** Ends the session here, on the same condition; whether it did. */
  signOut(turn: number): boolean
  /** Takes the next place in line: of two changes of the session the one that was *begun* later wins (quality.md, Sessions). */
  turn(): number
  /** Asks the provider whether the session holds, and keeps the answer. By `send` of whoever asks, as its errors are of the classes of their bundle. */
  authenticate(options?: Partial<SessionDuration>, send?: Send): Promise<Authenticated>
  /**
   * Makes sure that the provider itself has told this page that the session holds. Asks nothing where it has within the last three minutes, nor beside a check
   * that is under way. Rejects like {@link authenticate}. `doubt`: an error of the session's, after which what was said before does not count.
   */
  confirm(doubt?: unknown): Promise<unknown>
  /** Ends the session at the provider, then here; see {@link SessionCalls.revoke}. */
  revoke(options?: { forceClear?: boolean }, send?: Send): Promise<Answer>
}

/** What a session lives by, on the wire. */
export interface SessionCallsOnWire {
  authenticate: Call<Partial<SessionDuration>, Authenticated>
  revoke: Call<undefined, Answer>
}

const idOf = ({ session }: Who) => session?.session_id || session?.member_session_id

/** What subscribers hear of: everything but the time of the last check (wire.md 1.4). */
const fingerprint = (state: State) => JSON.stringify(state, (key, value) => (key === 'last_accessed_at' ? undefined : value))

/** Lets a client know, and gives whom it has to tell. */
const know = (status: StateStore, next: State, fromCache = false): ((state: State) => void)[] => {
  const news = status.fromCache !== fromCache || fingerprint(next) !== fingerprint(status.now)
  status.now = next
  status.fromCache = fromCache
  return news ? [...status.listeners] : []
}

/**
 * Takes charge of the session for all clients that share it, at once and until the last of them is destroyed: the first check, the refreshes, the ear for other tabs.
 * `elsewhere`: another tab has just stored a session, which needs no check.
 */
export const sessionLifeBy =
  (api: SessionCallsOnWire) =>
  (founder: Core, request: Send, shared: SharedSession, elsewhere?: boolean): SessionLife => {
    const { storage, key } = founder
    /** What all of them know; of a client that has been destroyed it stays as it was. */
    const status = { ...founder.status }
    const { cores } = shared
    const end = new AbortController()
    const { signal } = end
    /** Of the client that has signed in last: its host has said where the cookies apply. */
    let { tokens } = founder
    const me = uuid()
    const leaseKey = key + '::refresh'
    const domainsKey = key + '::seen_domains'
    let turns = 0
    /** The turn of the last log-in or sign-out here. */
    let latest = 0
    /** The turn that was the newest when the session last gave way to another, or to none. */
    let replaced = 0
    /** The turn of the newest check that was answered. */
    let checked = 0
    const turn = () => ++turns
    const identity = () => `${latest} ${tokens.get('session_token')} ${idOf(status.now)}`
    /** The newest word of the provider's, said or under way, that a session holds: of which one, and since when. */
    let word: { of: string; at: number; answer: unknown } | undefined
    const give = <Answer>(answer: Answer) => {
      word = { of: identity(), at: Date.now(), answer }
      return answer
    }
    let failures = 0
    let refreshing = false
    let hiddenSince = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined

    /** `elsewhere`: another tab has stored it already. Own listeners run before storage is written (wire.md 1.4). */
    const change = (next: State, elsewhere?: boolean) => {
      const held = idOf(status.now)
      if (held && held !== idOf(next)) replaced = turns
      status.now = next
      status.fromCache = false
      // all of them know before anybody is told
      const listeners = [...cores].flatMap((core) => know(core.status, next))
      for (const listener of listeners) {
        try {
          listener(next)
        } catch (error) {
          // a host's callback must not cost the visitor the session
          reportError(error)
        }
      }
      // a session that could not become a cookie is this page's alone: stored, the next tab would find no cookie for it and sign everybody out
      if (!elsewhere && !tokens.inMemory('session_token')) storage.set(key, next.session ? next : null)
    }

    const seenDomains = () => {
      const seen = storage.get(domainsKey)
      return Array.isArray(seen) ? seen.filter((domain) => typeof domain === 'string') : []
    }

    /** A host may have changed its cookie options since the cookies were written, so every scope they may have had is tried (wire.md 2.4). */
    const forget = (...names: (keyof typeof tokens.names)[]) => {
      const all = [founder, ...cores]
      const domains = new Set([undefined, location.hostname, ...all.map(({ options }) => options.cookieOptions?.domain), ...seenDomains()])
      const paths = new Set([undefined, ...all.map(({ tokens }) => tokens.scope.path)])
      for (const name of names) {
        for (const { tokens } of all) tokens.remove(name)
        for (const domain of domains) for (const path of paths) writeCookie(tokens.names[name], '', 0, { path, domain })
      }
    }

    /** Whether a cookie of a scope that was not tried has the same name (wire.md 2.4). */
    const hasTwin = () => {
      try {
        return document.cookie.split('; ').filter((pair) => pair.startsWith(tokens.names.session_token + '=')).length > 1
      } catch {}
    }

    const remember = (session: Session, { session_token, session_jwt }: Authenticated) => {
      // both times are the server's, so that a visitor's wrong clock does not matter (row 36)
      const seconds = lifeOf(session) / 1000
      const life = seconds > 0 ? seconds : undefined
      const { domain } = tokens.scope
      if (domain && !seenDomains().includes(domain)) storage.set(domainsKey, [...seenDomains(), domain])
      forget('intermediate_session_token')
      // without both the project keeps its tokens in HttpOnly cookies; and a twin in another scope would be sent in place of what is written (wire.md 2.4)
      if (!session_token || !session_jwt || seenDomains().length) forget('session_token', 'session_jwt')
      if (!session_token || !session_jwt) return
      tokens.set('session_token', session_token, life)
      tokens.set('session_jwt', session_jwt, life)
      // in bytes, of name and value together: browsers take no longer cookie (RFC 6265, section 6.1, which asks for no more)
      if (tokens.inMemory('session_jwt') && tokens.names.session_jwt.length + session_jwt.length > 4096)
        founder.warn('The JWT of the session is longer than a cookie can be. This page has it; the next one gets it with its first check.')
      if (hasTwin())
        founder.warn("Another cookie has the name of the session's, for a path or domain unknown here, and may be sent in its place.")
    }

    const lease = () => storage.get(leaseKey) as Lease | undefined
    const claim = () => storage.set(leaseKey, { by: me, at: Date.now() })
    const leads = () => lease()?.by === me

    const signedIn = () => status.now.session || tokens.get('session_token')

    const schedule = (delay: number, next = tick) => {
      clearTimeout(timer)
      if (!signal.aborted && (signedIn() || founder.customEndpoint)) timer = after(delay, next)
    }

    const keep: SessionLife['keep'] = (answer, turn, jar) => {
      if (turn < latest) return
      latest = turn
      failures = 0
      tokens = jar
      const next = status.read(answer)
      remember(next.session!, answer)
      change(next)
      give(answer)
      claim()
      schedule(PERIOD)
    }

    const signOut = (begun: number, elsewhere?: boolean) => {
      if (begun < latest) return false
      latest = begun
      clearTimeout(timer)
      // to a tab that slept it may be old news: the cookies are then those of a session that another tab has begun since
      const stored = elsewhere && idOf(status.read(storage.get(key)))
      if (!stored || stored === idOf(status.now)) forget('session_token', 'session_jwt')
      // that tab may have been given one in exchange for its session (wire.md 1.8)
      if (!elsewhere) forget('intermediate_session_token')
      change({}, elsewhere)
      return true
    }

    /** One question to the provider; undefined when the session it was about is no longer ours: the answer counts for nothing then. */
    const ask = async (options: Partial<SessionDuration>, send = request): Promise<Authenticated | undefined> => {
      const before = identity()
      const begun = turn()
      try {
        const { __user, ...answer } = (await send(api.authenticate, options)) as Authenticated & { __user?: unknown }
        if (identity() !== before) return
        // of two checks the later holds for longer, or for as long as the host said last
        if (begun > checked) keep(answer, latest, tokens)
        checked = Math.max(begun, checked)
        return answer
      } catch (error) {
        if (identity() !== before) return
        // a log-in that is under way comes after the session that has just proved void
        if (isUnrecoverable(error)) signOut(latest)
        word = undefined
        throw error
      }
    }

    const check: typeof ask = (...how) => give(ask(...how))

    const authenticate: SessionLife['authenticate'] = async (options = {}, send) =>
      (await check(options, send)) || authenticate(options, send)

    const confirm = async (doubt?: unknown): Promise<unknown> => {
      if (isUnrecoverable(doubt)) word = undefined
      const { of, at, answer } = word || { at: 0 }
      // an answer about a session that is no longer ours is none
      return (of === identity() && Date.now() - at < PERIOD && (await answer)) || authenticate()
    }

    const refresh = async () => {
      if (refreshing) return
      refreshing = true
      claim()
      const minutes = [...cores].some(({ options }) => options.keepSessionAlive) && sessionMinutes(status.now)
      const known = signedIn()
      try {
        const held = await check(minutes ? { session_duration_minutes: minutes } : {})
        // the host has put another token in its place meanwhile, which nobody has asked about
        if (!held && tokens.get('session_token')) schedule(PERIOD)
      } catch (error) {
        if (isUnrecoverable(error)) hostChecks && known && founder.warn('The session is no longer valid: signed out.')
        else schedule(backoff(++failures, Math.random(), (error as { retry_after?: number }).retry_after))
      }
      refreshing = false
    }

    /** The last tab to claim the lease wins; half a second is ample for storage to agree. */
    const contend = () => {
      if (leads()) return void refresh()
      claim()
      schedule(500, () => {
        if (leads()) void refresh()
        else if (status.fromCache) schedule(REST, look)
        else schedule(PERIOD)
      })
    }

    const tick = () => {
      const wait = failures ? 0 : othersTurn(lease(), me, Date.now(), Math.random())
      if (wait) schedule(wait)
      else contend()
    }

    /** Of what happens to a tab, for which nobody waits: what another one has just asked is taken as the answer. */
    const look = () => {
      if (!signedIn() && !founder.customEndpoint) return
      const rest = restAfter(lease()?.at, Date.now())
      const stored = storage.get(key)
      if (leads() && rest) return
      if (!rest || !stored) return contend()
      // to a page that was put aside, and so has not heard
      if (JSON.stringify(status.read(stored)) !== JSON.stringify(status.now)) take(stored)
      if (status.fromCache && !failures) schedule(rest, look)
    }

    const shown = () => {
      if (document.visibilityState !== 'visible') hiddenSince = Date.now()
      else if (!restAfter(hiddenSince, Date.now())) look()
    }

    /** Takes what another tab has stored; what is no state was not written by a client of ours. */
    const take = (told: unknown) => {
      const next = status.read(told)
      if (told != null && !next.session) return
      if (!next.session) return void signOut(latest, true)
      failures = 0
      change({ ...status.now, ...next }, true)
      schedule(PERIOD + 500 + Math.random() * 3000)
    }

    const hear = ({ key: changed, newValue }: StorageEvent) => {
      if (changed !== key) return
      let told: unknown
      try {
        told = JSON.parse(newValue as string)
      } catch {
        return
      }
      take(told)
    }

    addEventListener('storage', hear, { signal })
    addEventListener('online', () => (failures || leads()) && look(), { signal })
    document.addEventListener('visibilitychange', shown, { signal })
    signal.addEventListener('abort', () => clearTimeout(timer))
    const leave = (core: Core) => {
      cores.delete(core)
      if (cores.size) return
      end.abort()
      shared.life = undefined
    }
    const join: SessionLife['join'] = (core) => {
      if (core.ended.aborted) return leave(core)
      core.ended.addEventListener('abort', () => leave(core))
      for (const listener of know(core.status, status.now, status.fromCache)) listener(status.now)
    }
    cores.forEach(join)
    if (elsewhere) {
      take(storage.get(key))
    } else if (tokens.get('session_token') || founder.customEndpoint) {
      // a browser that starts again restores its tabs: what nobody sees can wait for the one that is seen
      if (document.visibilityState === 'hidden') look()
      else void refresh()
    } else {
      // the missing cookie ends the session at start (spec section 4)
      forget('session_token', 'session_jwt')
      if (storage.get(key)) storage.set(key, null)
    }

    return {
      turn,
      rules: api.authenticate,
      keep,
      join,
      authenticate,
      confirm,
      async revoke(options, send = request) {
        const begun = turn()
        try {
          const answer = await send(api.revoke)
          signOut(begun)
          return answer
        } catch (error) {
          if (options?.forceClear || isUnrecoverable(error)) signOut(begun)
          throw error
        }
      },
      signOut,
      update: (part, turn) => turn < latest || turn <= replaced || change({ ...status.now, ...part }),
    }
  }

/** The length a session was given, in ms; NaN where it does not say. One from storage may hold anything. */
const lifeOf = ({ expires_at, last_accessed_at }: Session) => {
  const [from, to] = [last_accessed_at, expires_at].map((time) => (typeof time === 'string' ? Date.parse(time) : NaN))
  return to! - from!
}

/** The same in whole minutes; at least the five that the provider grants. */
const sessionMinutes = ({ session }: State) => session && Math.max(5, Math.round(lifeOf(session) / 60_000))
