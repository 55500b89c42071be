import type { Visit } from '../bridge/calls.ts'
import { cookiePairs, cookiesOf } from '../cookies.ts'
import { cookieLine, cookieName, readValue, valueLines } from '../hostCookies.ts'
import { digest } from '../own/hashing.ts'
import { object, text } from './ask.ts'
import { LIFE, claimsOf, endOf, tokensIn, type Tokens } from './entities.ts'

/** The cookie that says which session counts. The tokens of each are in a cookie of its own. */
const COOKIE = 'latchkey_supabase'

/** Browsers keep no cookie longer, in seconds. That of the tokens ends before. */
const LONGEST = 400 * 86_400

type Writing = Pick<Visit, 'request' | 'setCookie'>

/** Names the session of an access token. */
export const sessionIdOf = (access: string): string => digest(text(claimsOf(access).session_id)).slice(0, 10)

const isJwt = (value: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) && typeof claimsOf(value).exp === 'number'

/** Where the tokens of each session are. */
interface Place {
  /** Reads the tokens of a session. */
  read(id: string, request: Request): Tokens | undefined
  /** Writes the tokens of a session, or removes them. */
  write(id: string, tokens: Tokens | undefined, visit: Writing): void
}

/** Keeps the tokens of each session in a cookie of its own, which no script reads. */
const hidden = (secure: boolean): Place => ({
  read(id, request) {
    const [refresh = '', access = ''] = (readValue(request, `${COOKIE}_${id}`, { secure }) ?? '').split('~')
    return { refresh, access, user: {} }
  },
  write(id, tokens, { setCookie }) {
    const value = tokens ? `${tokens.refresh}~${tokens.access}` : ''
    for (const line of valueLines(`${COOKIE}_${id}`, value, { secure, seconds: LIFE })) setCookie(line)
  },
})

/** The longest part of a cookie of `@supabase/ssr`. */
const LONGEST_PART = 3180

/**
 * Keeps the tokens in the cookies of `@supabase/ssr`, whose clients find the session and renew it.
 * Scripts read them, and a sibling domain can set them, so they count only for the session that the
 * other cookie names.
 */
const readable = (url: string, secure: boolean): Place => {
  const name = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`
  const isPart = (one: string) => one === name || /^\.\d+$/.test(one.startsWith(name) ? one.slice(name.length) : '')
  return {
    read(_, { headers }) {
      const cookies = cookiesOf(headers.get('cookie'))
      let value = cookies.get(name) ?? ''
      for (let at = 0; !cookies.has(name) && cookies.has(`${name}.${at}`); at++) value += cookies.get(`${name}.${at}`)!
      try {
        return tokensIn(object(JSON.parse(Buffer.from(value.replace(/^base64-/, ''), 'base64url').toString())))
      } catch {
        return undefined
      }
    },
    write(_, tokens, { request, setCookie }) {
      const end = tokens ? Math.floor(endOf(tokens.access) / 1000) : 0
      const session = tokens && {
        access_token: tokens.access,
        refresh_token: tokens.refresh,
        token_type: 'bearer',
        expires_at: end,
        expires_in: Math.max(0, end - Math.floor(Date.now() / 1000)),
        user: tokens.user,
      }
      const value = session ? `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}` : ''
      const parts = value.match(new RegExp(`.{1,${LONGEST_PART}}`, 'g')) ?? []
      const named = new Map(parts.map((part, at) => [parts.length > 1 ? `${name}.${at}` : name, part]))
      // also those that the browser has twice, which count as absent
      for (const [one] of cookiePairs(request.headers.get('cookie'))) if (isPart(one) && !named.has(one)) named.set(one, '')
      for (const [one, part] of named)
        setCookie(`${one}=${part}; Path=/; SameSite=Lax; Max-Age=${part ? LIFE : 0}${secure ? '; Secure' : ''}`)
    },
  }
}

/**
 * Keeps the tokens of a visitor. Only a log-in says which session counts, so a renewal or an end
 * that is late never replaces a newer log-in. `readableFor` is the URL of the project whose clients
 * on the page read the tokens, too.
 */
export const tokenCookies = (secure: boolean, readableFor?: string) => {
  const place = readableFor === undefined ? hidden(secure) : readable(readableFor, secure)
  const keep = (tokens: Tokens, visit: Writing) => place.write(sessionIdOf(tokens.access), tokens, visit)
  return {
    /** Reads the tokens of a request, if they can be some. The user of them is not known yet. */
    read({ request }: Pick<Visit, 'request'>): Tokens | undefined {
      const id = cookiesOf(request.headers.get('cookie')).get(cookieName(COOKIE, { secure })) ?? ''
      if (!/^[\da-f]{10}$/.test(id)) return undefined
      const { refresh = '', access = '' } = place.read(id, request) ?? {}
      return /^[\w.-]+$/.test(refresh) && isJwt(access) && sessionIdOf(access) === id ? { refresh, access, user: {} } : undefined
    },
    /** Keeps renewed tokens of a session. */
    renew: keep,
    /** Keeps the tokens of a log-in, and none of another session. */
    begin(tokens: Tokens, visit: Writing) {
      const id = sessionIdOf(tokens.access)
      for (const name of cookiesOf(visit.request.headers.get('cookie')).keys()) {
        const [, other = id] = /^(?:__Host-)?latchkey_supabase_([\da-f]{10})$/.exec(name) ?? []
        if (other !== id) hidden(secure).write(other, undefined, visit)
      }
      keep(tokens, visit)
      visit.setCookie(cookieLine(COOKIE, id, { secure, seconds: LONGEST }))
    },
    /** Removes the tokens of a session. */
    clear: ({ access }: Tokens, visit: Writing) => place.write(sessionIdOf(access), undefined, visit),
  }
}

export type TokenCookies = ReturnType<typeof tokenCookies>

/** Keeps texts for some minutes in this browser, where no script reads them. */
export const shortCookie = (name: string, seconds: number) => {
  const write = (value: string, { setCookie, secure }: Pick<Visit, 'setCookie' | 'secure'>) => {
    for (const line of valueLines(name, value, { secure, seconds })) setCookie(line)
  }
  return {
    /** Reads the texts. Empty if there are none. */
    read: ({ request, secure }: Pick<Visit, 'request' | 'secure'>): Record<string, string> =>
      Object.fromEntries(new URLSearchParams(readValue(request, name, { secure }))),
    write: (texts: Record<string, string>, visit: Visit) => write(new URLSearchParams(texts).toString(), visit),
    clear: (visit: Visit) => write('', visit),
  }
}
