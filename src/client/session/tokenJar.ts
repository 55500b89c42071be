import { readCookie, writeCookie, type CookieScope } from '../../browser/cookies.ts'
import { page } from '../../browser/page.ts'
import type { ClientOptions } from '../options.ts'

/** The two tokens of a session, as its cookies hold them. */
export interface SessionTokens {
  /** The opaque token. */
  session_token: string
  /** The same session as a JWT. */
  session_jwt: string
}

/** The session's cookies (wire.md 2.4), or, where the browser takes none, their values for the life of this page. */
export interface TokenJar {
  readonly names: { session_token: string; session_jwt: string; intermediate_session_token: string }
  /** Where its cookies apply. */
  readonly scope: CookieScope
  get(name: keyof TokenJar['names']): string | undefined
  /** Writes one; `seconds` undefined lasts as long as the browser is open. */
  set(name: keyof TokenJar['names'], value: string, seconds?: number): void
  /** Removes one where `set` would have put it. */
  remove(name: keyof TokenJar['names']): void
  /** Whether the token lives in this page's memory, because it was not taken as a cookie. */
  inMemory(name: keyof TokenJar['names']): boolean
}

/** `blocked` is called when a cookie that was written cannot be read back; not for the JWT, which may be too long for one, and comes after the session token. */
export function createTokenJar(options: NonNullable<ClientOptions['cookieOptions']>, blocked: () => void): TokenJar {
  const memory = (page().cookies ??= new Map())
  const names = {
    session_token: options.opaqueTokenCookieName || 'stytch_session',
    session_jwt: options.jwtCookieName || 'stytch_session_jwt',
    intermediate_session_token: options.istCookieName || 'stytch_intermediate_session_token',
  }
  const scope = {
    path: options.path || '/',
    // `location.host` would carry the port, with which no browser takes the cookie
    domain: options.availableToSubdomains ? options.domain || location.hostname : undefined,
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
      if (cookie !== value) {
        memory.set(names[name], [value, cookie])
        if (name !== 'session_jwt') blocked()
      }
    },
    remove(name) {
      memory.delete(names[name])
      writeCookie(names[name], '', 0, scope)
    },
  }
}
