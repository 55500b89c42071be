import type { Authenticated } from '../../api/entities.ts'
import type { Visit } from '../bridge/calls.ts'
import { refusal } from '../bridge/refusals.ts'
import { digest } from '../own/hashing.ts'
import type { Limits } from '../own/limits.ts'
import type { Store } from '../own/store.ts'
import { isSignedOut, refusalOf, text, type Answer, type Asker } from './ask.ts'
import { sessionIdOf, type TokenCookies } from './cookies.ts'
import { endOf, needsSecondFactor, sessionOf, tokensIn, userOf, type Tokens } from './entities.ts'

type SignedIn = Pick<Authenticated, 'user_id' | 'user' | 'session' | 'session_token' | 'session_jwt'>

/** A visitor's request, as sessions see it. */
export type SessionVisit = Pick<Visit, 'request' | 'address' | 'setCookie'>

/** An access token is renewed so long before its end, in ms. */
const EARLY = 10_000

/**
 * For how long a renewal is remembered, in ms: requests that left the browser before it has the new
 * cookies bring the old ones.
 */
const REMEMBERED = 60_000

/** How often Supabase is asked about a session whose access token it does not accept. */
const TRIES = 3

/** How many renewals of one session do not count against its network, in an hour. */
const USUAL = 60

const HOUR = 3600_000

/** How long a browser counts as one that has logged in, in ms. */
const KNOWN = 365 * 86_400_000

/** The sessions of visitors, which Supabase keeps. */
export type Sessions = ReturnType<typeof createSessions>

