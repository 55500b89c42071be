import { startRules } from '../../api/oauth.ts'
import { served, type Backend, type Visit } from './calls.ts'
import { readFields, type AnyFields } from './fields.ts'
import { BridgeRefusal, refusal } from './refusals.ts'

/** What the host's server knows about a visitor, beside the request. */
export interface Visitor {
  /** The address of the connection, such as `getConnInfo(c).remote.address` of Hono. Limits count by it. */
  address?: string
}

/** Something went wrong that is nobody's mistake on the page. */
export interface BridgeFailure {
  /** The route: `POST /otps/authenticate`. */
  route: string
  /** What was thrown. It may contain what the backend's library puts into its errors, so look before you log it. */
  error: unknown
}

/** Options of a bridge. */
export interface BridgeOptions {
  /** The origins of the pages that may call it: `https://example.com`. Or a function that returns them. No call of another page is answered. */
  origins: readonly string[] | ((request: Request) => readonly string[] | Promise<readonly string[]>)
  /** Called when a call is answered with 503. Default: one line on the console, with the route and the kind of the error alone. */
  onError?: (failure: BridgeFailure) => void
}

/** A handler of requests, which knows nothing of the framework that it is mounted in. */
export type Bridge = (request: Request, visitor?: Visitor) => Promise<Response>

/** No call has a longer body; the longest is that of a new passkey. */
const LONGEST_BODY = 100_000

/** No part of a path is longer. */
const LONGEST_PART = 300

const noStore = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' }

type Serve = (body: unknown, visit: Visit) => Promise<object>

/** A route, with what answers it. */
interface Route {
  readonly route: string
  readonly method: string
  readonly parts: readonly string[]
  readonly fields: AnyFields
  readonly serve?: Serve
}

const routesOf = (backend: Backend): Route[] =>
  Object.entries(served).flatMap(([space, calls]) =>
    Object.entries(calls).map(([name, { call, fields }]): Route => {
      const [method = '', path = ''] = call.route.split(' ')
      const functions = backend[space as keyof Backend] as Record<string, Serve> | undefined
      return { route: call.route, method, parts: path.split('/').slice(1), fields, serve: functions?.[name] }
    }),
  )

/** A part of a path as text, and undefined if it is not one of visible ASCII characters. */
const decodedPart = (part: string): string | undefined => {
  try {
    return /^[!-~]*$/.exec(decodeURIComponent(part))?.[0]
  } catch {
    return undefined
  }
}

const paramsOf = (parts: readonly string[], given: readonly string[]): Record<string, string> | undefined => {
  const params: Record<string, string> = {}
  if (parts.length !== given.length) return undefined
  for (const [at, part] of parts.entries()) {
    const text = given[at]!
    if (!part.startsWith(':')) {
      if (part !== text) return undefined
      continue
    }
    const value = text.length <= LONGEST_PART ? decodedPart(text) : undefined
    // the route of the settings ends in a public token, and a server of one's own has none
    if (value === undefined || (value === '' && part !== ':public_token')) return undefined
    params[part.slice(1)] = value
  }
  return params
}

