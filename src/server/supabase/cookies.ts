import type { Visit } from '../bridge/calls.ts'
import { cookiesOf } from '../cookies.ts'
import { cookieLine, cookieName, readValue, valueLines } from '../hostCookies.ts'
import { digest } from '../own/hashing.ts'
import { text } from './ask.ts'
import { LIFE, claimsOf, type Tokens } from './entities.ts'

/** The cookie that says which session counts. The tokens of each are in a cookie of its own. */
const COOKIE = 'latchkey_supabase'

/** Browsers keep no cookie longer, in seconds. That of the tokens ends before. */
const LONGEST = 400 * 86_400

type Writing = Pick<Visit, 'request' | 'setCookie'>

/** Names the session of an access token. */
export const sessionIdOf = (access: string): string => digest(text(claimsOf(access).session_id)).slice(0, 10)

const isJwt = (value: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) && typeof claimsOf(value).exp === 'number'

/**
 * Keeps the tokens of a visitor where no script reads them. Only a log-in says which session
 * counts, so a renewal or an end that is late never replaces a newer log-in.
 */
export const tokenCookies = (secure: boolean) => {
  const set = (id: string, value: string, { setCookie }: Pick<Visit, 'setCookie'>) => {
    for (const line of valueLines(`${COOKIE}_${id}`, value, { secure, seconds: LIFE })) setCookie(line)
  }
  const keep = (tokens: Tokens, visit: Writing) => set(sessionIdOf(tokens.access), `${tokens.refresh}~${tokens.access}`, visit)
  return {
    /** Reads the tokens of a request, if they can be some. The user of them is not known yet. */
    read({ request }: Pick<Visit, 'request'>): Tokens | undefined {
      const id = cookiesOf(request.headers.get('cookie')).get(cookieName(COOKIE, { secure })) ?? ''
      if (!/^[\da-f]{10}$/.test(id)) return undefined
      const [refresh = '', access = ''] = (readValue(request, `${COOKIE}_${id}`, { secure }) ?? '').split('~')
      return /^[\w.-]+$/.test(refresh) && isJwt(access) && sessionIdOf(access) === id ? { refresh, access, user: {} } : undefined
    },
    /** Keeps renewed tokens of a session. */
    renew: keep,
    /** Keeps the tokens of a log-in, and none of another session. */
    begin(tokens: Tokens, visit: Writing) {
      const id = sessionIdOf(tokens.access)
      for (const name of cookiesOf(visit.request.headers.get('cookie')).keys()) {
        const [, other = id] = /^(?:__Host-)?latchkey_supabase_([\da-f]{10})$/.exec(name) ?? []
        if (other !== id) set(other, '', visit)
      }
      keep(tokens, visit)
      visit.setCookie(cookieLine(COOKIE, id, { secure, seconds: LONGEST }))
    },
    /** Removes the tokens of a session. */
    clear: ({ access }: Tokens, visit: Writing) => set(sessionIdOf(access), '', visit),
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
