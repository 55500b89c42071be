import type { RequestHandler } from '../bridge/handler.ts'
import { joinBytes } from '../joinBytes.ts'
import { cookieHeader, cookiesOf } from '../cookies.ts'
import { reportFailure } from '../reportFailure.ts'
import { createAsker, headersFor, LONGEST_BODY } from './ask.ts'
import type { Auth, BetterAuthBridgeOptions, RemoteAuth } from './auth.ts'
import { connect } from './connection.ts'
import { proven } from './entities.ts'
import { additions } from './plugin/proof.ts'

/** Options of `authRoutes`. */
export interface AuthRoutesOptions extends Pick<BetterAuthBridgeOptions, 'trustProxy' | 'loginPage'> {
  /**
   * Further routes of Better Auth that a page of yours needs, below its path: `/two-factor/enable`.
   * A trailing `*` allows all that begin so. Their limits are Better Auth's own. Default: none.
   */
  also?: readonly string[]
}

/**
 * What browsers and apps must reach: returns of other providers, OAuth for apps, keys, metadata and
 * the page for errors.
 */
const open = [
  '/callback/*',
  '/oauth2/callback/*',
  '/oauth2/authorize',
  '/oauth2/token',
  '/oauth2/userinfo',
  '/oauth2/introspect',
  '/oauth2/revoke',
  '/oauth2/register',
  '/oauth2/end-session',
  '/jwks',
  '/error',
]

/**
 * Where apps authenticate with `Authorization` (RFC 6749, 2.3.1; RFC 7591, 3; OpenID Connect Core,
 * 5.3.1).
 */
const forApps = ['/oauth2/token', '/oauth2/userinfo', '/oauth2/introspect', '/oauth2/revoke', '/oauth2/register']

const passed = [
  'accept',
  'accept-language',
  'content-type',
  'cookie',
  'dpop',
  'origin',
  'referer',
  'user-agent',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
]

const json = (status: number, code: string) => Response.json({ code }, { status, headers: { 'Cache-Control': 'no-store' } })

/** Where other providers lead back to, whatever Better Auth's path is. */
const isReturn = (pathname: string): boolean => /(\/oauth2)?\/callback\/[^/]+$/.test(pathname)

/** Returns the page with the form, which says why a sign-in with another provider has failed. */
const formWith = (search: string, page = '/'): string => {
  const [, before, hash] = /^([^#]*)(.*)$/s.exec(page) as unknown as [string, string, string]
  return before + search.replace('?', before.includes('?') ? '&' : '?') + hash
}

/**
 * Returns the page with the form if an answer leads to Better Auth's own page for errors, which has
 * no form. Without its `state`, Better Auth does not know which page the visitor has come from.
 */
const formInPlaceOf = ({ headers }: Response, base: string, page?: string): string | undefined => {
  const { pathname, search } = new URL(headers.get('location') ?? '/', 'http://localhost')
  return pathname === `${base}/error` ? formWith(search, page) : undefined
}

/** Reads a body, or returns undefined if it is longer than any that Better Auth needs. */
const bodyOf = async ({ body, headers }: Request): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (Number(headers.get('content-length')) > LONGEST_BODY) return undefined
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.byteLength
    if (length > LONGEST_BODY) return undefined
    parts.push(part)
  }
  return joinBytes(parts)
}

/**
 * Answers those of Better Auth's own routes that browsers and apps must reach. Mount it in the
 * place of `auth.handler`, whose other routes have neither the checks of the bridge nor its limits:
 *
 * ```ts
 * import { getConnInfo } from '@hono/node-server/conninfo'
 * import { Hono } from 'hono'
 * import { authRoutes, type Auth } from 'latchkey/better-auth'
 *
 * export const mount = (auth: Auth, app: Hono) => {
 *   const routes = authRoutes(auth)
 *   app.all('/api/auth/*', (c) => routes(c.req.raw, { address: getConnInfo(c).remote.address }))
 *   app.get('/.well-known/*', (c) => routes(c.req.raw))
 * }
 * ```
 *
 * The visitor's address replaces what a request says about it, a body has at most 100 kB, and
 * everything else is answered with 404. While a Better Auth in another process is down, the answer
 * is 503, and a return from another provider leads to the form.
 */
export const authRoutes = (auth: Auth | RemoteAuth, { also = [], ...options }: AuthRoutesOptions = {}): RequestHandler => {
  const allowed = [...open, ...also]
  const connection = connect(auth, options)
  const pass: RequestHandler = async (request, { address } = {}) => {
    const base = new URL(await connection.baseOf(request)).pathname
    const url = new URL(request.url)
    // with and without a slash at the end, it is one route
    const pathname = (url.pathname = url.pathname.replace(/(?<=[^/])\/$/, ''))
    const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined
    const isOpen = allowed.some((route) => (route.endsWith('*') ? path?.startsWith(route.slice(0, -1)) : path === route))
    const isMetadata = request.method === 'GET' && (path ?? pathname).startsWith('/.well-known/')
    // two spellings of one path must not be two routes
    if (!(isOpen || isMetadata) || /%|\/\/|\/\.{1,2}(?:\/|$)/.test(pathname)) return json(404, 'NOT_FOUND')
    const visit = { request, address, params: {}, browser: async () => '', setCookie: () => {} }
    if (path && additions.includes(path)) {
      const refusal = await proven(await createAsker(connection, options, visit)).catch((error: unknown) => error)
      if (refusal instanceof Error) return json(403, 'EMAIL_VERIFICATION_REQUIRED')
    }
    const body = await bodyOf(request)
    if (!body) return json(413, 'PAYLOAD_TOO_LARGE')
    const headers = headersFor(visit, connection, options, path && forApps.includes(path) ? [...passed, 'authorization'] : passed)
    const cookies = cookieHeader(cookiesOf(headers.get('cookie')))
    if (cookies) headers.set('cookie', cookies)
    else headers.delete('cookie')
    const response = await connection.send(new Request(url, { method: request.method, headers, body: body.length > 0 ? body : undefined }))
    if (isMetadata || path === '/jwks') return response
    const answer = new Response(response.body, response)
    if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
    const form = path && isReturn(path) && formInPlaceOf(response, base, options.loginPage)
    if (form) answer.headers.set('location', form)
    return answer
  }
  return async (request, visitor) => {
    try {
      return await pass(request, visitor)
    } catch (error) {
      const { pathname } = new URL(request.url)
      reportFailure(undefined, { error }, `[latchkey] ${pathname} could not be answered:`)
      if (!isReturn(pathname)) return json(503, 'SERVICE_UNAVAILABLE')
      const headers = { 'Cache-Control': 'no-store', Location: formWith('?error=server_error', options.loginPage) }
      return new Response(null, { status: 302, headers })
    }
  }
}
