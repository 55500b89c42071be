/**
 * The kinds of token (`stytch_token_type`) that `authenticateByUrl` spends. The others that a consumer project sends back, `reset_password` and `login` (a
 * reset page's log-in link), are for the page that asks for the new password.
 */
export const handledTypes = ['magic_links', 'oauth', 'impersonation'] as const

/** What the address says of a token. `handled`: whether `authenticateByUrl` would spend it. */
export interface UrlToken {
  handled: boolean
  tokenType: string
  token: string
}

/** The token in an address, or null. Pure; by default of the page's own. `handled` are the kinds that the client at hand spends. */
export function parseAuthenticateUrl(href: string = location.href, handled: readonly string[] = handledTypes): UrlToken | null {
  const query = new URLSearchParams(/^[^?#]*(\?[^#]*)/.exec(href)?.[1])
  const token = query.get('token')
  const tokenType = query.get('stytch_token_type')
  return token && tokenType ? { handled: handled.includes(tokenType), tokenType, token } : null
}
