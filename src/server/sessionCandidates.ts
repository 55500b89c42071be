import { isLoopback } from '../api/loopback.ts'
import { cookiePairs } from './cookies.ts'
import type { Settings } from './options.ts'

/**
 * Headers with a `get` function: those of the Fetch API, and what `await headers()` of Next.js
 * returns.
 */
export interface HeadersWithGet {
  /** Returns the value of a header, or null. */
  get: (name: string) => string | null
}

/** Headers as Node has them, by name in any case. */
export type HeadersOfNode = Readonly<Record<string, string | readonly string[] | undefined>>

/** Headers as events of CloudFront have them (Lambda@Edge). */
export type HeadersOfCloudFront = Readonly<
  Record<
    string,
    readonly {
      /** One value of the header. */
      value: string
    }[]
  >
>

/**
 * A request, or its headers: a `Request` of the Fetch API (Hono, Next.js, SvelteKit, Astro,
 * Cloudflare, Deno, Bun), the request of Node's http (Express, Fastify, Koa, hapi), an event of AWS
 * Lambda or CloudFront, a `Headers`, what `await headers()` of Next.js or `getHeaders(event)` of h3
 * and Nuxt returns, or headers as Node has them.
 */
export type RequestOrHeaders =
  | HeadersWithGet
  | HeadersOfNode
  | {
      /** Returns its headers. */
      getHeaders: () => object
    }
  | {
      /** Its headers. */
      headers: HeadersWithGet | HeadersOfNode | HeadersOfCloudFront | null
      /**
       * The same, where a header can have several values: events of AWS load balancers have these
       * alone.
       */
      multiValueHeaders?: HeadersOfNode | null
      /**
       * Its cookies, where they are no header: events of AWS API Gateway (payload 2.0) and of
       * Lambda function URLs have them in a list.
       */
      cookies?: unknown
    }

/** What a request shows of its session. */
export interface SessionCandidates {
  /** JWTs that may be the session's, without repetitions. */
  jwts: string[]
  /** Opaque tokens that may be the session's, without repetitions. */
  tokens: string[]
  /**
   * There are more cookies of one name than anybody should check, so nobody can say whose session
   * this is.
   */
  isFlooded?: true
  /** Whether the JWT came in the Authorization header. */
  isBearer: boolean
  /**
   * Whether the browser called a name of its own machine, where cookies cannot be `Secure`
   * everywhere.
   */
  isLoopback: boolean
}

/**
 * More cookies than this of one name are an attack or a mistake, and each costs a check of a
 * signature or a call.
 */
const MOST_COOKIES = 4

const hasGet = (value: unknown): value is HeadersWithGet => typeof (value as HeadersWithGet | undefined)?.get === 'function'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns the values of a header of Node's, or of CloudFront's. */
const valuesOf = (value: unknown): string[] | undefined => {
  const values = [value ?? []].flat().map((one: unknown) => (isObject(one) ? (one as { value?: unknown }).value : one))
  return values.every((one) => typeof one === 'string') ? (values as string[]) : undefined
}

/**
 * Returns whether an object is headers by itself: plain, with texts only, and not the cookies that
 * a server has already read.
 */
const areHeaders = (value: unknown, cookieNames: string[]): value is HeadersOfNode =>
  isObject(value) &&
  !Array.isArray(value) &&
  !('headers' in value) &&
  // of any realm
  (Object.getPrototypeOf(value) === null || Object.getPrototypeOf(Object.getPrototypeOf(value)) === null) &&
  Object.entries(value).every(([name, one]) => !cookieNames.includes(name) && valuesOf(one))

/** Finds the headers of a request. */
const headersOf = (request: unknown): unknown => {
  if (!isObject(request)) return request
  const { headers, multiValueHeaders, getHeaders } = request as Record<string, unknown>
  if (isObject(headers) && (hasGet(headers) || Object.keys(headers).length > 0)) return headers
  if (isObject(multiValueHeaders)) return multiValueHeaders
  if (typeof getHeaders === 'function') return getHeaders.call(request)
  return headers ?? request
}

/** Returns a function that returns the value of a header. */
const reader = (request: RequestOrHeaders, cookieNames: string[]): ((name: string) => string | undefined) => {
  const headers = headersOf(request)
  if (hasGet(headers)) {
    return (name) => {
      const value: unknown = headers.get(name)
      // the store of `cookies()` answers an object
      if (value !== null && value !== undefined && typeof value !== 'string') throw notARequest()
      return value ?? undefined
    }
  }
  if (!isObject(headers) || (headers === request && !areHeaders(headers, cookieNames))) throw notARequest()
  const cookies = Object.hasOwn(request, 'cookies') && (request as { cookies?: unknown }).cookies
  return (name) => {
    const values = Object.entries(headers as HeadersOfNode).flatMap(([own, value]) =>
      own.toLowerCase() === name ? (valuesOf(value) ?? []) : [],
    )
    if (name === 'cookie' && Array.isArray(cookies)) values.push(...cookies.filter((cookie) => typeof cookie === 'string'))
    return values.length > 0 ? values.join(name === 'cookie' ? '; ' : ', ') : undefined
  }
}

const notARequest = () =>
  new TypeError('Latchkey: the first argument is neither a request nor its headers. In Next.js, pass `await headers()` of next/headers.')

const decode = (value: string) => {
  const bare = /^"(.*)"$/.exec(value)?.[1] ?? value
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/**
 * Returns the different values of the cookies with a name, in the order of the header (RFC 6265,
 * section 5.4).
 */
const cookiesOf = (header: string | undefined, name: string): string[] => {
  const values = cookiePairs(header).flatMap(([own, value]) => (own === name ? [decode(value)] : []))
  return [...new Set(values)].filter((value) => value !== '')
}

/** Returns the host's part of a request, without a port. */
const hostnameOf = (host: string | undefined) => (host ?? '').replace(/:\d+$/, '')

/**
 * Reads what a request shows of its session. A token in the Authorization header takes precedence
 * over cookies. Throws a TypeError if it is not a request.
 */
export const candidatesIn = (request: RequestOrHeaders, { cookies }: Pick<Settings, 'cookies'>): SessionCandidates => {
  const header = reader(request, Object.values(cookies))
  const isLocal = isLoopback(hostnameOf(header('host')))
  // RFC 6750, section 2.1; the scheme is case-insensitive (RFC 9110, section 11.1)
  const [, bearer] = /^bearer +([^\s,]+) *$/i.exec(header('authorization') ?? '') ?? []
  if (bearer) return { jwts: [bearer], tokens: [], isBearer: true, isLoopback: isLocal }
  const cookie = header('cookie')
  const [jwts, tokens] = [cookiesOf(cookie, cookies.jwtCookieName), cookiesOf(cookie, cookies.opaqueTokenCookieName)]
  const isFlooded = Math.max(jwts.length, tokens.length) > MOST_COOKIES
  return { jwts, tokens, isBearer: false, isLoopback: isLocal, ...(isFlooded && { isFlooded }) }
}
