import { readCookie, writeCookie, type CookieScope } from '../browser/cookies.ts'
import type { ClientOptions } from './options.ts'

/** The session's two tokens as the cookies hold them. */
export interface Tokens {
  session_token: string
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
  /** Whether a token lives in this page's memory, because no cookie was taken. */
  inMemory(): boolean
}

/** `blocked` is called when a cookie that was written cannot be read back. */
export function createTokenJar(options: ClientOptions['cookieOptions'] = {}, blocked: () => void): TokenJar {
  /** A token that became no cookie, and what could be read in its place: the one before it, which the browser kept. */
  const memory = new Map<string, [token: string, old?: string]>()
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
      const [token, old] = memory.get(name) || []
      return !cookie || cookie === old ? token : cookie
    },
    inMemory: () => memory.size > 0,
    set(name, value, seconds) {
      memory.delete(name)
      writeCookie(names[name], value, seconds, scope)
      const cookie = readCookie(names[name])
      if (cookie !== value) {
        memory.set(name, [value, cookie])
        blocked()
      }
    },
    remove(name) {
      memory.delete(name)
      writeCookie(names[name], '', 0, scope)
    },
  }
}
