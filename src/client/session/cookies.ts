import { hostChecks } from '../../api/hostChecks.ts'
import { readCookie, writeCookie, type CookieScope } from '../../browser/cookies.ts'
import { isLoopback } from '../../api/loopback.ts'
import type { ClientContext } from '../context.ts'
import { cookieRefusal, refusals } from './cookieRefusal.ts'
import { sessionLength } from './refreshTimes.ts'
import type { AnyState } from './state.ts'
import type { SessionTokens, TokenJar } from './tokenJar.ts'
import { safeDocument } from '../../browser/safeDocument.ts'

/** Writes and removes the cookies of a session, for all clients that share it. */
interface SessionCookies {
  /** Writes the tokens of a session into `jar`, and removes those of an earlier session. */
  write(jar: TokenJar, session: NonNullable<AnyState['session']>, tokens: Partial<SessionTokens>): void
  /** Removes these tokens in every scope in which they may have been written. */
  remove(...names: (keyof TokenJar['names'])[]): void
  /**
   * Returns whether this page sees a cookie that it writes where the session's are. If it does not,
   * a session may have cookies that the page does not see.
   */
  areSeen(): boolean
}

/**
 * Returns whether the page sees two cookies with this name. If so, one of them is in a scope that
 * {@link SessionCookies.remove} does not know.
 */
const isDuplicated = (name: string) => {
  try {
    return `; ${safeDocument.cookie}`.split(`; ${name}=`).length > 2
  } catch {}
}

/**
 * `clients` are the clients that share the session now. `founder` is the first one, and is included
 * even after it has been destroyed.
 */
export function createSessionCookies<SomeState extends AnyState>(
  founder: ClientContext<SomeState>,
  clients: Iterable<ClientContext<SomeState>>,
): SessionCookies {
  const { storage, key, tokens, backend } = founder
  /** Returns the domains for which cookies of the session have been written. */
  const seenDomains = () => {
    const domains = storage.get(key + '::seen_domains')
    return Array.isArray(domains) ? domains.filter((domain) => typeof domain === 'string') : []
  }

  const remove: SessionCookies['remove'] = (...names) => {
    // the host may have changed its cookie options since the cookies were written, so this tries
    // every scope that they may have had
    const all = [founder, ...clients]
    const domains = new Set([undefined, location.hostname, ...all.map(({ options }) => options.cookieOptions?.domain), ...seenDomains()])
    const paths = new Set([undefined, ...all.map(({ tokens }) => tokens.scope.path)])
    for (const name of names) {
      for (const { tokens } of all) tokens.remove(name)
      for (const domain of domains) for (const path of paths) writeCookie(tokens.names[name], '', 0, { path, domain })
    }
  }

  /** Returns whether this page sees a cookie that it writes in this scope. */
  const sees = (scope: CookieScope) => {
    const probe = tokens.names.session_token + '_probe'
    writeCookie(probe, '1', 60, scope)
    const isSeen = readCookie(probe) === '1'
    writeCookie(probe, '', 0, scope)
    return isSeen
  }

  return {
    remove,
    areSeen: () => sees(tokens.scope),
    write(jar, session, { session_token, session_jwt }) {
      const seconds = sessionLength(session) / 1000
      const maxAge = seconds > 0 ? seconds : undefined
      const { domain } = jar.scope
      if (domain && !seenDomains().includes(domain)) storage.set(key + '::seen_domains', [...seenDomains(), domain])
      remove('intermediate_session_token')
      // Without both tokens in the answer, the project keeps them in HttpOnly cookies, so ours are
      // old. A backend always does. And if there are other scopes, a cookie with the same name in
      // one of them might be sent instead of the new one.
      const isHidden = backend || !session_token || !session_jwt
      if (isHidden || seenDomains().length) remove('session_token', 'session_jwt')
      if (isHidden) return
      jar.set('session_token', session_token, maxAge)
      jar.set('session_jwt', session_jwt, maxAge)
      if (!hostChecks) return
      if (jar.inMemory('session_token')) {
        const reason = cookieRefusal(jar.scope, location, isLoopback(), !!jar.scope.domain && sees({ path: jar.scope.path }))
        founder.warn(`The browser refused the session's cookie (${reason}), so the session ends with the page: ${refusals[reason]}`)
      }
      // in bytes, name and value together: browsers reject longer cookies (RFC 6265, section 6.1)
      if (jar.inMemory('session_jwt') && jar.names.session_jwt.length + session_jwt.length > 4096)
        founder.warn('The JWT of the session is longer than a cookie can be. The next page gets it with its first check.')
      if (isDuplicated(jar.names.session_token))
        founder.warn("Another cookie has the name of the session's, with another path or domain, and may be sent instead.")
    },
  }
}
