import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as sessions from '../api/sessions.ts'

/** The provider's own names (wire.md 2.4). */
const cookies = { session_token: 'stytch_session', session_jwt: 'stytch_session_jwt' }

const attributes = { httpOnly: true, path: '/', sameSite: 'Lax' } as const

/** No browser keeps a cookie for longer (RFC 6265bis, section 5.5). */
const MOST_MS = 400 * 86_400_000

/** The session token that a browser keeps where no script can read it. */
export const sessionCookie = (c: Context) => getCookie(c, cookies.session_token)

/**
 * What a project with opaque tokens answers (wire.md 2.4): the tokens of a session go into HttpOnly cookies, and the body has empty ones.
 * A sign-out takes the cookies away.
 */
export const intoCookies = <Result extends object>(c: Context, route: string, result: Result): Result => {
  const secure = new URL(c.req.url).protocol === 'https:'
  if (route === sessions.revoke.route) for (const name of Object.values(cookies)) deleteCookie(c, name, { ...attributes, secure })
  const { session, ...tokens } = result as { session?: { expires_at: string } } & Partial<Record<keyof typeof cookies, string>>
  if (!session || !tokens.session_token || !tokens.session_jwt) return result
  // A browser's time is not the emulator's, which may be far ahead.
  const expires = new Date(Math.min(Date.parse(session.expires_at), Date.now() + MOST_MS))
  setCookie(c, cookies.session_token, tokens.session_token, { ...attributes, secure, expires })
  setCookie(c, cookies.session_jwt, tokens.session_jwt, { ...attributes, secure, expires })
  return { ...result, session_token: '', session_jwt: '' }
}
