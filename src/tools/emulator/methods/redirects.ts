import type { Project } from '../state/project.ts'
import { refuse } from '../requests/refusal.ts'

/** The provider's default for a test project. */
const FALLBACK = 'http://localhost:3000/authenticate'

/** Schemes that would run or display something instead of leading to a page. */
const dangerous = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'filesystem:', 'about:']

/**
 * Whether a URL runs or shows something in place of a page. Throws a TypeError if the text is no
 * URL.
 */
export const isDangerous = (url: string) => dangerous.includes(new URL(url).protocol)

/**
 * Returns the URL to which a link leads: the requested one if the project allows it, or else the
 * project's default. Refuses any other URL.
 */
export const redirectUrl = (requestedUrl: string | undefined, project: Project, request: { headers: Headers }): string => {
  const { headers } = request
  // a browser that navigates to a sign-in sends the URL of its page as referrer
  const from = headers.get('sec-fetch-mode') === 'navigate' ? headers.get('referer') : headers.get('x-sdk-parent-host')
  const url = requestedUrl || project.default_redirect_url || from || FALLBACK
  if (!URL.canParse(url) || isDangerous(url)) refuse('invalid_magic_link_url')
  if (project.allowed_redirect_urls?.includes(url) === false) refuse('no_match_for_provided_magic_link_url')
  return url
}

/** A link with a token, and what it is for. A host's own server has its own name for that. */
export const tokenLink = ({ backend }: Project, url: string, { token, type }: { token: string; type: string }) =>
  withParameters(url, { token, [backend ? 'latchkey_token_type' : 'stytch_token_type']: type })

/**
 * Adds parameters before the hash. The rest stays the same, byte for byte: `new URL` would rewrite
 * parts of it.
 */
export const withParameters = (url: string, parameters: Record<string, string>) => {
  const [, base = '', hash = ''] = /^([^#]*)(.*)$/s.exec(url) ?? []
  return `${base}${base.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}${hash}`
}
