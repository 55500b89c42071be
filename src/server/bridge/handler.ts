import * as bootstrap from '../../api/bootstrap.ts'
import { challenge } from '../../api/botCheck.ts'
import { confirmedAt } from '../../api/confirmedAt.ts'
import type { Session, User } from '../../api/entities.ts'
import { isLoopback } from '../../api/loopback.ts'
import * as magicLinks from '../../api/magicLinks.ts'
import { startRules } from '../../api/oauth.ts'
import { reportFailure } from '../reportFailure.ts'
import type { BotCheck, BotVisitor } from './botCheck.ts'
import { createBrowser } from './browser.ts'
import { confirming } from './confirmations.ts'
import { bridgeCalls, type Backend, type Visit } from './calls.ts'
import { readFields, type AnyFields } from './fields.ts'
import { bindLinks, landingOf, splitToken } from './landing.ts'
import { madeFromTheSame, nodeCallOf, requestOf, respond, type NodeCall, type NodeRequest, type NodeResponse } from './node.ts'
import { BridgeRefusal, refusal } from './refusals.ts'

/** What the host's server knows about a visitor, beside the request. */
export interface Visitor {
  /** The connection's address, such as `getConnInfo(c).remote.address` of Hono, for limits. */
  address?: string
}

/** Something went wrong that is nobody's mistake on the page. */
export interface BridgeFailure {
  /** The route: `POST /otps/authenticate`. */
  route: string
  /**
   * What was thrown. It may contain what the backend's library puts into its errors, so look before
   * you log it.
   */
  error: unknown
}

/** Options of a bridge. */
export interface BridgeOptions {
  /**
   * The origins of the pages that may call it: `https://example.com`. Or a function that returns
   * them. No call of another page is answered.
   */
  origins: readonly string[] | ((request: Request) => readonly string[] | Promise<readonly string[]>)
  /**
   * Whether a URL of one of these origins is a page that a mail or another provider may lead to.
   * Its path is decoded, with single slashes. Default: every path except the bridge's own routes.
   * Return false for other routes at which a token would be spent, such as those of a library.
   */
  isPage?: (url: URL) => boolean
  /**
   * Called when a call is answered with 503, or refused for a reason that no visitor can mend.
   * Default: one line on the console, with the route and only the kind of the error. On a
   * developer's machine, where all `origins` are its own, the whole error.
   */
  onError?: (failure: BridgeFailure) => void
  /**
   * Keeps bots away from what sends a mail or a text, or tries a password, a code or a passkey:
   * `proofOfWork({ secret })`, or a vendor's, such as `turnstile({ siteKey, secret })`. Refusals
   * reach `onError`. Default: none.
   */
  botCheck?: BotCheck
}

/** A handler of requests, which knows nothing of the framework that it is mounted in. */
export type RequestHandler = (request: Request, visitor?: Visitor) => Promise<Response>

/** Who is signed in. */
export interface BridgeSession {
  /** The user's id. */
  user_id: string
  /** The user. */
  user: User
  /** The session. */
  session: Session
  /**
   * When the user last proved who they are (RFC 3339), by a log-in or a confirmation. Demand that
   * it is new before a change that matters.
   */
  confirmedAt: string
}

/** A visitor of a page of yours. */
export interface PageVisitor extends Visitor {
  /**
   * Adds a `Set-Cookie` header to your answer:
   * `(line) => response.headers.append('Set-Cookie', line)`. Called if the session was renewed on
   * the way, and if it is over, which removes its cookies. Without it, a backend that renews
   * sessions asks again with the next request.
   */
  setCookie?: (line: string) => void
}

