import { joinBytes } from '../joinBytes.ts'
import { serverUrl } from '../serverUrl.ts'
import { within } from '../within.ts'
import { pathOf, type Auth, type BetterAuthBridgeOptions, type RemoteAuth } from './auth.ts'
import type { AuthOffers } from './auth.ts'
import { offersOf } from './offers.ts'
import { OFFERS_PATH } from './plugin/paths.ts'

type Proxied = Pick<BetterAuthBridgeOptions, 'trustProxy'>

/** How the bridge reaches a Better Auth, in this process or in another one. */
export interface Connection {
  /** Resolves with what it offers. */
  offers(): Promise<AuthOffers>
  /** Resolves with the base URL of its routes, as browsers see it, for a request to this server. */
  baseOf(request: Request): Promise<string>
  /**
   * Resolves with the origins whose pages are the host's own. The request's own origin says
   * nothing: the name of another site can lead to this server. Rejects if nobody knows them.
   */
  originsOf(request: Request): Promise<string[]>
  /** Returns the path of its routes, as browsers see it. Known after one of the others. */
  path(): string
  /** Sends a request for a URL as browsers see it. Rejects if Better Auth is down or fails. */
  send(request: Request): Promise<Response>
  /** The headers in which the host has told Better Auth to look for the visitor's address. */
  readonly addressHeaders: readonly string[]
  /** Whether the host has told it which proxies to believe. Undefined: only it knows. */
  readonly knowsProxies?: boolean
}

const UNKNOWN_PAGES = 'Latchkey cannot tell which pages are yours: set `baseURL` in betterAuth(), or in `offers`.'

