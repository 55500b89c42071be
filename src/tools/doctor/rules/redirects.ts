/** The URLs to which links and providers send visitors. */
import { finding } from '../codes.ts'
import type { Facts } from '../facts.ts'
import { isLoopback } from '../loopback.ts'
import { configOf } from './options.ts'
import type { Rule } from './rule.ts'

/** A redirect URL, and the option or the field that has it. */
interface Redirect {
  name: string
  url: string
}

/** Returns the redirect URLs in the page's markup and in the calls that it has sent. */
export const redirectsOf = ({ calls, ...markup }: Pick<Facts, 'calls' | 'tags' | 'elements'>): Redirect[] => {
  const redirectsIn = (holder: unknown, match: RegExp, path = ''): Redirect[] =>
    Object.entries((holder ?? {}) as Record<string, unknown>).flatMap(([key, value]) => {
      const name = path ? `${path}.${key}` : key
      if (value && typeof value === 'object') return redirectsIn(value, match, name)
      return typeof value === 'string' && match.test(key) ? [{ name, url: value }] : []
    })
  const list = [
    ...redirectsIn(configOf(markup), /RedirectURL$/, 'config'),
    ...calls.flatMap(({ body }) => redirectsIn(body, /^(?:(?:login|signup)_magic_link|(?:login|signup|reset_password)_redirect)_url$/)),
  ]
  return [...new Map(list.map((redirect) => [redirect.url, redirect])).values()]
}

const isInsecure = (url: URL) => url.protocol === 'http:' && !isLoopback(url.href)

/**
 * Returns whether two hosts are subdomains of one site, by their last two labels. A session can be
 * shared between those (`cookieOptions`).
 */
const isSameSite = (one: URL, other: URL) => {
  const site = ({ hostname }: URL) => hostname.split('.').slice(-2).join('.')
  return one.hostname.includes('.') && !/^[\d.]+$/.test(one.hostname) && site(one) === site(other)
}

export const redirects: Rule = (facts) => {
  const page = new URL(facts.url)
  const all = redirectsOf(facts)
  const absolute = all.filter(({ url }) => URL.canParse(url))
  const linesOf = (list: Redirect[]) => list.map(({ name, url }) => `${name}: ${url}`)
  const where = (test: (url: URL) => boolean) => linesOf(absolute.filter(({ url }) => test(new URL(url))))
  const { link } = facts
  return [
    ...finding(
      'redirect.relative',
      linesOf(all.filter(({ url }) => !URL.canParse(url))),
      'A redirect URL is not absolute, and the provider refuses the call.',
      `Write the whole URL, such as ${page.origin}/authenticate.`,
    ),
    ...finding(
      'redirect.fragment',
      where(({ hash }) => hash !== ''),
      'A redirect URL has a fragment (#). The provider compares the whole URL with those that you have allowed, and routers take the fragment for a page.',
      'Use a URL without a fragment.',
    ),
    ...finding(
      'redirect.insecure',
      where(isInsecure),
      'A redirect URL is not encrypted, so the log-in token can be read on its way.',
      'Use https.',
    ),
    ...finding(
      'redirect.origin',
      where((url) => url.origin !== page.origin && !isSameSite(url, page) && !isInsecure(url)),
      'A redirect URL leads to another site, so the visitor’s session will be there and not here.',
      `Use a URL of ${page.origin}, and take it from the environment if it differs between your machine and production.`,
    ),
    ...finding(
      'redirect.not_found',
      link?.status !== undefined && link.status >= 400 ? [`${link.url}: ${link.status}`] : [],
      'The page to which the link leads is not there.',
      'Create it, or correct the redirect URL.',
    ),
    ...finding(
      'redirect.query_lost',
      link?.lostAt ? [`${link.url} leads to ${link.lostAt}`] : [],
      'The server redirects the link to an address without its query, so the token is lost and nobody is signed in.',
      'Use the address that the server redirects to, or let it keep the query. `npx serve` drops it for addresses that end in .html.',
    ),
    ...finding(
      'redirect.token_stays',
      // without a redirect URL, the provider uses one that the doctor does not know
      link?.tokenStays && !link.lostAt && all.length > 0 && !(link.status !== undefined && link.status >= 400) ? [link.url] : [],
      'The page to which the link leads does not spend the token, so nobody is signed in.',
      'Call client.authenticateByUrl() there, or mount the widget without authenticate="off".',
    ),
  ]
}
