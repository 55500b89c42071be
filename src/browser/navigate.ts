/**
 * Whether a URL leads to a page, instead of running code or reading data
 * (docs/decisions/README.md#every-url-from-outside-is-checked). `redirectUri` is that of an app: if
 * it is given, the URL must have the same origin or, if the app has a URL scheme of its own, the
 * same scheme.
 */
export function leads(url: string, redirectUri?: string): boolean {
  try {
    const { protocol, origin } = new URL(url, redirectUri === undefined ? location.href : undefined)
    const from = redirectUri === undefined || new URL(redirectUri)
    return (
      !/^(javascript|data|vbscript|blob|file|filesystem|about):$/.test(protocol) &&
      (from === true || (from.protocol === protocol && from.origin === origin))
    )
  } catch {
    return false
  }
}

/**
 * Resolves a URL of an option against the page's address, as {@link leads} does. The browser itself
 * would resolve it against a `<base>`, and others may be able to write one into the page.
 */
export const absolute = (url: string): string => new URL(url, location.href).href

/**
 * Navigates to a URL; all navigation goes through here. Returns false, and does nothing, for a URL
 * that does not lead to a page.
 */
export function navigate(url: string): boolean {
  const isAllowed = leads(url)
  if (isAllowed) location.href = absolute(url)
  return isAllowed
}
