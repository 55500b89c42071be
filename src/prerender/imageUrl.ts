/**
 * Stands in for browser/imageUrl.ts on a server, which does not know the page's URL: a relative URL
 * stays relative.
 */
export function imageUrl(text: unknown): string | undefined {
  const url = String(text).trim()
  return /^(https?:|data:image\/)/i.test(url) || !/^[^/?#]*:/.test(url) ? url : undefined
}
