import { parseAuthenticateUrl } from './urlToken.ts'

/** The address without the token's two parameters; all others and the hash byte for byte as they were (row 27). */
export function withoutToken(href: string): string {
  const [, before, query, hash] = /^([^?#]*)\??([^#]*)(.*)$/.exec(href) as unknown as [string, string, string, string]
  const rest = query
    .split('&')
    .filter((pair) => !/^(token|stytch_token_type)(=|$)/.test(pair))
    .join('&')
  return before + (rest && '?' + rest) + hash
}

/** Takes a token out of the page's address, if it is there; the page's own state and everything else of the address stay. */
export function leaveAddress(token: string): void {
  if (parseAuthenticateUrl()?.token === token) history.replaceState(history.state, '', withoutToken(location.href))
}
