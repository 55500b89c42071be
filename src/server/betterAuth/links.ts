import { pageWithToken } from '../bridge/landing.ts'

/** The query parameter by which a page's own address tells the bridge whose password is reset. */
export const FOR = 'latchkey_for'

/** Encodes bytes in base64url. */
export const encodeBytes = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Encodes a text in base64url, for a URL. */
export const encode = (text: string): string => encodeBytes(new TextEncoder().encode(text))

/** Decodes a text; undefined if it is not one. */
export const decode = (text: string): string | undefined => {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * What a token of a mail that confirms an address begins with. Links and these go to the same call.
 */
export const VERIFICATION = 'verify-email.'

/**
 * Turns the URL that Better Auth has made for a mail into one of the page with the widget, which
 * the visitor's own press completes. Better Auth's own URL is spent by the first to open it, which
 * may be a mail scanner. Takes the URLs of `sendMagicLink`, `sendResetPassword` and
 * `sendVerificationEmail`.
 */
export const widgetLink = (url: string): string => {
  const source = new URL(url)
  const page = new URL(source.searchParams.get('callbackURL') || '/', source.origin)
  const [, resetToken] = /\/reset-password\/([^/]+)$/.exec(source.pathname) ?? []
  const link = source.pathname.endsWith('/magic-link/verify')
  const verification = source.pathname.endsWith('/verify-email')
  if (!resetToken && !link && !verification)
    throw new TypeError('widgetLink() takes the URL of a link, of a password reset or of an email verification.')
  const whose = page.searchParams.get(FOR) ?? ''
  page.searchParams.delete(FOR)
  if (resetToken) return pageWithToken(page.href, 'reset_password', `${decodeURIComponent(resetToken)}.${whose}`)
  return pageWithToken(page.href, 'magic_links', (verification ? VERIFICATION : '') + (source.searchParams.get('token') ?? ''))
}
