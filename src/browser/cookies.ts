import { isLoopback } from '../api/loopback.ts'
import { safeDocument, setCookie } from './safeDocument.ts'

/** Where a cookie applies. Both fields are written as in `document.cookie`. */
export interface CookieScope {
  path?: string
  domain?: string
}

/**
 * Returns the value of a cookie, or undefined if it is absent or cannot be decoded, or if cookies
 * are blocked.
 */
export function readCookie(name: string): string | undefined {
  try {
    for (const pair of safeDocument.cookie.split('; ')) {
      if (pair.startsWith(name + '=')) return decodeURIComponent(pair.slice(name.length + 1))
    }
  } catch {}
}

/**
 * Writes a cookie with `SameSite=Lax`, and `Secure` except on loopback hosts
 * (docs/internals/protocol.md#cookies), where names that begin with `__Host-` need it, too.
 * `seconds` is its lifetime, never a date, because the visitor's clock may be wrong. Undefined
 * makes a session cookie; 0 or less removes the cookie. Never throws: read the cookie back to see
 * whether the browser kept it.
 */
export function writeCookie(name: string, value: string, seconds: number | undefined, { path, domain }: CookieScope): void {
  try {
    setCookie(
      // encodes only `%` and characters that a value cannot contain (RFC 6265, section 4.1.1), as
      // the provider's client does
      `${name}=${value.replace(/[^!-~]|["%,;\\]/gu, encodeURIComponent)}; samesite=lax` +
        (path ? '; path=' + path : '') +
        (domain ? '; domain=' + domain : '') +
        (seconds === undefined ? '' : '; max-age=' + Math.floor(seconds)) +
        (isLoopback() && !/^__/.test(name) ? '' : '; secure'),
    )
  } catch {}
}