/** The text of a body, and undefined if it is too long. What it says about its own length is not believed. Throws if it is not UTF-8. */
const textOf = async (request: Request): Promise<string | undefined> => {
  const reader = request.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > LONGEST_BODY) {
      await reader.cancel().catch(() => {})
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

const readJson = async (request: Request): Promise<unknown> => {
  if (Number(request.headers.get('content-length')) > LONGEST_BODY) throw refusal('request_too_large')
  const text = await textOf(request).catch(() => {
    throw refusal('bad_request')
  })
  if (text === undefined) throw refusal('request_too_large')
  if (text === '') return undefined
  // A form of another site can send text, but not with this type.
  if (!/^application\/json *(?:;|$)/i.test(request.headers.get('content-type') ?? '')) throw refusal('bad_request')
  try {
    return JSON.parse(text)
  } catch {
    throw refusal('bad_request')
  }
}

/**
 * Throws unless one of the host's own pages sends the request. A page of another site cannot send the header without asking first, and that question is never answered (Fetch,
 * section 4.8). The host of the request counts for nothing: an attacker's own name can lead to this server (DNS rebinding). `isPage`: the browser opens it, without a header.
 */
const checkOrigin = ({ headers }: Request, origins: readonly string[], isPage: boolean): void => {
  const referrer = headers.get('referer') ?? ''
  const origin = isPage ? (URL.canParse(referrer) ? new URL(referrer).origin : null) : headers.get('origin')
  const isOurs = origin !== null ? origins.includes(origin) : ['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))
  if (!isOurs || !(isPage || headers.get('x-sdk-client'))) throw refusal('unauthorized_origin')
}

const failed = ({ route, error }: BridgeFailure) =>
  console.error(`[latchkey] ${route} could not be answered: ${error instanceof Error ? error.name : typeof error}`)

/** What the page that starts a sign-in with another provider says about it. */
const startFields = { login_redirect_url: 'url?', signup_redirect_url: 'url?', custom_scopes: 'text?' }

/**
 * Creates a bridge: the provider's API for browsers, on the host's own server, over a backend. It has no state, no store and no cryptography, and answers any path that ends in
 * one of the provider's routes: `/auth/sdk/v1/passwords/authenticate`.
 */
export const createBridge = (backend: Backend, { origins, onError = failed }: BridgeOptions): Bridge => {
  const routes = routesOf(backend)
  const [, startPath = ''] = startRules.route.split(' ')
  const start: Route = { route: startRules.route, method: 'GET', parts: startPath.split('/').slice(1), fields: {} }

  const find = (method: string, pathname: string): { route: Route; params: Record<string, string> } | undefined => {
    const [, below] = /\/sdk\/v1\/(.+)$/.exec(pathname) ?? []
    const [, page] = below === undefined ? (/\/(v1\/public\/oauth\/.+)$/.exec(pathname) ?? []) : []
    const given = (below ?? page ?? '').split('/')
    for (const route of page === undefined ? routes : [start]) {
      const params = route.method === method ? paramsOf(route.parts, given) : undefined
      if (params) return { route, params }
    }
    return undefined
  }

  return async (request, { address } = {}) => {
    const cookies = new Map<string, string>()
    const answer = (status: number, body: object | undefined, more: Record<string, string> = {}) => {
      const headers = new Headers({ ...noStore, ...(body && { 'Content-Type': 'application/json' }), ...more })
      for (const line of cookies.values()) headers.append('Set-Cookie', line)
      return new Response(body && JSON.stringify(body), { status, headers })
    }
    const request_id = `request-id-${crypto.randomUUID()}`
    const refused = ({ status, error_type, error_message, retryAfter }: BridgeRefusal) => {
      const body = { status_code: status, error_type, error_message, error_url: '', request_id }
      return answer(status, body, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) })
    }

    const { pathname, searchParams } = new URL(request.url)
    const found = find(request.method, pathname)
    const name = found?.route.route ?? 'a route that nobody knows'
    try {
      if (!found) return refused(refusal('route_not_found'))
      const { route, params } = found
      const visit: Visit = { request, address, params, setCookie: (line) => void cookies.set(line.slice(0, line.indexOf('=')), line) }
      checkOrigin(request, typeof origins === 'function' ? await origins(request) : origins, route === start)
      if (route === start) {
        if (!backend.oauth?.start) return refused(refusal('route_not_found'))
        const asked = readFields(Object.fromEntries([...searchParams].filter(([, value]) => value)), startFields) as Record<string, string>
        const { login_redirect_url: loginUrl, signup_redirect_url: signupUrl, custom_scopes = '' } = asked
        const scopes = custom_scopes.split(' ').filter(Boolean)
        const location = await backend.oauth.start({ provider: params.provider!, loginUrl, signupUrl, scopes }, visit)
        return answer(302, undefined, { Location: location })
      }
      if (!route.serve) return refused(refusal('route_not_found'))
      const raw = request.method === 'GET' ? undefined : await readJson(request)
      const result = await route.serve(readFields(raw, route.fields), visit)
      return answer(200, { data: { request_id, status_code: 200, ...result } })
    } catch (error) {
      if (error instanceof BridgeRefusal) return refused(error)
      onError({ route: name, error })
      return refused(refusal('service_unavailable'))
    }
  }
}
