// What the consent screen calls an app, and where it says that the app is.
import { NAME, plainText } from '../../ui/words/untrustedText.ts'
import type { Words } from './words.ts'

/** How long a host may be, in characters (RFC 1035, section 2.3.4, and a port). */
const HOST = 260

/** The URL that a text is, if it is one. */
export const urlOf = (uri: string): URL | undefined => {
  try {
    return new URL(uri)
  } catch {}
}

/** Where a redirect URI leads: the host of a site, or the scheme of an app's own. */
export type Destination = { host: string } | { scheme: string }

/** The URL, if it is one of the web. Only there a host belongs to somebody: in an app's own URLs, anything can stand in its place. */
const webUrl = (uri: string): URL | undefined => {
  const url = urlOf(uri)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/**
 * Returns where a redirect URI leads. A host is in ASCII, as the browser looks it up; one that is too long keeps its end, which names its owner.
 */
export function destinationOf(uri: string): Destination {
  const host = webUrl(uri)?.host
  if (host === undefined) return { scheme: plainText(urlOf(uri)?.protocol, NAME) }
  return { host: host.length > HOST ? '…' + host.slice(1 - HOST) : host }
}

/** Returns the app's name, else the hostname of its redirect URI, else "The App". */
export const clientName = (name: unknown, redirect_uri: string, t: Words): string =>
  plainText(name, NAME) || plainText(webUrl(redirect_uri)?.hostname, NAME) || t('idpConsent.defaultClientName')
