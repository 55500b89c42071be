/** What a host's server sends, and what it answers beside the widget's calls. */
import { finding } from '../codes.ts'
import type { Facts, JarCookie } from '../facts.ts'
import type { Rule } from './rule.ts'

const isSession = ({ name }: JarCookie) => /session/i.test(name)

const covers = (parent: string, child: string) => parent === child || (parent.startsWith('.') && `.${child}`.endsWith(parent))

/** Returns whether a request can carry both cookies. */
const meet = (one: JarCookie, other: JarCookie) =>
  one.name === other.name &&
  (covers(one.domain, other.domain) || covers(other.domain, one.domain)) &&
  (one.path.startsWith(other.path) || other.path.startsWith(one.path))

/** Returns whether apps send their visitors here, or the page has the consent screen. */
const isConsent = ({ url, widgets, elements }: Facts) => {
  const { searchParams } = new URL(url)
  return (
    ['client_id', 'redirect_uri'].every((name) => searchParams.has(name)) ||
    widgets.some(({ method }) => method === 'mountIdentityProvider') ||
    elements.some(({ tag }) => tag === 'latchkey-identity-provider')
  )
}

const allowsFrames = (headers: Record<string, string>) => {
  const [, sources] = /(?:^|[;,])\s*frame-ancestors\b([^;,]*)/i.exec(headers['content-security-policy'] ?? '') ?? []
  if (sources !== undefined) return /(?:^|\s)(?:\*|https?:)(?:\s|$)/i.test(sources)
  return !/^(?:deny|sameorigin)$/i.test(headers['x-frame-options'] ?? '')
}

export const server: Rule = (facts) => {
  const { url, headers, cookies, server } = facts
  const sessions = cookies.filter(isSession)
  const doubled = sessions.filter((cookie) => sessions.some((other) => other !== cookie && meet(cookie, other)))
  return [
    ...finding(
      'server.raw_routes',
      server?.rawRoutes ?? [],
      'Better Auth’s own routes are open beside the widget’s, without the limits and checks of the bridge.',
      'Mount authRoutes(auth) of latchkey/better-auth there, in place of auth.handler.',
    ),
    ...finding(
      'server.no_limits',
      server?.unlimited ?? [],
      'Your server answers as many calls as a visitor sends, so passwords and codes can be guessed.',
      'Turn limits on: rateLimit: { enabled: true, storage: "database" } in betterAuth().',
    ),
    ...finding(
      'server.frames',
      headers && isConsent(facts) && allowsFrames(headers) ? [url] : [],
      'Other sites can show the consent page in a frame, and make visitors press what they do not see.',
      "Send the header Content-Security-Policy: frame-ancestors 'none'.",
    ),
    ...finding(
      'server.cookie_twice',
      doubled.map(({ name, domain, path }) => `${name} of ${domain}${path}`),
      'Two session cookies of one name reach your server, which cannot tell whose session counts.',
      'Set the cookie with one domain and one path everywhere; the prefix __Host- makes sure of that.',
    ),
  ]
}
