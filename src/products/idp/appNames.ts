// What the consent screen calls an app, and where it says that the app is.
import { isLoopback } from '../../api/loopback.ts'
import { NAME, plainText } from '../../ui/words/untrustedText.ts'
import type { Words } from './words.ts'

/** How long a host may be, in characters (RFC 1035, section 2.3.4, and a port). */
const HOST = 260

/** Parses a URL; undefined if it is not one. */
export const urlOf = (uri: string): URL | undefined => {
  try {
    return new URL(uri)
  } catch {}
}

/**
 * Where a redirect URI leads: the host of a site or of an app on the visitor's computer (RFC 8252,
 * section 7.3), or the scheme of an app's own.
 */
export type Destination = { host: string; isHere: boolean } | { scheme: string }

/**
 * Returns the URL, if it is one of the web. Only there a host belongs to somebody: in an app's own
 * URLs, anything can stand in its place.
 */
const webUrl = (uri: string): URL | undefined => {
  const url = urlOf(uri)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/**
 * Returns a host in ASCII, as the browser looks it up. One that is too long keeps its end, which
 * names its owner.
 */
const shownHost = ({ host }: URL): string => (host.length > HOST ? '…' + host.slice(1 - HOST) : host)

/** Returns where a redirect URI leads. */
export function destinationOf(uri: string): Destination {
  const url = webUrl(uri)
  return url ? { host: shownHost(url), isHere: isLoopback(url.hostname) } : { scheme: plainText(urlOf(uri)?.protocol, NAME) }
}

/**
 * Returns the hosts of the resources at which an app wants to use its access (RFC 8707), each once,
 * except this site's. A resource without a host is shown as it is, and one that nobody could see
 * by its code.
 */
export const hostsOf = (resources: string[]): string[] => [
  ...new Set(
    resources.flatMap((resource) => {
      const url = webUrl(resource)
      return url?.origin === location.origin ? [] : url ? shownHost(url) : plainText(resource, NAME) || encodeURI(resource)
    }),
  ),
]

/**
 * Returns the host of a client whose id is the URL of its metadata. It is what is known of such a
 * client; its name is what it calls itself.
 */
export function clientHost(client_id: string): string | undefined {
  const url = webUrl(client_id)
  return url && shownHost(url)
}

/** Returns the app's name, else the hostname of its redirect URI, else "The App". */
export const clientName = (name: unknown, redirect_uri: string, t: Words): string =>
  plainText(name, NAME) || plainText(webUrl(redirect_uri)?.hostname, NAME) || t('idpConsent.defaultClientName')
