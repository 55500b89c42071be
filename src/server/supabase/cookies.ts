import type { Visit } from '../bridge/calls.ts'
import { cookiesOf } from '../cookies.ts'
import { readValue, valueLines } from '../hostCookies.ts'
import { object, text } from './ask.ts'
import { LIFE, endOf, tokensIn, type Tokens } from './entities.ts'

/** Where a visitor's tokens are kept. */
export interface TokenCookies {
  /** Reads the tokens of a request. The user of them is not the newest. */
  read(visit: Pick<Visit, 'request'>): Tokens | undefined
  /** Sets the cookies of an answer. */
  write(tokens: Tokens, visit: Pick<Visit, 'request' | 'setCookie'>): void
  /** Removes the cookies. */
  clear(visit: Pick<Visit, 'request' | 'setCookie'>): void
}

/** The cookie of a session that only the server reads. */
const COOKIE = 'latchkey_supabase'

/** Keeps the tokens where no script reads them. */
export const httpOnlyCookies = (secure: boolean): TokenCookies => {
  const write = (value: string, { setCookie }: Pick<Visit, 'setCookie'>) => {
    for (const line of valueLines(COOKIE, value, { secure, seconds: LIFE })) setCookie(line)
  }
  return {
    read({ request }) {
      const [refresh, access] = (readValue(request, COOKIE, { secure }) ?? '').split('~')
      return refresh && access ? { refresh, access, user: {} } : undefined
    },
    write: ({ refresh, access }, visit) => write(`${refresh}~${access}`, visit),
    clear: (visit) => write('', visit),
  }
}

/** How long `@supabase/ssr` keeps its cookies, in seconds. */
const SSR_LIFE = 400 * 86_400

/** The longest part of a cookie of `@supabase/ssr`. */
const SSR_PART = 3180

const PREFIX = 'base64-'

/** Keeps the tokens as `@supabase/ssr` does, so that its clients find the session and renew it. */
export const readableCookies = (url: string, secure: boolean): TokenCookies => {
  const name = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`
  const isPart = (one: string) => one === name || (one.startsWith(`${name}.`) && /^\.\d+$/.test(one.slice(name.length)))
  const write = (parts: ReadonlyMap<string, string>, { request, setCookie }: Pick<Visit, 'request' | 'setCookie'>) => {
    const line = (one: string, value: string, seconds: number) =>
      setCookie(`${one}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`)
    // also those that the browser has twice, which count as absent
    const before = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.split('=')[0]!.trim())
    for (const one of before) if (isPart(one) && !parts.has(one)) line(one, '', 0)
    for (const [one, value] of parts) line(one, value, SSR_LIFE)
  }
  return {
    read({ request }) {
      const cookies = cookiesOf(request.headers.get('cookie'))
      let value = cookies.get(name) ?? ''
      for (let at = 0; !cookies.get(name) && cookies.get(`${name}.${at}`); at++) value += cookies.get(`${name}.${at}`)!
      try {
        return tokensIn(object(JSON.parse(Buffer.from(value.slice(PREFIX.length), 'base64url').toString())))
      } catch {
        return undefined
      }
    },
    write(tokens, visit) {
      const expires_at = Math.floor(endOf(tokens.access) / 1000)
      const session = {
        access_token: tokens.access,
        refresh_token: tokens.refresh,
        token_type: 'bearer',
        expires_in: Math.max(0, expires_at - Math.floor(Date.now() / 1000)),
        expires_at,
        user: tokens.user,
      }
      const value = PREFIX + Buffer.from(JSON.stringify(session)).toString('base64url')
      const parts = value.match(new RegExp(`.{1,${SSR_PART}}`, 'g'))!
      write(new Map(parts.length === 1 ? [[name, value]] : parts.map((part, at) => [`${name}.${at}`, part])), visit)
    },
    clear: (visit) => write(new Map(), visit),
  }
}

/** Keeps something for some minutes in this browser, where no script reads it. */
export const shortCookie = (name: string, seconds: number) => ({
  /** Reads the texts of it. Empty if there is none. */
  read({ request, secure }: Pick<Visit, 'request' | 'secure'>): Record<string, string> {
    try {
      const value = readValue(request, name, { secure }) ?? ''
      const fields = object(JSON.parse(Buffer.from(value, 'base64url').toString()))
      return Object.fromEntries(Object.entries(fields).map(([field, one]) => [field, text(one)]))
    } catch {
      return {}
    }
  },
  write(fields: Record<string, string>, { setCookie, secure }: Pick<Visit, 'setCookie' | 'secure'>): void {
    const value = Buffer.from(JSON.stringify(fields)).toString('base64url')
    for (const line of valueLines(name, value, { secure, seconds })) setCookie(line)
  },
  clear({ setCookie, secure }: Pick<Visit, 'setCookie' | 'secure'>): void {
    for (const line of valueLines(name, '', { secure })) setCookie(line)
  },
})
