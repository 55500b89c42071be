import type { Backend, Visit } from '../bridge/calls.ts'
import { cookieHeader, cookiesOf } from '../cookies.ts'
import type { BetterAuthBridgeOptions } from './auth.ts'
import { CAPTCHA_HEADER, isChecked, proofOf } from './captcha.ts'
import type { Connection } from './connection.ts'
import type { AuthOffers } from './auth.ts'
import { FROM_HEADER } from './plugin/paths.ts'
import { refusal } from '../bridge/refusals.ts'
import { refusalFor, refusedByHost } from './refusals.ts'

/** An object of Better Auth's JSON. */
export type Json = Record<string, unknown>

/** What Better Auth answers. */
export interface AuthAnswer {
  status: number
  /** The JSON of the body, or undefined. */
  body: unknown
  /** Where it sends the browser, by a redirect or in the body. */
  location?: string
}

/** What is sent to Better Auth. */
export interface Question {
  query?: Record<string, string | readonly string[] | undefined>
  body?: object
  /** Replaces or adds headers. */
  headers?: Record<string, string>
}

/** What is asked of a visitor's request. */
export type AskedVisit = Pick<Visit, 'request' | 'address' | 'params' | 'browser' | 'confirming' | 'setCookie'>

/** Asks Better Auth on a visitor's behalf. */
export interface Asker {
  /** What Better Auth offers. */
  readonly offers: AuthOffers
  readonly visit: AskedVisit
  /** The base URL of its routes. */
  readonly base: string
  /** Returns the value of a cookie of the visitor's. */
  cookie(name: string): string | undefined
  /** Leaves out cookies from what is asked next. */
  withhold(name: RegExp): void
  /**
   * Sends a call and resolves with its answer, also if that is a refusal. Throws if Better Auth
   * fails or limits the call.
   */
  try(route: string, question?: Question): Promise<AuthAnswer>
  /** Does the same, but throws a refusal. Resolves with the body. */
  ask(route: string, question?: Question): Promise<Json>
}

type Asking<Function> = Function extends (body: infer Body, visit: Visit) => infer Result ? (body: Body, asker: Asker) => Result : never

/** A {@link Backend} whose functions ask Better Auth. */
export type AskingBackend = {
  readonly [Space in keyof Backend]?: {
    readonly [Name in keyof NonNullable<Backend[Space]>]?: Asking<NonNullable<NonNullable<Backend[Space]>[Name]>>
  }
}

/**
 * What goes on to Better Auth. `Authorization` never does, because its plugin `bearer` would read
 * it.
 */
const forwardedHeaders = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'accept-language',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
]

const hasEnded = (line: string) => {
  const [, seconds] = /;\s*max-age=(-?\d+)/i.exec(line) ?? []
  const [, date] = /;\s*expires=([^;]+)/i.exec(line) ?? []
  return seconds === undefined ? date !== undefined && Date.parse(date) <= Date.now() : Number(seconds) <= 0
}

/** No body that Better Auth needs is longer, in bytes. */
export const LONGEST_BODY = 100_000

/** What a visitor's request says about where it comes from. */
type Origin = Pick<Visit, 'request' | 'address'>

/** The servers whose log has said that one limit counts for everybody. */
const warned = new WeakSet<Connection>()

/**
 * Copies what goes on to Better Auth: some headers by name, and the visitor's address as the host's
 * server or its proxy says it.
 */
export const headersFor = (
  { request, address }: Origin,
  connection: Connection,
  { trustProxy }: Pick<BetterAuthBridgeOptions, 'trustProxy'>,
  names: readonly string[] = forwardedHeaders,
): Headers => {
  const headers = new Headers()
  // The host has named these headers to Better Auth, so a proxy of the host sets them.
  for (const name of [...names, ...connection.addressHeaders, ...(trustProxy ? ['x-forwarded-for'] : [])]) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (!warned.has(connection) && headers.get('x-forwarded-for')?.includes(',') && connection.knowsProxies === false) {
    warned.add(connection)
    console.warn(
      '[latchkey] X-Forwarded-For names several addresses, so all visitors share one limit: name your proxies in advanced.ipAddress.trustedProxies.',
    )
  }
  if (address && !headers.has('x-forwarded-for')) headers.set('x-forwarded-for', address)
  headers.set(FROM_HEADER, '1')
  return headers
}

const textIn = (value: unknown, name: string): string | undefined => {
  const field = typeof value === 'object' && value ? (value as Json)[name] : undefined
  return typeof field === 'string' ? field : undefined
}

/**
 * Creates the function that asks Better Auth. What it sets as cookies goes to the browser, and
 * counts for what is asked next.
 */
export const createAsker = async (connection: Connection, options: BetterAuthBridgeOptions, visit: AskedVisit): Promise<Asker> => {
  const [offers, base] = [await connection.offers(), await connection.baseOf(visit.request)]
  const headers = headersFor(visit, connection, options)
  headers.set('accept', 'application/json')
  const jar = cookiesOf(headers.get('cookie'))

  const attempt = async (route: string, { query = {}, body, headers: more = {} }: Question = {}): Promise<AuthAnswer> => {
    const [method = '', path = ''] = route.split(' ')
    const url = new URL(base + path)
    for (const [name, values] of Object.entries(query)) {
      for (const value of [values ?? []].flat()) url.searchParams.append(name, value)
    }
    const requestHeaders = new Headers(headers)
    if (jar.size > 0) requestHeaders.set('cookie', cookieHeader(jar))
    else requestHeaders.delete('cookie')
    const proof = proofOf(visit.request)
    if (proof && isChecked(offers, path)) requestHeaders.set(CAPTCHA_HEADER, proof)
    for (const [name, value] of Object.entries(more)) requestHeaders.set(name, value)
    if (body) requestHeaders.set('content-type', 'application/json')
    const request = new Request(url, { method, headers: requestHeaders, body: body && JSON.stringify(body) })
    const response = await connection.send(request)
    for (const line of response.headers.getSetCookie()) {
      const at = line.indexOf('=')
      const name = line.slice(0, at)
      if (hasEnded(line)) jar.delete(name)
      else jar.set(name, line.slice(at + 1).split(';')[0]!)
      visit.setCookie(line)
    }
    const json: unknown = await response.json().catch(() => undefined)
    const { status, ok } = response
    if (ok && json === undefined) throw new Error(`Better Auth answered ${route} with something else than JSON.`)
    if (status === 429 || status >= 500) throw refusalFor(status, json, path, response.headers)
    return { status, body: json, location: response.headers.get('location') ?? textIn(json, 'url') }
  }

  return {
    offers,
    visit,
    base,
    cookie: (name) => jar.get(name),
    withhold: (pattern) => [...jar.keys()].forEach((name) => pattern.test(name) && jar.delete(name)),
    try: attempt,
    async ask(route, question) {
      const { status, body, location } = await attempt(route, question)
      const [, path] = route.split(' ')
      const refuse = async (status: number, body: unknown) => {
        const refused = refusedByHost(status, body)
        const own = refused && (await options.refusalText?.(refused, visit.request))
        throw own ? refusal('refused_by_host', own) : refusalFor(status, body, path)
      }
      if (status >= 400) await refuse(status, body)
      // a useless link is a redirect to a page that says so
      const query = status >= 300 && location ? new URL(location, base).searchParams : undefined
      if (status >= 300) await refuse(403, { code: query?.get('error') ?? 'INVALID_TOKEN', message: query?.get('error_description') ?? '' })
      return typeof body === 'object' && body ? (body as Json) : {}
    },
  }
}
