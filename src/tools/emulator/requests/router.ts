import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import type * as v from 'valibot'
import type { Call } from '../../../api/call.ts'
import type { Answer, User } from '../../../api/entities.ts'
import { authorization, checkServer } from './authorization.ts'
import type { Credentials } from './credentials.ts'
import { DroppedConnection, type Faults } from '../controls/faults.ts'
import type { Guard } from './requiredProofs.ts'
import { createCookieKeeper, intoCookies, sessionCookie, type HiddenCookies } from '../sessions/opaqueTokens.ts'
import type { Project } from '../state/project.ts'
import { validate } from './fields.ts'
import { errorAnswer, refusal, refuse, refuseSchema, requestId } from './refusal.ts'
import type { RequestLog } from '../controls/requestLog.ts'

/** What a handler knows about a request beside its body. */
export interface ApiRequest {
  url: string
  /** The path below which the emulator is reached, such as `/provider`, or empty. */
  basePath: string
  headers: Headers
  /** The values of the route's `:name` segments. */
  params: Record<string, string>
  /** The session token of the authorization header, whether it is valid or not. */
  sessionToken?: string
  /** The cookies of a browser that no script can read. A server's request has none. */
  cookies?: HiddenCookies
}

/** The request of nobody: for what happens without a browser's request. */
export const noRequest = (): ApiRequest => ({ url: '', basePath: '', headers: new Headers(), params: {} })

/** What a page knows about its request. */
export interface PageRequest extends Pick<ApiRequest, 'url' | 'basePath' | 'headers' | 'params'> {
  text: () => Promise<string>
}

/**
 * What a handler of the server API knows about a request beside its body, which for a GET is its
 * query.
 */
export type ServerRequest = Pick<ApiRequest, 'url' | 'basePath' | 'headers' | 'params'>

/**
 * What a handler returns: the result of its call, without the fields that the router adds to every
 * answer.
 */
type Payload<Result> = Omit<Result, keyof Answer> & { __user?: User }

/** What clients read of an answer: ours, OpenID clients, agents. */
const EXPOSED_HEADERS = ['Retry-After', 'WWW-Authenticate', 'DPoP-Nonce', 'Date']

/**
 * Pages read sessions and their tokens from their own origin, so credentials are allowed and the
 * origin is echoed.
 */
const crossOrigin = cors({
  origin: (origin) => origin,
  credentials: true,
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  // What clients send: the provider's and ours, OpenID clients (oauth4webapi, openid-client),
  // agents.
  allowHeaders: [
    ...['Authorization', 'Content-Type', 'Accept', 'X-SDK-Client', 'X-SDK-Parent-Host'],
    ...['DPoP', 'User-Agent', 'MCP-Protocol-Version'],
  ],
  exposeHeaders: EXPOSED_HEADERS,
  maxAge: 600,
})

/**
 * Only servers call these routes, with the project's secret, so no page of another origin may read
 * their answers.
 */
const isForServers = (path: string) => /^\/v1\/(?!(?:b2b\/)?(?:public|sessions\/jwks)\/|oauth2\/)/.test(path)

const MEGABYTE = 1_000_000

/**
 * Reads a body, and gives up as soon as it is too large. Returns undefined then: the rest is
 * neither kept nor waited for.
 */
const readBody = async ({ body, headers }: Request): Promise<string | undefined> => {
  if (!body) return ''
  if (Number(headers.get('content-length')) > MEGABYTE) return undefined
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > MEGABYTE) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

const parse = async (c: Context): Promise<unknown> => {
  const text = await c.req.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return refuse('bad_request')
  }
}

const read = async <Body>(
  c: Context,
  schema: v.GenericSchema<unknown, Body>,
  input: unknown = parse(c),
): Promise<{ body: Body; raw: unknown }> => {
  const raw = await input
  const result = validate(schema, raw)
  if (result.wrong) return refuseSchema(result.wrong.map(({ path, message }) => ({ dataPath: path ?? '', message })))
  return { body: result.value, raw }
}

/**
 * Creates one router for the provider's API, its pages and the emulator's own routes, all below
 * `basePath`, of which the routes know nothing. `onCrash` receives unexpected errors.
 */
