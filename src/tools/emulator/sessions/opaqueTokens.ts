import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as sessions from '../../../api/sessions.ts'

/** The provider's names (docs/internals/protocol.md#opaque-tokens). */
const names = { session_token: 'stytch_session', session_jwt: 'stytch_session_jwt' }

const attributes = { httpOnly: true, path: '/', sameSite: 'Lax' } as const

/** No browser keeps a cookie for longer (RFC 6265bis, section 5.5). */
const MOST_MS = 400 * 86_400_000

/** The cookies of a browser that no script can read. */
export interface HiddenCookies {
  get(name: string): string | undefined
  /** `expires` is by the clock of the browser, which differs from the emulator's. */
  set(name: string, value: string, expires: Date): void
  remove(name: string): void
}

/**
 * Whether an answer that is made here can set cookies. Scripts of a browser cannot make such
 * answers (Fetch, section 2.2.2).
 */
const canSetCookies = () => new Response(null, { headers: { 'Set-Cookie': 'a=b' } }).headers.has('Set-Cookie')

/**
 * Returns the function that finds the hidden cookies of a request. An emulator that runs in a page
 * or a service worker has that browser as its only visitor, and keeps the cookies itself.
 */
export const createCookieKeeper = (): ((c: Context) => HiddenCookies) => {
  const own = new Map<string, string>()
  const inMemory: HiddenCookies | undefined = canSetCookies()
    ? undefined
    : { get: (name) => own.get(name), set: (name, value) => void own.set(name, value), remove: (name) => void own.delete(name) }
  return (c) => {
    const secure = new URL(c.req.url).protocol === 'https:'
    return (
      inMemory ?? {
        get: (name) => getCookie(c, name),
        set: (name, value, expires) => setCookie(c, name, value, { ...attributes, secure, expires }),
        remove: (name) => void deleteCookie(c, name, { ...attributes, secure }),
      }
    )
  }
}

/** Returns the session token from the cookie that no script can read. */
export const sessionCookie = (cookies: HiddenCookies) => cookies.get(names.session_token)

/**
 * Moves the tokens of a session out of the body, where they become empty, and into HttpOnly
 * cookies. Deletes the cookies when the session ends.
 */
export const intoCookies = <Result extends object>(cookies: HiddenCookies, route: string, result: Result): Result => {
  if (route === sessions.revoke.route) for (const name of Object.values(names)) cookies.remove(name)
  const { session, ...tokens } = result as { session?: { expires_at: string } } & Partial<Record<keyof typeof names, string>>
  if (!session || !tokens.session_token || !tokens.session_jwt) return result
  // The emulator's clock can be far ahead.
  const expires = new Date(Math.min(Date.parse(session.expires_at), Date.now() + MOST_MS))
  cookies.set(names.session_token, tokens.session_token, expires)
  cookies.set(names.session_jwt, tokens.session_jwt, expires)
  return { ...result, session_token: '', session_jwt: '' }
}