/** Returns whether a host is one of a pattern of Better Auth's, such as `*.example.com`. */
const isAllowedHost = (host: string, pattern: string): boolean => {
  const parts = pattern.replace(/^https?:\/\//, '').split(/([*?])/)
  const source = parts.map((part) => ({ '*': '[^/]*', '?': '[^/]' })[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&')).join('')
  return new RegExp(`^${source}$`, 'i').test(host)
}

/**
 * Returns the origin of a request to one of several hosts (`baseURL.allowedHosts`), each of which
 * is a site of its own. Undefined for any other host.
 */
const siteOf = ({ options }: Auth, { url, headers }: Request, trustProxy?: boolean): string | undefined => {
  const { allowedHosts, protocol } = options.baseURL as { allowedHosts: string[]; protocol?: string }
  const { host, protocol: own } = new URL(url)
  const forwarded = trustProxy ? headers.get('x-forwarded-proto') : undefined
  const scheme = [protocol, forwarded].find((name) => name === 'http' || name === 'https') ?? own.slice(0, -1)
  return allowedHosts.some((pattern) => isAllowedHost(host, pattern)) ? `${scheme}://${host}` : undefined
}

const hasSeveralHosts = ({ options: { baseURL } }: Auth): boolean =>
  typeof baseURL === 'object' && baseURL !== null && Array.isArray((baseURL as { allowedHosts?: unknown }).allowedHosts)

/** Connects to a Better Auth in this process, by its handler only. */
const localConnection = (auth: Auth, { trustProxy }: Proxied): Connection => {
  const { ipAddressHeaders = [], trustedProxies = [] } = auth.options.advanced?.ipAddress ?? {}
  const path = pathOf(auth.options)
  const offers = offersOf(auth)
  return {
    offers: async () => offers,
    async baseOf(request) {
      const site = (hasSeveralHosts(auth) && siteOf(auth, request, trustProxy)) || new URL(request.url).origin
      return (await auth.$context).baseURL || site + path
    },
    async originsOf(request) {
      const { baseURL } = await auth.$context
      if (baseURL) return [new URL(baseURL).origin]
      if (!hasSeveralHosts(auth)) throw new Error(UNKNOWN_PAGES)
      return [siteOf(auth, request, trustProxy) ?? []].flat()
    },
    path: () => path,
    send: (request) => auth.handler(request),
    addressHeaders: ipAddressHeaders,
    knowsProxies: trustedProxies.length > 0,
  }
}

/** How long an answer of another process may take, in ms. */
const LONGEST_WAIT = 15_000

/** No answer of Better Auth is longer, in bytes. */
const LONGEST_ANSWER = 1_000_000

/** For how long what another process offers is taken as known, in ms. */
const OFFERS_LIFE = 60_000

/** Headers of the connection, and those of a body that is decoded here. */
const ofConnection = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']

/**
 * Returns the line of a cookie of a server with another name as one of this server: for no domain
 * but this one, for every path, and not for pages of other sites.
 */
const asOwnCookie = (line: string): string =>
  `${line.replace(/;\s*(?:domain|path|samesite)=[^;]*/gi, '').replace(/;\s*partitioned\s*(?=;|$)/gi, '')}; Path=/; SameSite=Lax`

const bytesOf = async ({ body }: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += parts[parts.push(part) - 1]!.byteLength
    if (length > LONGEST_ANSWER) throw new Error(`Better Auth answered with more than ${LONGEST_ANSWER} bytes.`)
  }
  return joinBytes(parts)
}

/** Connects to a Better Auth in another process, by the bridge's paths and to no other server. */
const remoteConnection = ({ url, offers: given, fetch: own }: RemoteAuth): Connection => {
  const target = serverUrl(url, 'url')
  const base = target.href.replace(/\/+$/, '')
  const pathIn = (address: string) => new URL(address).pathname.replace(/\/+$/, '')
  let known: { until: number; offers: Promise<AuthOffers> } | undefined
  let path = pathIn(base)

  const exchange = (address: string, from?: Request): Promise<Response> =>
    within(LONGEST_WAIT, async (signal) => {
      const { method = 'GET', headers } = from ?? {}
      const body = from?.body ? await from.arrayBuffer() : undefined
      const request = new Request(address, { method, headers, body, redirect: 'manual', signal })
      const response = await (own ?? fetch)(request)
      const { status } = response
      const route = `${method} ${new URL(address).pathname}`
      const bytes = await bytesOf(response)
      // Better Auth redirects with 302 only
      if (status >= 500 || [301, 307, 308].includes(status)) throw new Error(`Better Auth answered ${route} with ${status}.`)
      const answer = new Response(bytes.length > 0 ? bytes : null, { status, headers: response.headers })
      for (const name of ofConnection) answer.headers.delete(name)
      const lines = given ? answer.headers.getSetCookie() : []
      if (lines.length > 0) answer.headers.delete('set-cookie')
      for (const line of lines) answer.headers.append('set-cookie', asOwnCookie(line))
      return answer
    })

  const askForOffers = async (): Promise<AuthOffers> => {
    const answer = await exchange(base + OFFERS_PATH)
    const json = (await answer.json().catch(() => undefined)) as AuthOffers | undefined
    if (answer.status === 404)
      throw new Error('bridge() relies on its plugin: add latchkey() to the plugins of betterAuth() there, or say what it `offers`.')
    if (answer.status === 409) throw new Error('bridge() cannot stand in front of this Better Auth, whose log says why.')
    if (!answer.ok || !Array.isArray(json?.plugins)) throw new Error(`${base} is not the base URL of a Better Auth: ${answer.status}.`)
    return json
  }

  const find = (): Promise<AuthOffers> => {
    if (known && known.until > Date.now()) return known.offers
    const asked = askForOffers()
    known = { until: Date.now() + OFFERS_LIFE, offers: asked }
    // the next call asks again
    asked.catch(() => (known = undefined))
    return asked
  }

  const withoutPlugin = given && { ...given, plugins: given.plugins.filter((id) => id !== 'latchkey') }
  const offers = async (): Promise<AuthOffers> => {
    const found = withoutPlugin ?? (await find())
    if (!found.baseURL || !URL.canParse(found.baseURL)) throw new Error(UNKNOWN_PAGES)
    path = pathIn(found.baseURL)
    return found
  }
  const origin = async () => new URL((await offers()).baseURL!).origin

  return {
    offers,
    baseOf: async () => (await origin()) + path,
    originsOf: async () => [await origin()],
    path: () => path,
    send(request) {
      const { pathname, search } = new URL(request.url)
      // keys and metadata can be those of the whole origin
      const address = pathname.startsWith(`${path}/`) ? base + pathname.slice(path.length) : target.origin + pathname
      return exchange(address + search, request)
    },
    addressHeaders: [],
  }
}

/** Connects to a Better Auth. */
export const connect = (auth: Auth | RemoteAuth, options: Proxied = {}): Connection =>
  'handler' in auth ? localConnection(auth, options) : remoteConnection(auth)