export const createRouter = ({
  basePath,
  project,
  faults,
  requestLog,
  guard,
  onCrash,
  credentials,
}: {
  /** Such as `/provider`, or empty. */
  basePath: string
  project: Project
  faults: Faults
  requestLog: RequestLog
  guard: Guard
  onCrash: (error: unknown) => void
  credentials: Credentials
}) => {
  /**
   * Where clients look for the metadata of an issuer with a path: in front of that path (RFC 8414,
   * section 3).
   */
  const metadataPaths = ['openid-configuration', 'oauth-authorization-server'].map((name) => `/.well-known/${name}`)
  /** The path of a request below `basePath`. Outside of it, nothing but metadata is there. */
  const pathBelow = ({ url }: Request) => {
    const { pathname } = new URL(url)
    const metadata = metadataPaths.find((path) => basePath !== '' && pathname === path + basePath)
    if (metadata !== undefined) return metadata
    return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '/'
  }
  const app = new Hono({ getPath: pathBelow })
  const cookiesOf = createCookieKeeper()
  /**
   * Every call that takes JSON, with its whole path, so that a test can send each of them a body.
   */
  const calls: { method: string; path: string; schema: v.GenericSchema }[] = []

  app.use(async (c, next) => {
    const preflight = await (isForServers(c.req.path) ? next() : crossOrigin(c, next))
    if (project.backend) c.header('Cache-Control', 'no-store')
    if (!project.expose_retry_after) c.header('Access-Control-Expose-Headers', EXPOSED_HEADERS.slice(1).join(','))
    return preflight
  })
  // Where a browser does not say which site sends a request, as in plain HTTP to another machine, a
  // page could otherwise load the outbox as a script.
  app.use('/_emulator/*', async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cross-Origin-Resource-Policy', 'same-origin')
  })
  app.use(async (c, next) => {
    const body = await readBody(c.req.raw)
    if (body === undefined) {
      const answer = refusal('request_too_large')
      // what is not read cannot be followed by another request (RFC 9112, section 9.3)
      answer.headers.set('Connection', 'close')
      return answer
    }
    // handlers read it again
    c.req.bodyCache.text = Promise.resolve(body) as never
    if (c.req.path.startsWith('/_emulator/')) return next()
    const entry = requestLog.record(c.req.raw, c.req.path, body)
    const faultAnswer = await faults.answerTo(c.req.raw, c.req.path)
    if (faultAnswer) c.res = faultAnswer
    else await next()
    entry.status = c.res.status
  })

  app.notFound(() => refusal('route_not_found'))
  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof DroppedConnection) throw error
    onCrash(error)
    return errorAnswer(500, 'internal_server_error', `The emulator failed, which is a defect in the emulator: ${error.message}`)
  })

  /** What handlers know about a request. */
  const ofCall = (c: Context) => ({ url: c.req.url, basePath, headers: c.req.raw.headers, params: c.req.param() as Record<string, string> })

  const json = <Body>(
    route: string,
    schema: v.GenericSchema<unknown, Body>,
    handle: (body: Body, request: ApiRequest) => object | Promise<object>,
  ) => {
    const [method = '', path = ''] = route.split(' ')
    calls.push({ method, path, schema })
    app.on(method, path, async (c) => {
      const { body } = await read(c, schema)
      return c.json(await handle(body, ofCall(c)))
    })
  }

  return {
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    calls,
    /** Returns the path of everything that is served. */
    paths: () => app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path),

    /**
     * Serves a call of the API according to its declaration: route, result, protection. The schema
     * must return the declared body. `access: 'open'` is for calls without an authorization header.
     */
    on: <Body, Result>(
      { route, guard: kind }: Call<Body, Result>,
      schema: v.GenericSchema<unknown, Body>,
      handle: (body: Body, request: ApiRequest) => Payload<Result> | Promise<Payload<Result>>,
      access: 'authorized' | 'open' = 'authorized',
    ) => {
      const [method = '', below] = route.split(' ')
      const path = `/sdk/v1${below}`
      calls.push({ method, path, schema })
      app.on(method, path, async (c) => {
        const isHidden = project.opaque_tokens || project.backend
        if (project.backend && !c.req.header('X-SDK-Client')) refuse('unauthorized_origin')
        const cookies = cookiesOf(c)
        const cookie = isHidden ? sessionCookie(cookies) : undefined
        const header = c.req.header('Authorization')
        const token = access === 'open' || (project.backend && header === undefined) ? undefined : authorization(header)
        const sessionToken = access === 'open' ? undefined : (token ?? cookie)
        const { body, raw } = await read(c, schema)
        const refusalAnswer = await guard(kind, raw)
        if (refusalAnswer) return refusalAnswer
        const payload = await handle(body, { ...ofCall(c), sessionToken, cookies })
        const result = isHidden ? intoCookies(cookies, route, payload) : payload
        return c.json({ data: { request_id: requestId(), status_code: 200, ...result } })
      })
    },

    /**
     * Serves a call of the API for servers: the route is a method and a path below `/v1`. Its
     * result is not wrapped in `data`, and `__user` and session cookies are for browsers alone. The
     * body of a GET is its query.
     */
    server: <Body>(
      route: string,
      schema: v.GenericSchema<unknown, Body>,
      handle: (body: Body, request: ServerRequest) => object | Promise<object>,
    ) => {
      const [method = '', below] = route.split(' ')
      const path = `/v1${below}`
      calls.push({ method, path, schema })
      app.on(method, path, async (c) => {
        checkServer(c.req.header('Authorization'), credentials)
        const { body } = await read(c, schema, method === 'GET' ? c.req.query() : undefined)
        const payload = await handle(body, ofCall(c))
        const { __user, ...result } = payload as { __user?: User }
        return c.json({ request_id: requestId(), status_code: 200, ...result })
      })
    },

    /**
     * Serves anything that is not an API call of a client: a page or a key set. The route is a
     * whole path.
     */
    page: (route: string, handle: (request: PageRequest) => Response | Promise<Response>) => {
      const [method = '', path = ''] = route.split(' ')
      app.on(method, path, (c) => handle({ ...ofCall(c), text: () => c.req.text() }))
    },

    /**
     * Serves one of the emulator's own routes: `POST clock` is at /_emulator/clock. The answer is
     * the bare result.
     */
    control: <Body>(route: string, schema: v.GenericSchema<unknown, Body>, handle: (body: Body) => object | void) =>
      json(route.replace(' ', ' /_emulator/'), schema, (body) => handle(body) ?? {}),

    /**
     * Serves a route that takes and returns bare JSON, for the script of a stand-in. The route is a
     * whole path.
     */
    json,
  }
}

export type Router = ReturnType<typeof createRouter>
