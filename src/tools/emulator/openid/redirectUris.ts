/** The rules for an app's redirect URIs. */
import { isDangerous } from '../methods/redirects.ts'

/**
 * A URI of the visitor's own computer: all of it up to the port, and its port. What follows decides
 * where the host ends, so `http://localhost:1@evil.example` is none.
 */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/

/**
 * Says what is wrong with a redirect URI that an app registers itself. Undefined if nothing is.
 * Pure.
 */
export const redirectUriFault = (uri: string): string | undefined => {
  if (!URL.canParse(uri) || /[^\x21-\x7e]/.test(uri)) return 'A redirect URI is not an absolute URI.'
  if (uri.includes('#')) return 'A redirect URI has a fragment.'
  if (isDangerous(uri)) return 'A browser cannot be sent to a redirect URI.'
  const { protocol, username, password } = new URL(uri)
  if (username || password) return 'A redirect URI has a user name or a password.'
  if (protocol === 'http:' && !loopback.test(uri))
    return 'A redirect URI with http leads to another machine than localhost, 127.0.0.1 or [::1].'
  return undefined
}

/** A URI of the visitor's own computer without its port. Undefined for any other URI. */
const withoutPort = (uri: string) => (URL.canParse(uri) && loopback.test(uri) ? uri.replace(loopback, '$1') : undefined)

/**
 * Whether a code can be sent to this URI: the app has registered the same one, byte for byte. On
 * the visitor's own computer the port may differ, because an app there takes whichever is free (RFC
 * 8252, section 7.3). Pure.
 */
export const allowsRedirect = (registeredUris: readonly string[], requestedUri: string) => {
  const onAnyPort = withoutPort(requestedUri)
  return registeredUris.includes(requestedUri) || (onAnyPort !== undefined && registeredUris.some((uri) => withoutPort(uri) === onAnyPort))
}
