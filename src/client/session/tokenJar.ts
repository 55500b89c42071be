import { text } from '../../api/kinds.ts'
import { readCookie, writeCookie, type CookieScope } from '../../browser/cookies.ts'
import { pageState } from '../../browser/pageState.ts'
import type { ClientOptions } from '../options.ts'

/** The two tokens of a session. Each is in a cookie. */
export interface SessionTokens {
  /** The opaque token. */
  session_token: string
  /** The same session as a JWT. */
  session_jwt: string
}

/**
 * Reads and writes the session's cookies (docs/internals/protocol.md#cookies). If the browser
 * rejects one, its value is kept until the page is closed.
 */
export interface TokenJar {
  readonly names: { session_token: string; session_jwt: string; intermediate_session_token: string }
  /** The path and domain of its cookies. */
  readonly scope: CookieScope
  get(name: keyof TokenJar['names']): string | undefined
  /** Writes one. Without `seconds`, it lasts as long as the browser is open. */
  set(name: keyof TokenJar['names'], value: string, seconds?: number): void
  /** Removes one in the scope in which `set` writes it. */
  remove(name: keyof TokenJar['names']): void
  /**
   * Returns whether the token is only in this page's memory, because the browser rejected its
   * cookie.
   */
  inMemory(name: keyof TokenJar['names']): boolean
}

export function createTokenJar(options: NonNullable<ClientOptions['cookieOptions']>): TokenJar {
  const memory = (pageState().cookies ??= new Map())
  const names = {
    session_token: text(options.opaqueTokenCookieName) || 'stytch_session',
    session_jwt: text(options.jwtCookieName) || 'stytch_session_jwt',
    intermediate_session_token: text(options.istCookieName) || 'stytch_intermediate_session_token',
  }
  const scope = {
    path: text(options.path) || '/',
    // not `location.host`: browsers reject a cookie whose domain contains a port
    domain: options.availableToSubdomains ? text(options.domain) || location.hostname : undefined,
  }
  return {
    names,
    scope,
    get(name) {
      const cookie = readCookie(names[name])
      const [token, old] = memory.get(names[name]) || []
      return !cookie || cookie === old ? token : cookie
    },
    inMemory: (name) => memory.has(names[name]),
    set(name, value, seconds) {
      memory.delete(names[name])
      writeCookie(names[name], value, seconds, scope)
      const cookie = readCookie(names[name])
      if (cookie !== value) memory.set(names[name], [value, cookie])
    },
    remove(name) {
      memory.delete(names[name])
      writeCookie(names[name], '', 0, scope)
    },
  }
}
