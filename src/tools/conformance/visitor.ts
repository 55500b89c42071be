import type { Call } from '../../api/call.ts'
import { fits } from '../../api/shape.ts'
import { sessionShape, tokensShape, userShape } from '../../api/signedIn.ts'
import { expect } from './Nonconformity.ts'
import type { BridgeUnderTest } from './host.ts'

/** The fields of `data`, which nobody has checked. */
// biome-ignore lint/suspicious/noExplicitAny: each check says what it expects of a field
export type Data = Record<string, any>

/** An answer to a visitor's call. */
export interface Heard {
  /** The call, and what came. For messages. */
  summary: string
  status: number
  headers: Headers
  /** The body, if it is a JSON object. */
  json: { data?: Data; error_type?: unknown; error_message?: unknown; status_code?: unknown; body?: unknown }
  /** The body as it came. */
  text: string
}

/** How a request differs from that of the widget. */
export interface Changed {
  /** Instead of the page's; `null` leaves a header out. */
  headers?: Record<string, string | null>
  /** The text of the body. */
  raw?: string
  /** The values of the `:name` segments of the route. */
  params?: Record<string, string>
  /** Sent instead of the visitor's own cookies. */
  cookie?: string
}

/** A cookie that a bridge has set. */
export interface Kept {
  value: string
  attributes: string
}

const hasEnded = (attributes: string) => {
  const [, seconds] = /;\s*max-age=(-?\d+)/i.exec(attributes) ?? []
  const [, date] = /;\s*expires=([^;]+)/i.exec(attributes) ?? []
  return seconds === undefined ? date !== undefined && Date.parse(date) <= Date.now() : Number(seconds) <= 0
}

/** Returns the page of a bridge, and its origin. */
export const pageOf = ({ url, page }: BridgeUnderTest): URL => new URL(page ?? '/', url)

/** Sends a visitor's requests, as their browser does: with cookies of its own. */
export type Visitor = ReturnType<typeof createVisitor>

/** Creates the browser of the nth visitor. */
export const createVisitor = (host: BridgeUnderTest, number: number) => {
  const jar = new Map<string, Kept>()
  const page = pageOf(host)
  const { fetch: send = (request: Request) => fetch(request) } = host

  const cookie = () => [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ')

  const open = async (url: string | URL, init: RequestInit = {}, sent = cookie()): Promise<Response> => {
    const headers = new Headers({ ...host.headersOf?.(number), ...(sent && { cookie: sent }), ...(init.headers as Record<string, string>) })
    const response = await send(new Request(url, { redirect: 'manual', ...init, headers }))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      if (hasEnded(attributes)) jar.delete(name)
      else jar.set(name, { value, attributes })
    }
    return response
  }

  /** Sends a call as the widget does, or as `changed` says. */
  const send_ = async (route: string, body?: unknown, { headers, raw, params = {}, cookie: given }: Changed = {}): Promise<Heard> => {
    const [method = '', path = ''] = route.split(' ')
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const usual = {
      origin: page.origin,
      referer: page.href,
      'content-type': 'application/json',
      'x-sdk-client': 'e30=',
      'sec-fetch-site': 'same-origin',
      ...headers,
    }
    const kept = Object.fromEntries(Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== null))
    const text = raw ?? (body === undefined || method === 'GET' ? undefined : JSON.stringify(body))
    const response = await open(`${host.url}/sdk/v1${filled}`, { method, headers: kept, body: text }, given)
    const answer = await response.text()
    const summary = `${route} was answered with ${response.status} ${answer.slice(0, 300)}`
    let json: unknown
    try {
      json = JSON.parse(answer)
    } catch {}
    const isObject = typeof json === 'object' && json !== null
    return { summary, status: response.status, headers: response.headers, json: isObject ? (json as Heard['json']) : {}, text: answer }
  }

  return {
    /** The cookies as a browser sends them. */
    cookie,
    /** What the bridge has set, by name. */
    cookies: jar as ReadonlyMap<string, Kept>,
    /** Sets a cookie, as another site or a program on the visitor's machine could. */
    plant: (name: string, value: string) => void jar.set(name, { value, attributes: '' }),
    /** Opens a URL, as a browser that is sent there. */
    open,
    send: send_,

    /**
     * Sends a call that must succeed, and returns its `data`, in which everything is that the
     * widget reads.
     */
    async call<Body, Result>(call: Call<Body, Result>, body?: Body, changed?: Changed): Promise<Data> {
      const heard = await send_(call.route, body, changed)
      const { data } = heard.json
      expect(heard.status === 200 && data, `${heard.summary}, but 200 and "data" were expected`)
      expect(typeof data.request_id === 'string' && data.status_code === 200, `"data" has no request_id and status_code: ${heard.summary}`)
      if (data.second_factor_required === true) return data
      expect(fits(data, call.gives ?? {}), `"data" lacks what the widget reads (${JSON.stringify(call.gives)}): ${heard.summary}`)
      if (call.signsIn)
        expect(
          fits(data, { ...tokensShape, user_id: 'string', session: { ...sessionShape, session_id: 'string' }, user: userShape }),
          `"data" has no session and user: ${heard.summary}`,
        )
      return data
    },

    /**
     * Sends a call that must be refused, with one of these values of `error_type`, and in the shape
     * of a refusal.
     */
    async refused<Body, Result>(
      { route }: Pick<Call<Body, Result>, 'route'>,
      body: unknown,
      types: readonly string[] = [],
      changed?: Changed,
    ): Promise<Heard> {
      const heard = await send_(route, body, changed)
      const { status_code, error_type, error_message, body: faults } = heard.json
      expect(heard.status >= 400 && heard.status < 500, `${heard.summary}, but a refusal was expected`)
      // a fault of the body can be answered by where it is, without a type
      if (types.length === 0 && Array.isArray(faults)) return heard
      expect(
        status_code === heard.status && typeof error_type === 'string' && typeof error_message === 'string',
        `A refusal has a status_code, which is its own, an error_type and an error_message: ${heard.summary}`,
      )
      expect(types.length === 0 || types.includes(error_type), `${heard.summary}, but the error_type ${types.join(' or ')} was expected`)
      return heard
    },
  }
}
