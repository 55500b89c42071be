import { joinBytes } from '../joinBytes.ts'

/** A request of Node's `http`, and of frameworks on top of it, such as Express. */
export interface NodeRequest {
  /** The method. */
  readonly method?: string
  /** The path and the query. */
  readonly url?: string
  /** The path before a router has taken its own part off. */
  readonly originalUrl?: string
  /** The headers. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** What a parser of bodies has read. */
  readonly body?: unknown
  /** Whether it has been read to its end. */
  readonly readableEnded?: boolean
  /** The visitor's address, as the framework sees it behind the proxies that it trusts. */
  readonly ip?: string
  /** The connection. */
  readonly socket?: {
    /** The address of its other end. */
    readonly remoteAddress?: string
    /** Whether it is TLS. */
    readonly encrypted?: boolean
  }
  /** Listens to its body. */
  on(event: 'data' | 'end' | 'error' | 'close', listener: (value?: never) => void): unknown
}

/** A response of Node's `http`. */
export interface NodeResponse {
  /** The status. */
  statusCode: number
  /** Returns a header that is set. */
  getHeader(name: string): unknown
  /** Sets a header. */
  setHeader(name: string, value: string | string[]): unknown
  /** Sends the body. */
  end(body?: string): unknown
}

/** A call of Node's `http`. */
export interface NodeCall {
  /** The request. */
  readonly request: NodeRequest
  /** The response, if the call is answered with it. */
  readonly response?: NodeResponse
}

const calls = new WeakMap<Request, NodeCall>()

/** Returns what a request was made from, if it came through Node's `http`. */
export const nodeCallOf = (request: Request): NodeCall | undefined => calls.get(request)

/** Lets a request count as made from what another was made from. */
export const madeFromTheSame = (request: Request, other: Request): Request => {
  const call = calls.get(other)
  if (call) calls.set(request, call)
  return request
}

/**
 * Bytes beyond this are not kept, so that the bridge sees a body that is too long, and refuses it.
 */
const LONGEST = 200_000

const bytesOf = (request: NodeRequest): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    let length = 0
    if (request.readableEnded) return resolve(new Uint8Array())
    // it is read to its end, because a client reads no answer before it has sent everything
    request.on('data', (part?: Uint8Array) => {
      if (length < LONGEST && part) length += parts[parts.push(part) - 1]!.byteLength
    })
    request.on('end', () => {
      resolve(joinBytes(parts))
    })
    request.on('error', reject)
    request.on('close', () => reject(new Error('The connection was lost.')))
  })

/** Returns the body that a parser has read, as text; undefined if none has. */
const parsedBody = ({ body }: NodeRequest): string | Uint8Array<ArrayBuffer> | undefined => {
  if (body === undefined || typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

/**
 * Creates the request of a call of Node's `http`. Without `withBody`, every method other than GET
 * is HEAD, and a path that is none is `/`, because a page only asks whose cookies they are.
 */
export const requestOf = async (call: NodeCall, withBody = false): Promise<Request> => {
  const { request } = call
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 has names that begin with a colon
    if (!name.startsWith(':')) for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  const { method = 'GET', url = '/', originalUrl = url, socket } = request
  const hasBody = withBody && method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? (parsedBody(request) ?? (await bytesOf(request))) : undefined
  const origin = `${socket?.encrypted ? 'https' : 'http'}://${headers.get('host')}`
  // a path such as `//evil.example` must not become a host
  const path = `/${originalUrl.replace(/^[^/]*\/+/, '')}`
  const address = (URL.canParse(origin) ? new URL(origin).origin : 'http://localhost') + path
  const made = new Request(URL.canParse(address) ? address : 'http://localhost/', {
    method: withBody || method === 'GET' ? method : 'HEAD',
    headers,
    body,
  })
  calls.set(made, call)
  return made
}

/** Writes an answer as the response of a call of Node's `http`. */
export const respond = async (response: NodeResponse, answer: Response): Promise<void> => {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  const before = [response.getHeader('set-cookie') ?? []].flat().map(String)
  const lines = answer.headers.getSetCookie()
  if (lines.length > 0) response.setHeader('set-cookie', [...before, ...lines])
  response.end(await answer.text())
}
