import * as v from 'valibot'
import { isLoopbackName } from '../../../api/loopback.ts'

/**
 * Who may call a server of the emulator. Host names and addresses are as in URLs: lower case, IPv6
 * in brackets. Origins are as browsers send them: `https://app.example`.
 */
export interface AllowedCallers {
  /** The names and addresses of this server, in addition to those of loopback. */
  hosts: readonly string[]
  /** The origins whose pages may call every route. */
  origins: readonly string[]
  /** The origins whose pages may call the API, but not the emulator's own routes. */
  apiOrigins: readonly string[]
}

/**
 * Whether a host name always means the machine itself (RFC 6761, section 6.3; RFC 1122, section
 * 3.2.1.3; RFC 4291, section 2.5.3).
 */
const withoutDot = (hostname: string) => hostname.replace(/\.$/, '')

/**
 * Returns a host name or an address as URLs contain it. Returns undefined for anything else, such
 * as a URL, a name with a port or a pattern.
 */
export const hostName = (text: string) => {
  const url = `http://${/^[^[]*:[^[]*:/.test(text) ? `[${text}]` : text}`
  if (text.includes('*') || !URL.canParse(url)) return undefined
  const { hostname, href } = new URL(url)
  return href === `http://${hostname}/` ? withoutDot(hostname) : undefined
}

/**
 * Returns an origin as browsers send it. Returns undefined for anything else, such as a URL with a
 * path or a pattern.
 */
export const originName = (text: string) => {
  if (text.includes('*') || !URL.canParse(text)) return undefined
  const { protocol, host, origin, href } = new URL(text)
  // Applications in a web view have schemes of their own, which the URL standard gives no origin.
  const name = origin === 'null' ? `${protocol}//${host}` : origin
  return host && [name, `${name}/`].includes(href) ? name : undefined
}

/** Checks an origin in a setting, and writes it as browsers do. */
export const originSetting = v.pipe(
  v.string(),
  v.check((text) => originName(text) !== undefined, 'must be an origin, such as https://app.example'),
  v.transform((text) => originName(text)!),
)

/** The routes that only calls use. */
const isCall = (path: string) => /^\/(?:_emulator|sdk|v1)(?:\/|$)/.test(path) && !isPlace(path)

/** The pages to which a browser is sent. */
const isPlace = (path: string) => /^\/v1\/(?:b2b\/)?public\//.test(path)

const decode = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * Whether a browser may be sent there, by a link or a form: every page is asked for by GET, and
 * what only calls use is no page. Pure.
 */
export const isPage = (method: string, pathname: string) => {
  const path = decode(pathname)
  return (method === 'GET' || method === 'HEAD') && path !== undefined && !isCall(path)
}

const frames = ['iframe', 'frame', 'fencedframe', 'object', 'embed']

/**
 * Says why a request must not be answered, and what its sender can do about it. Returns undefined
 * if it may. The decision needs no answer, so that a page that cannot read answers cannot change
 * anything either. Pure.
 *
 * - The host must be one of this server's. Otherwise a page whose name an attacker's DNS points at
 *   this machine would count as one of its own pages.
 * - A page of another origin is answered if its origin is one of this machine's or is allowed.
 *   Browsers send `Origin` with everything but simple GETs.
 * - Without an `Origin`, `Sec-Fetch-Site` says whether another site sent the request (W3C Fetch
 *   Metadata Request Headers). Such a site can open a page and load a script, and nothing else.
 *   Programs that are not browsers send neither.
 */
export const objectionTo = (
  { method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>,
  { hosts, origins, apiOrigins }: AllowedCallers,
): string | undefined => {
  const { host, hostname, pathname } = new URL(url)
  const own = (name: string) => isLoopbackName(name) || hosts.includes(name)
  if (!own(withoutDot(hostname))) {
    return `This server does not answer to the name ${hostname}. If that is a name of this machine, allow it: --allow-host ${hostname}, or allowHosts of listen.`
  }

  const path = decode(pathname)
  const controls = path === undefined || /^\/_emulator(?:\/|$)/.test(path)
  const admits = (origin: string) => {
    if (origins.includes(origin) || (!controls && apiOrigins.includes(origin))) return true
    if (!URL.canParse(origin)) return false
    const page = new URL(origin)
    return /^https?:$/.test(page.protocol) && (page.host === host || own(withoutDot(page.hostname)))
  }
  const refusalOf = (origin: string) =>
    originName(origin) === undefined
      ? 'This server does not answer a page that has no origin, such as a file or a frame in a sandbox. Serve the page over HTTP on localhost.'
      : `This server does not answer pages of ${originName(origin)}. To allow them: --allow-origin ${originName(origin)}, or allowOrigins of listen.`

  const origin = headers.get('Origin')
  if (origin !== null) return admits(origin) ? undefined : refusalOf(origin)

  const site = headers.get('Sec-Fetch-Site') ?? 'none'
  if (site === 'none' || site === 'same-origin') return
  // Another port of a loopback host is the same site, but so is a neighbor below the same domain.
  if (site === 'same-site' && isLoopbackName(withoutDot(hostname))) return
  const goesThere = headers.get('Sec-Fetch-Mode') === 'navigate'
  if (isPage(method, pathname) && (goesThere || !isPlace(path!))) {
    if (!frames.includes(headers.get('Sec-Fetch-Dest') ?? '')) return
    // A frame has no origin of its own yet. The page around it is named by the referrer, which no
    // page can forge.
    const around = headers.get('Referer') ?? ''
    const referrer = URL.canParse(around) ? originName(new URL(around).origin) : undefined
    if (referrer !== undefined && admits(referrer)) return
    return `This server does not show its pages in a frame of ${referrer ?? 'a page that hides its origin'}. To allow it: --allow-origin with that origin, or allowOrigins of listen.`
  }
  return 'A page of another site sent this request without its origin. Call this server with fetch, from localhost or an origin that --allow-origin or allowOrigins of listen names.'
}