export const createSessions = ({ ask, try: attempt }: Asker, cookies: TokenCookies, store: Store, limits: Limits) => {
  const renewals = new Map<string, { until: number; tokens: Promise<Tokens | undefined> }>()

  const askForTokens = async (refresh: string, visit: SessionVisit): Promise<Tokens | undefined> => {
    // Supabase counts them for all visitors together
    const forget = await limits.network('renewal', visit)
    const route = 'POST /token'
    const answer = await attempt(route, visit, { query: { grant_type: 'refresh_token' }, body: { refresh_token: refresh } })
    // it calls a token so that it can never have been one
    if (isSignedOut(answer) || answer.code === 'validation_failed') return undefined
    const tokens = answer.status < 400 ? tokensIn(answer.body) : undefined
    if (!tokens) throw answer.status === 429 ? refusalOf(answer, route) : new Error(`Supabase answered ${route} with ${answer.status}`)
    if ((await store.hit(`renewals:${sessionIdOf(tokens.access)}`, Date.now() + HOUR)) <= USUAL) await forget()
    return tokens
  }

  /** Renews tokens, once for all requests that have the same ones. */
  const renew = (refresh: string, visit: SessionVisit): Promise<Tokens | undefined> => {
    const now = Date.now()
    for (const [one, { until }] of renewals) if (until < now) renewals.delete(one)
    const known = renewals.get(refresh)
    if (known) return known.tokens
    const tokens = askForTokens(refresh, visit)
    renewals.set(refresh, { until: now + REMEMBERED, tokens })
    // the next request tries again
    tokens.catch(() => renewals.delete(refresh))
    return tokens
  }

  /** Asks with an access token that Supabase accepts. Undefined if the session is over. */
  const withToken = async (
    before: Tokens,
    visit: SessionVisit,
    send: (access: string) => Promise<Answer>,
    route: string,
  ): Promise<{ tokens: Tokens; answer: Answer } | undefined> => {
    let tokens: Tokens | undefined = before
    // a token can end on its way, or the project has other keys now
    for (let left = TRIES; left > 0; left--) {
      if (left < TRIES || endOf(tokens.access) < Date.now() + EARLY) tokens = await renew(tokens.refresh, visit)
      if (!tokens) return undefined
      const answer = await send(tokens.access)
      if (isSignedOut(answer)) return undefined
      if (answer.status < 400) return { tokens, answer }
      if (answer.code !== 'bad_jwt') throw refusalOf(answer, route)
    }
    throw new Error(`Supabase does not accept its own tokens: ${route}`)
  }

  /** Ends a session at Supabase. */
  const finish = (tokens: Tokens, visit: SessionVisit) => {
    const send = (token: string) => attempt('POST /logout', visit, { query: { scope: 'local' }, token })
    return withToken(tokens, visit, send, 'POST /logout')
  }

  const browserKey = async (email: string, visit: Visit) => `browser:${digest(`${email.toLowerCase()} ${await visit.browser()}`)}`

  /**
   * Finds the session of a request, renewed if it has to be. Supabase decides whether it still
   * counts, so a copy of the cookies ends with the session.
   */
  const find = async (visit: SessionVisit): Promise<Tokens | undefined> => {
    const before = cookies.read(visit)
    if (!before) return undefined
    const known = await withToken(before, visit, (token) => attempt('GET /user', visit, { token }), 'GET /user')
    if (!known) {
      cookies.clear(before, visit)
      return undefined
    }
    const found = { ...known.tokens, user: known.answer.body }
    // within one second, a new access token can be the same text
    if (found.refresh !== before.refresh || found.access !== before.access) cookies.renew(found, visit)
    return needsSecondFactor(found) ? undefined : found
  }

  const signedInBy = (tokens: Tokens, { request, address }: SessionVisit): SignedIn => ({
    user_id: text(tokens.user.id),
    user: userOf(tokens.user),
    session: sessionOf(tokens, address, request.headers.get('user-agent') ?? undefined),
    session_token: '',
    session_jwt: '',
  })

  return {
    find,
    renew,
    finish,
    /** Works with the tokens of a session that nobody has yet. If it fails, the session ends. */
    async orFinish<Result>(tokens: Tokens, visit: SessionVisit, work: () => Promise<Result>): Promise<Result> {
      try {
        return await work()
      } catch (error) {
        await finish(tokens, visit).catch(() => {})
        throw error
      }
    },
    /** Ends all other sessions of the user. */
    async endOthers({ access }: Tokens, visit: Pick<Visit, 'address'>): Promise<void> {
      await ask('POST /logout', visit, { query: { scope: 'others' }, token: access })
    },
    /** Resolves with the tokens, whose user is known. */
    withUser: async (tokens: Tokens, visit: SessionVisit): Promise<Tokens> =>
      text(tokens.user.id) ? tokens : { ...tokens, user: await ask('GET /user', visit, { token: tokens.access }) },
    /**
     * Begins a session in this browser, and ends the one before. Not if the user has a second
     * factor, which this bridge cannot ask for.
     */
    async begin(tokens: Tokens, visit: Visit): Promise<SignedIn> {
      if (needsSecondFactor(tokens)) throw refusal('no_second_factor')
      if (visit.confirming && visit.confirming.user_id !== text(tokens.user.id)) throw refusal('confirmation_refused')
      await store.put(await browserKey(text(tokens.user.email), visit), '1', Date.now() + KNOWN)
      cookies.begin(tokens, visit)
      const before = cookies.read(visit)
      // a failure does not cost the visitor the new one
      if (before && sessionIdOf(before.access) !== sessionIdOf(tokens.access)) await finish(before, visit).catch(() => {})
      return signedInBy(tokens, visit)
    },
    /** Resolves with who is signed in. Throws a refusal if nobody is. */
    async signedIn(visit: Visit): Promise<SignedIn> {
      const tokens = await find(visit)
      if (!tokens) throw refusal('session_not_found')
      return signedInBy(tokens, visit)
    },
    /** Ends the session of this browser. */
    async end(visit: Visit): Promise<void> {
      const before = cookies.read(visit)
      if (!before) return
      await finish(before, visit)
      cookies.clear(before, visit)
    },
    /** Returns what this browser counts as if it has logged in with an address. */
    async knownBrowser(email: string, visit: Visit): Promise<string | undefined> {
      const key = await browserKey(email, visit)
      return (await store.get(key)) ? key : undefined
    },
  }
}
