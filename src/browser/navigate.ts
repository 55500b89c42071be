/**
 * Resolves a URL of an option against the page's address, as {@link leads} does. The browser itself
 * would resolve it against a `<base>`, and others may be able to write one into the page.
 */
export const absolute = (url: string): string => new URL(url, location.href).href

/**
 * Returns whether a URL leads to a page, instead of running code or reading data
 * (docs/decisions/README.md#every-url-from-outside-is-checked).
 */
export function leads(url: string): boolean {
  try {
    return !/^(javascript|data|vbscript|blob|file|filesystem|about):/.test(absolute(url))
  } catch {
    return false
  }
}

/**
 * Navigates to a URL; all navigation goes through here. Returns false, and does nothing, for a URL
 * that does not lead to a page.
 */
export function navigate(url: string): boolean {
  const isAllowed = leads(url)
  if (isAllowed) location.href = absolute(url)
  return isAllowed
}
