import type { CookieScope } from '../../browser/cookies.ts'

/** Why a browser has not kept a cookie, each in words for developers. */
export const refusals = {
  insecure: 'the page is on plain http. Use https, or localhost for tests.',
  domain: "`cookieOptions.domain` is neither the page's host nor a domain above it.",
  publicSuffix: '`cookieOptions.domain` is one under which anybody can have a site, such as co.uk.',
  path: 'the page is outside of `cookieOptions.path`.',
  blocked: 'it keeps no cookies of this site.',
}

/**
 * Returns the reason (RFC 6265, sections 5.1.3, 5.1.4 and 5.3).
 * @param keepsOthers whether the browser has kept a cookie for the page's host alone, in all else
 * like this one
 */
export function cookieRefusal(
  { domain, path }: CookieScope,
  { protocol, hostname, pathname }: Pick<Location, 'protocol' | 'hostname' | 'pathname'>,
  isLoopback: boolean,
  keepsOthers: boolean,
): keyof typeof refusals {
  if (protocol === 'http:' && !isLoopback) return 'insecure'
  const cookieDomain = domain?.replace(/^\./, '').toLowerCase()
  if (cookieDomain && !`.${hostname}`.endsWith('.' + cookieDomain)) return 'domain'
  if (path?.startsWith('/') && !`${pathname}/`.startsWith(path.replace(/\/?$/, '/'))) return 'path'
  return cookieDomain && keepsOthers ? 'publicSuffix' : 'blocked'
}