/** A bridge: it answers the widget's calls, and a host's own pages ask it who is signed in. */
export interface Bridge extends RequestHandler {
  /**
   * Answers in a server of Node's `http`, such as Express: `app.use('/auth', answer.node)`. Behind
   * a proxy, Express knows the visitor's address (`trust proxy`); elsewhere pass it.
   */
  node(request: NodeRequest, response: NodeResponse, visitor?: Visitor | ((error?: unknown) => unknown)): Promise<void>
  /**
   * Signs a visitor in who opens a link in the browser that asked for it, before the page with the
   * widget is sent. A page's route begins with it:
   * `const landed = await answer.land(request); if (landed) return landed`. The answer leads to
   * `page`, by default the same page without the token. Resolves with undefined in every other
   * case, also if somebody is signed in, if the backend fails, or without HTTPS outside of a
   * developer's machine: then send the page, and nothing is spent.
   */
  land(request: Request | NodeRequest, options?: Visitor & { page?: string }): Promise<Response | undefined>
  /**
   * Resolves with who is signed in, or undefined. Rejects if the backend cannot say, and sets no
   * cookie then.
   */
  sessionOf(request: Request | NodeRequest, visitor?: PageVisitor): Promise<BridgeSession | undefined>
}

/** No call has a longer body; the longest is that of a new passkey. */
const LONGEST_BODY = 100_000

/** No part of a path is longer. */
const LONGEST_PART = 300

const noStore = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' }

type Serve = (body: Record<string, unknown>, visit: Visit) => Promise<object>

/** A route, with what answers it. */
interface Route {
  readonly route: string
  readonly method: string
  readonly path: RegExp
  readonly fields: AnyFields
  readonly serve?: Serve
  /** Whether it sends or tries something, which a bot may not. */
  readonly isGuarded?: boolean
}

const routeOf = (route: string, below: string, fields: AnyFields, serve?: Serve, isGuarded = false): Route => {
  const [method = '', path = ''] = route.split(' ')
  // the route of the settings ends in a public token, and a server of one's own has none
  const part = (_: string, name: string) => `(?<${name}>[^/]{${name === 'public_token' ? 0 : 1},${LONGEST_PART}})`
  return { route, method, path: new RegExp(`${below}${path.replace(/:(\w+)/g, part)}/?$`), fields, serve, isGuarded }
}

/** What the page that starts a sign-in with another provider says about it. */
const startFields = { login_redirect_url: 'url?', signup_redirect_url: 'url?', custom_scopes: 'text?' }

/** Returns the start of a sign-in with another provider: a page that the browser opens. */
const startOf = ({ oauth }: Backend): Route =>
  routeOf(
    startRules.route,
    '',
    startFields,
    oauth?.start &&
      (async (call, visit) => {
        const { login_redirect_url: loginUrl, signup_redirect_url: signupUrl, custom_scopes = '' } = call as Record<string, string>
        const scopes = custom_scopes.split(' ').filter(Boolean)
        return { location: await oauth.start!({ provider: visit.params.provider!, loginUrl, signupUrl, scopes }, visit) }
      }),
  )

/** Returns the return from another provider: a page, too, which that provider leads to. */
const returnOf = ({ oauth }: Backend): Route =>
  routeOf(
    'GET /v1/public/oauth/:provider/callback',
    '',
    {},
    oauth?.callback && (async (_, visit) => ({ location: await oauth.callback!(visit.params.provider!, visit) })),
  )

const routesOf = (backend: Backend): Route[] =>
  Object.entries(bridgeCalls).flatMap(([space, calls]) => {
    const functions = backend[space as keyof Backend] as Record<string, Serve> | undefined
    return Object.entries(calls).map(([name, { call, fields }]) => routeOf(call.route, '/sdk/v1', fields, functions?.[name], !!call.guard))
  })

/**
 * Returns the values of a route's `:name` segments, each of visible ASCII characters, and undefined
 * if a request is for another route.
 */
const paramsOf = ({ method, path }: Route, requestMethod: string, pathname: string): Record<string, string> | undefined => {
  const match = method === requestMethod ? path.exec(pathname) : null
  try {
    const params = Object.entries(match?.groups ?? {}).map(([name, part]) => [name, decodeURIComponent(part)])
    return match && params.every(([, value]) => /^[!-~]*$/.test(value!)) ? Object.fromEntries(params) : undefined
  } catch {
    return undefined
  }
}

