/** Where a cookie applies; both parts as `document.cookie` spells them. */
export interface CookieScope {
  path?: string
  domain?: string
}

/** The value of a cookie this page can read, or undefined: absent, not decodable, or cookies are blocked. */
export function readCookie(name: string): string | undefined {
  try {
    for (const pair of document.cookie.split('; ')) {
      if (pair.startsWith(name + '=')) return decodeURIComponent(pair.slice(name.length + 1))
    }
  } catch {}
}

/**
 * Writes a cookie: SameSite lax, and secure except on the loopback hosts (spec section 9). `seconds` is its life (row 36: never a date, the visitor's
 * clock may be wrong); undefined makes it last as long as the browser is open, 0 or less removes it. Never throws: read it back to see whether it was taken.
 */
export function writeCookie(name: string, value: string, seconds: number | undefined, { path, domain }: CookieScope): void {
  const secure = !/^(localhost|127\.[\d.]+|\[::1])$/.test(location.hostname)
  try {
    document.cookie =
      // encoded is only what cannot stand in a value (RFC 6265, section 4.1.1), and the sign that encodes: as the provider's own client has it
      `${name}=${value.replace(/[^!-~]|["%,;\\]/gu, encodeURIComponent)}; samesite=lax` +
      (path ? '; path=' + path : '') +
      (domain ? '; domain=' + domain : '') +
      (seconds === undefined ? '' : '; max-age=' + Math.floor(seconds)) +
      (secure ? '; secure' : '')
  } catch {}
}
