import type { Settings } from './options.ts'

/** Browsers reject a longer cookie, name and value together (RFC 6265, section 6.1). */
const LONGEST = 4096

/**
 * Encodes a value as the client does: only what a cookie cannot contain is encoded
 * (docs/internals/protocol.md#cookies).
 */
const encode = (value: string) => value.replace(/[^!-~]|["%,;\\]/gu, encodeURIComponent)

/** The two times of a session that say how long it lasts, by the provider's clock. */
export interface Lifetime {
  last_accessed_at: string
  expires_at: string
}

/**
 * Returns the values of `Set-Cookie` headers that write the tokens of a session as the client does,
 * so that it finds and refreshes them.
 */
export const setCookieLines = (
  tokens: { session_token: string; session_jwt: string },
  { last_accessed_at, expires_at }: Lifetime,
  { cookies }: Pick<Settings, 'cookies'>,
  isLoopback: boolean,
): string[] => {
  const seconds = Math.floor((Date.parse(expires_at) - Date.parse(last_accessed_at)) / 1000)
  const rest = `; Path=${cookies.path}${cookies.domain ? `; Domain=${cookies.domain}` : ''}${seconds > 0 ? `; Max-Age=${seconds}` : ''}; SameSite=Lax`
  // browsers refuse names with `__Host-` or `__Secure-` otherwise
  const secure = (name: string) => (isLoopback && !name.startsWith('__') ? '' : '; Secure')
  const pairs = [
    [cookies.opaqueTokenCookieName, encode(tokens.session_token)],
    [cookies.jwtCookieName, encode(tokens.session_jwt)],
  ] as const
  return pairs
    .filter(([name, value]) => value && name.length + value.length <= LONGEST)
    .map(([name, value]) => `${name}=${value}${rest}${secure(name)}`)
}
