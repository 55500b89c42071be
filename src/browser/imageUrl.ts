import { safeDocument } from './safeDocument.ts'

/**
 * Returns the URL of an image if it is http(s) or a `data:` URL of an image; otherwise undefined
 * (docs/decisions/README.md#every-url-from-outside-is-checked).
 */
export function imageUrl(text: unknown): string | undefined {
  try {
    const { href } = new URL(String(text), safeDocument.baseURI)
    return /^(https?:|data:image\/)/i.test(href) ? href : undefined
  } catch {}
}
