// What the consent screen calls an app, and where it says that the app is.
import { NAME, plainText } from '../../ui/words/untrustedText.ts'
import type { Words } from './words.ts'

/** How long a host may be, in characters (RFC 1035, section 2.3.4, and a port). */
const HOST = 260

const parsed = (uri: string): URL | undefined => {
  try {
    return new URL(uri)
  } catch {}
}

/**
 * Returns the host of a redirect URI in ASCII, as the browser looks it up, or the whole URI if it has an app's own scheme and no host. A host that is too long
 * keeps its end, which names its owner.
 */
export function hostOf(uri: string): string {
  const { origin = 'null', host = '', href = uri } = parsed(uri) || {}
  if (origin === 'null') return plainText(href, NAME)
  return host.length > HOST ? '…' + host.slice(1 - HOST) : host
}

/** Returns the app's name, else the hostname of its redirect URI, else "The App". */
export const clientName = (name: unknown, redirect_uri: string, t: Words): string =>
  plainText(name, NAME) || plainText(parsed(redirect_uri)?.hostname, NAME) || t('idpConsent.defaultClientName')
