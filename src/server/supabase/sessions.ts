import type { Authenticated } from '../../api/entities.ts'
import type { Visit } from '../bridge/calls.ts'
import { refusal } from '../bridge/refusals.ts'
import { digest } from '../own/hashing.ts'
import type { Store } from '../own/store.ts'
import { isSignedOut, refusalOf, text, type Answer, type Asker } from './ask.ts'
import type { TokenCookies } from './cookies.ts'
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

/** How often Supabase is asked about a session whose tokens it does not know. */
const TRIES = 3

/** How long a browser counts as one that has logged in, in ms. */
const KNOWN = 365 * 86_400_000

/** Whether an answer says that a session cannot be renewed. Other failures end no session. */
const isOver = ({ status, code }: Answer) => status >= 400 && status !== 401 && status !== 429 && code !== ''

/** The sessions of visitors, which Supabase keeps. */
export type Sessions = ReturnType<typeof createSessions>

export const createSessions = ({ ask, try: attempt }: Asker, cookies: TokenCookies, store: Store) => {
  const renewals = new Map<string, { until: number; tokens: Promise<Tokens | undefined> }>()

  const askForTokens = async (refresh: string, visit: SessionVisit): Promise<Tokens | undefined> => {
    const route = 'POST /token'
    const answer = await attempt(route, visit, { query: { grant_type: 'refresh_token' }, body: { refresh_token: refresh } })
    if (isOver(answer)) return undefined
    const tokens = answer.status < 400 ? tokensIn(answer.body) : undefined
    if (!tokens) throw answer.status === 429 ? refusalOf(answer, route) : new Error(`Supabase answered ${route} with ${answer.status}`)
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

  const browserKey = async (email: string, visit: Visit) => `browser:${digest(`${email.toLowerCase()} ${await visit.browser()}`)}`

  /**
   * Finds the session of a request, renewed if it has to be. Supabase decides whether it still
   * counts, so a copy of the cookies ends with the session.
   */
  const find = async (visit: SessionVisit): Promise<Tokens | undefined> => {
    const before = cookies.read(visit)
    if (!before) return undefined
    let tokens: Tokens | undefined = endOf(before.access) < Date.now() + EARLY ? await renew(before.refresh, visit) : before
    let answer: Answer | undefined
    // a token can end on its way, or the project has other keys now
    for (let left = TRIES; tokens && left > 0; left--) {
      answer = await attempt('GET /user', visit, { token: tokens.access })
      if (answer.code !== 'bad_jwt') break
      if (left > 1) tokens = await renew(tokens.refresh, visit)
    }
    if (!tokens || !answer || isSignedOut(answer)) {
      cookies.clear(visit)
      return undefined
    }
    if (answer.status >= 400) throw refusalOf(answer, 'GET /user')
    const found = { ...tokens, user: answer.body }
    // within one second, a new access token can be the same text
    if (found.refresh !== before.refresh || found.access !== before.access) cookies.write(found, visit)
    return needsSecondFactor(found) ? undefined : found
  }

  const signedInBy = (tokens: Tokens, { request, address }: SessionVisit): SignedIn => ({
    user_id: text(tokens.user.id),
    user: userOf(tokens.user),
    session: sessionOf(tokens, address, request.headers.get('user-agent') ?? undefined),
    session_token: '',
    session_jwt: '',
  })

  /** Ends the sessions of tokens: their own, or all others of the user. */
  const endAt = async (scope: 'local' | 'others', { access }: Tokens, visit: Pick<Visit, 'address'>): Promise<void> => {
    const answer = await attempt('POST /logout', visit, { query: { scope }, token: access })
    if (answer.status >= 400 && !isSignedOut(answer)) throw refusalOf(answer, 'POST /logout')
  }

  return {
    find,
    endAt,
    /** Begins a session, unless the user has a second factor, which this bridge cannot ask for. */
    async begin(tokens: Tokens, visit: Visit): Promise<SignedIn> {
      const whole = text(tokens.user.id) ? tokens : { ...tokens, user: await ask('GET /user', visit, { token: tokens.access }) }
      if (needsSecondFactor(whole)) {
        await endAt('local', whole, visit)
        throw refusal('no_second_factor')
      }
      cookies.write(whole, visit)
      await store.put(await browserKey(text(whole.user.email), visit), '1', Date.now() + KNOWN)
      return signedInBy(whole, visit)
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
      // an access token that has ended cannot end its session
      const tokens = before && endOf(before.access) < Date.now() + EARLY ? await renew(before.refresh, visit) : before
      if (tokens) await endAt('local', tokens, visit)
      cookies.clear(visit)
    },
    /** Returns what this browser counts as if it has logged in with an address. */
    async knownBrowser(email: string, visit: Visit): Promise<string | undefined> {
      const key = await browserKey(email, visit)
      return (await store.get(key)) ? key : undefined
    },
  }
}
