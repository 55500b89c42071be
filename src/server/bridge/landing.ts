import { browserOf } from './browser.ts'

/** The query parameter of a page by which its link knows the browser that asked for it. */
const BROWSER = 'latchkey_browser'

/** A token with the browser that asked for it in front. */
const bound = /^([\da-f]{64})~(.+)$/

/** The fields of a call that name the page of a link. */
const pages = ['login_magic_link_url', 'signup_magic_link_url']

/** Adds the browser that asks for a link to its pages. */
export const bindLinks = (body: Record<string, unknown>, browser: string): void => {
  for (const name of pages) {
    if (typeof body[name] !== 'string') continue
    const url = new URL(body[name])
    url.searchParams.set(BROWSER, browser)
    body[name] = url.href
  }
}

/** What the token of a page with the widget is for, as the page's address says it. */
export type TokenType = 'magic_links' | 'reset_password' | 'oauth'

/**
 * Returns the address of a page with the widget that does something with a token: the page that a
 * call named, such as `login_magic_link_url`, with the token. A link can name the browser that
 * asked for it (`Visit.browser`); by default the page does.
 */
export const pageWithToken = (page: string, type: TokenType, token: string, browser?: string): string => {
  const url = new URL(page)
  const whole = `${browser ?? url.searchParams.get(BROWSER)}~${token}`
  url.searchParams.delete(BROWSER)
  url.searchParams.set('latchkey_token_type', type)
  url.searchParams.set('token', type === 'magic_links' && bound.test(whole) ? whole : token)
  return url.href
}

/** Splits the token of a link from the browser that asked for it. */
export const splitToken = (whole: string): { token: string; browser?: string } => {
  const [, browser, token = whole] = bound.exec(whole) ?? []
  return { token, browser }
}

/** A link in the address of a page. */
export interface Landing {
  /** The token, as the page's address has it. */
  token: string
  /** The page without it. */
  page: string
}

/**
 * Returns the link that the browser opens, if it is the one that asked for it and shows the page to
 * a visitor. Scanners, prefetches, frames, images and other browsers get undefined.
 */
export const landingOf = async (request: Request, origins: readonly string[], secure: boolean): Promise<Landing | undefined> => {
  const { method, headers } = request
  const isVisit = method === 'GET' && headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
  // prefetched and prerendered pages, which nobody may ever see
  if (!isVisit || headers.has('sec-purpose') || headers.has('purpose') || headers.has('x-moz')) return undefined
  const url = new URL(request.url)
  const { searchParams } = url
  const tokens = searchParams.getAll('token')
  if (searchParams.get('latchkey_token_type') !== 'magic_links' || tokens.length !== 1) return undefined
  const [token] = tokens as [string]
  const { browser } = splitToken(token)
  if (!browser || browser !== (await browserOf(request, secure))) return undefined
  for (const name of ['latchkey_token_type', 'token']) searchParams.delete(name)
  // behind a proxy, the origin of the request is not the page's
  const origin = origins.includes(url.origin) ? url.origin : origins[0]
  return origin === undefined ? undefined : { token, page: origin + url.pathname + url.search }
}
