import type { Settings } from './options.ts'

/** Headers with a `get` function: those of the Fetch API, and what `await headers()` of Next.js returns. */
export interface HeadersWithGet {
  /** Returns the value of a header, or null. */
  get: (name: string) => string | null
}

/** Headers as Node has them, by lower-case name. */
export type HeadersOfNode = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * A request, or its headers: a `Request` of the Fetch API (Hono, Next.js, Cloudflare, Deno, Bun), the request of Node's http or Express, a `Headers`, or what `await headers()` of
 * Next.js returns.
 */
export type RequestOrHeaders =
  | HeadersWithGet
  | {
      /** Its headers. */
      headers: HeadersWithGet | HeadersOfNode
    }

/** What a request shows of its session. */
export interface Presented {
  /** JWTs that may be the session's, without repetitions. */
  jwts: string[]
  /** The opaque token of the session. */
  token?: string
  /** Whether the JWT came in the Authorization header. */
  isBearer: boolean
  /** Whether the browser called a name of its own machine, where cookies cannot be `Secure` everywhere. */
  isLoopback: boolean
}

/** More cookies than this of one name are an attack or a mistake, and each costs a check of a signature. */
const MOST_COOKIES = 4

const hasGet = (value: unknown): value is HeadersWithGet => typeof (value as HeadersWithGet | undefined)?.get === 'function'

/** Returns a function that returns the value of a header. */
const reader = (request: RequestOrHeaders): ((name: string) => string | undefined) => {
  const headers = (request as { headers?: unknown } | undefined)?.headers ?? request
  if (hasGet(headers)) {
    return (name) => {
      const value: unknown = headers.get(name)
      // the store of `cookies()` answers an object
      if (value !== null && value !== undefined && typeof value !== 'string') throw notARequest()
      return value ?? undefined
    }
  }
  if (headers === request || typeof headers !== 'object') throw notARequest()
  return (name) => {
    const value = Object.hasOwn(headers as object, name) ? (headers as HeadersOfNode)[name] : undefined
    return typeof value === 'string' ? value : value?.join(name === 'cookie' ? '; ' : ', ')
  }
}

const notARequest = () =>
  new TypeError('Latchkey: the first argument is neither a request nor its headers. In Next.js, pass `await headers()` of next/headers.')

const decoded = (value: string) => {
  const bare = /^"(.*)"$/.exec(value)?.[1] ?? value
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/** The different values of the cookies with a name, in the order of the header (RFC 6265, section 5.4). */
const cookiesOf = (header: string | undefined, name: string): string[] => {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 && pair.slice(0, at).trim() === name ? [decoded(pair.slice(at + 1).trim())] : []
  })
  return [...new Set(values)].filter((value) => value !== '')
}

/** The host's part of a request, without a port. */
const hostnameOf = (host: string | undefined) => (host ?? '').replace(/:\d+$/, '')

/** Reads what a request shows of its session. A token in the Authorization header takes precedence over cookies. Throws a TypeError if it is not a request. */
export const presentedBy = (request: RequestOrHeaders, { cookies }: Pick<Settings, 'cookies'>): Presented => {
  const header = reader(request)
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1])$/.test(hostnameOf(header('host')))
  // RFC 6750, section 2.1; the scheme is case-insensitive (RFC 9110, section 11.1)
  const [, bearer] = /^bearer +([^\s,]+) *$/i.exec(header('authorization') ?? '') ?? []
  if (bearer) return { jwts: [bearer], isBearer: true, isLoopback }
  const cookie = header('cookie')
  return {
    jwts: cookiesOf(cookie, cookies.jwtCookieName).slice(0, MOST_COOKIES),
    token: cookiesOf(cookie, cookies.opaqueTokenCookieName)[0],
    isBearer: false,
    isLoopback,
  }
}