/** Returns the text of a body. What it says about its own length is not believed. */
const textOf = async (body: ReadableStream<Uint8Array> | null): Promise<string> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  for await (const part of body ?? []) {
    length += part.byteLength
    if (length > LONGEST_BODY) throw refusal('request_too_large')
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

const readJson = async ({ headers, body }: Request): Promise<unknown> => {
  if (Number(headers.get('content-length')) > LONGEST_BODY) throw refusal('request_too_large')
  try {
    const text = await textOf(body)
    // A form of another site can send text, but not with this type.
    if (text && !/^application\/json *(?:;|$)/i.test(headers.get('content-type') ?? '')) throw refusal('bad_request')
    return text ? JSON.parse(text) : undefined
  } catch (error) {
    // it is not UTF-8, not JSON, or its connection was lost
    throw error instanceof BridgeRefusal ? error : refusal('bad_request')
  }
}

/**
 * Throws unless one of the host's own pages sends the request. A page of another site cannot send
 * the header without asking first, and that question is never answered (Fetch, section 4.8). The
 * host of the request counts for nothing: an attacker's own name can lead to this server (DNS
 * rebinding). `isPage`: the browser opens it, without a header.
 */
const checkOrigin = ({ headers }: Request, origins: readonly string[], isPage: boolean): void => {
  const referrer = headers.get('referer') ?? ''
  const origin = isPage ? (URL.canParse(referrer) ? new URL(referrer).origin : null) : headers.get('origin')
  const isOurs = origin !== null ? origins.includes(origin) : ['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))
  if (!isOurs || !(isPage || headers.get('x-sdk-client'))) throw refusal('unauthorized_origin')
}

/** The routes of bridges, wherever they are mounted. */
const bridgeRoute = /\/(?:sdk\/v1|v1\/public)\//i

/**
 * Returns a URL as browsers write it if it leads to one of the host's own pages. Undefined
 * otherwise. A mail to somebody else must not lead to another site: a program can send any
 * `Origin`. What two readers of URLs may read differently is no page either.
 */
const pageAt = (text: string, origins: readonly string[], isPage: (url: URL) => boolean): string | undefined => {
  if (!/^https?:\/\/[^\s\\/?#@]+(?:[/?#][^\s\\]*)?$/i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (!origins.includes(url.origin)) return undefined
  const decoded = new URL(url)
  try {
    decoded.pathname = decodeURIComponent(url.pathname).replace(/[/\\]+/g, '/')
  } catch {
    return undefined
  }
  return bridgeRoute.test(decoded.pathname) || !isPage(decoded) ? undefined : url.href
}

/** Returns whether every page of the host's is on a developer's machine. */
const isLocalTo = (origins: readonly string[]): boolean =>
  origins.length > 0 && origins.every((origin) => URL.canParse(origin) && isLoopback(new URL(origin).hostname))

/** Returns whether cookies are for HTTPS only: no page of the host's is without it. */
const isSecure = (origins: readonly string[]): boolean => !origins.some((origin) => origin.startsWith('http:'))

/** No proof of a vendor or of work is longer. */
const LONGEST_PROOF = 10_000

/** Throws a refusal unless the body of a call has a proof that counts. */
const prove = async (botCheck: BotCheck, raw: unknown, visitor: BotVisitor): Promise<void> => {
  const { captcha_token: proof } = (raw ?? {}) as { captcha_token?: unknown }
  const isProof = typeof proof === 'string' && proof.length <= LONGEST_PROOF && /^[!-~]+$/.test(proof)
  const why = isProof ? await botCheck.verify(proof, visitor) : 'missing'
  const name = `Refused by the bot check: ${why}`
  if (why !== undefined) throw refusal('captcha_required', undefined, undefined, Object.assign(new Error(name), { name }))
}

/** The calls that send a link. */
const sendsLink = [magicLinks.loginOrCreate.route, magicLinks.send.route]

/**
 * Creates a bridge: the provider's API for browsers, on the host's own server, over a backend. It
 * keeps nothing itself, and answers any path that ends in one of the
 * provider's routes: `/auth/sdk/v1/passwords/authenticate`.
 */
export const createBridge = (backend: Backend, { origins, isPage = () => true, onError, botCheck }: BridgeOptions): Bridge => {
  const start = startOf(backend)
  const back = returnOf(backend)
  const work = botCheck?.challenge
  const challenges = routeOf(challenge.route, '/sdk/v1', {}, work && (async (_, visit) => ({ challenge: await work(visit) })))
  const routes = [...routesOf(backend), start, back, challenges]
  const originsFor = async (request: Request) => (typeof origins === 'function' ? await origins(request) : origins)

  const visitOf = (request: Request, address: string | undefined, params: Visit['params'], own: readonly string[]) => {
    const cookies = new Map<string, string>()
    const setCookie = (line: string) => void cookies.set(line.slice(0, line.indexOf('=')), line)
    const secure = isSecure(own)
    const browser = createBrowser(request, setCookie, secure)
    const visit: Visit = { request, node: nodeCallOf(request), address, params, secure, browser, setCookie }
    return { visit, cookies }
  }

  const report = (failure: BridgeFailure, own: readonly string[]) =>
    reportFailure(onError, failure, `[latchkey] ${failure.route} could not be answered:`, () => isLocalTo(own))

  const answer: RequestHandler = async (request, { address } = {}) => {
    let cookies: ReadonlyMap<string, string> = new Map()
    const respondWith = (status: number, body: object | undefined, more: Record<string, string> = {}) => {
      const headers = new Headers({ ...noStore, ...(body && { 'Content-Type': 'application/json' }), ...more })
      for (const line of cookies.values()) headers.append('Set-Cookie', line)
      return new Response(body && JSON.stringify(body), { status, headers })
    }
    const request_id = `request-id-${crypto.randomUUID()}`
    const refusalResponse = ({ status, error_type, error_message, retryAfter }: BridgeRefusal) => {
      const body = { status_code: status, error_type, error_message, error_url: '', request_id }
      return respondWith(status, body, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) })
    }

    const { pathname, searchParams } = new URL(request.url)
    let params: Record<string, string> | undefined
    let own: readonly string[] = []
    const route = routes.find((one) => (params = paramsOf(one, request.method, pathname)))
    try {
      if (!route || !params) throw refusal('route_not_found')
      own = await originsFor(request)
      const made = visitOf(request, address, params, own)
      const { visit } = made
      cookies = made.cookies
      const isRedirect = route === start || route === back
      // the return from another provider comes from its page; the backend checks its state
      if (route !== back) checkOrigin(request, own, isRedirect)
      if (!route.serve) throw refusal('route_not_found')
      const query = () => Object.fromEntries([...searchParams].filter(([, value]) => value))
      const raw = isRedirect ? query() : request.method === 'GET' ? undefined : await readJson(request)
      const fields = readFields(raw, route.fields, (url) => pageAt(url, own, isPage))
      if (sendsLink.includes(route.route) && backend.magicLinks?.mayLand) bindLinks(fields, await visit.browser())
      if (route.route === magicLinks.authenticate.route) fields.token = splitToken(fields.token as string).token
      if (botCheck && route.isGuarded) await prove(botCheck, raw, visit)
      const serve = fields.confirm_session ? confirming(backend, route.serve, made.cookies) : route.serve
      const result: object = await serve(fields, visit).catch((error) => {
        // that nobody is signed in is no failure, which the page's console would show in red
        if (fields.session_optional && error instanceof BridgeRefusal && error.error_type === 'session_not_found') return { session: null }
        throw error
      })
      if (isRedirect) return respondWith(302, undefined, { Location: (result as { location: string }).location })
      const captcha_settings = botCheck && { enabled: true, kind: botCheck.kind, siteKey: botCheck.siteKey }
      const settings = captcha_settings && route.route === bootstrap.get.route && { captcha_settings }
      return respondWith(200, { data: { request_id, status_code: 200, ...result, ...settings } })
    } catch (error) {
      const isRefusal = error instanceof BridgeRefusal
      const failure = isRefusal ? error.failure : error
      if (failure) report({ route: route?.route ?? 'a route that nobody knows', error: failure }, own)
      // a backend that fails signs nobody out
      if (!isRefusal) cookies = new Map()
      return refusalResponse(isRefusal ? error : refusal('service_unavailable'))
    }
  }

  const sessionOf: Bridge['sessionOf'] = async (from, { address = addressOf(from).address, setCookie } = {}) => {
    const request = await asRequest(from)
    const { visit, cookies } = visitOf(request, address, {}, await originsFor(request))
    const result = await backend.sessions?.authenticate?.({ session_optional: true }, visit).catch((error) => {
      if (error instanceof BridgeRefusal && error.status < 429) return undefined
      throw error
    })
    if (setCookie) for (const line of cookies.values()) setCookie(line)
    if (!result || !('session' in result)) return undefined
    const { user_id, user, session } = result
    return { user_id, user, session, confirmedAt: confirmedAt(session) }
  }

  const land: Bridge['land'] = async (from, { page, address = addressOf(from).address } = {}) => {
    const request = await asRequest(from)
    const own = await originsFor(request)
    // over plain HTTP, a sibling domain can set the cookie that names the browser
    const landing = isSecure(own) || isLocalTo(own) ? await landingOf(request, own, isSecure(own)) : undefined
    if (!landing) return undefined
    const { visit } = visitOf(request, address, {}, own)
    const mayLand = async () =>
      (await backend.magicLinks?.mayLand?.(splitToken(landing.token).token, visit)) && !(await sessionOf(request, { address }))
    const isAllowed = await mayLand().catch((error) => report({ route: 'land', error }, own))
    if (!isAllowed) return undefined
    const headers = new Headers(request.headers)
    // as the page would send it
    for (const [name, value] of Object.entries({
      origin: own[0]!,
      referer: landing.page,
      'content-type': 'application/json',
      'x-sdk-client': 'land',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    }))
      headers.set(name, value)
    const path = magicLinks.authenticate.route.replace('POST ', '/sdk/v1')
    const body = JSON.stringify({ token: landing.token, session_duration_minutes: 60 })
    const call = madeFromTheSame(new Request(new URL(path, request.url), { method: 'POST', headers, body }), request)
    const response = await answer(call, { address })
    if (!response.ok) return undefined
    // a whole URL, because Next.js reads no other
    const leading = new Headers({ ...noStore, Location: new URL(page ?? '', landing.page).href })
    for (const line of response.headers.getSetCookie()) leading.append('Set-Cookie', line)
    return new Response(null, { status: 303, headers: leading })
  }

  const node: Bridge['node'] = async (request, response, visitor) => {
    const call: NodeCall = { request, response }
    // Express passes its `next` here
    const who = typeof visitor === 'object' ? visitor : addressOf(request)
    await respond(response, await requestOf(call, true).then((made) => answer(made, who), malformed))
  }
  return Object.assign(answer, { node, land, sessionOf })
}

/** Returns what Node's `http` says about a visitor. */
const addressOf = (from: Request | NodeRequest): Visitor =>
  from instanceof Request ? {} : { address: from.ip ?? from.socket?.remoteAddress }

const asRequest = async (from: Request | NodeRequest): Promise<Request> => (from instanceof Request ? from : requestOf({ request: from }))

/** Answers a malformed request, such as one with a header that HTTP does not allow. */
const malformed = () => new Response(null, { status: 400, headers: noStore })
