import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as sessions from '../../../api/sessions.ts'

/** The provider's names (docs/protocol.md#opaque-tokens). */
const cookies = { session_token: 'stytch_session', session_jwt: 'stytch_session_jwt' }

const attributes = { httpOnly: true, path: '/', sameSite: 'Lax' } as const

/** No browser keeps a cookie for longer (RFC 6265bis, section 5.5). */
const MOST_MS = 400 * 86_400_000

/** Returns the session token from the cookie that no script can read. */
export const sessionCookie = (c: Context) => getCookie(c, cookies.session_token)

/** Moves the tokens of a session out of the body, where they become empty, and into HttpOnly cookies. Deletes the cookies when the session ends. */
export const intoCookies = <Result extends object>(c: Context, route: string, result: Result): Result => {
  const secure = new URL(c.req.url).protocol === 'https:'
  if (route === sessions.revoke.route) for (const name of Object.values(cookies)) deleteCookie(c, name, { ...attributes, secure })
  const { session, ...tokens } = result as { session?: { expires_at: string } } & Partial<Record<keyof typeof cookies, string>>
  if (!session || !tokens.session_token || !tokens.session_jwt) return result
  // The browser's clock differs from the emulator's, which can be far ahead.
  const expires = new Date(Math.min(Date.parse(session.expires_at), Date.now() + MOST_MS))
  setCookie(c, cookies.session_token, tokens.session_token, { ...attributes, secure, expires })
  setCookie(c, cookies.session_jwt, tokens.session_jwt, { ...attributes, secure, expires })
  return { ...result, session_token: '', session_jwt: '' }
}
