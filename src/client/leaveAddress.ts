/** Whether a part of a query is one of the token's two parameters, however it is spelt: `%74oken` is `token` (URL, section 5.1). */
const isToken = (pair: string) => /^(token|stytch_token_type)$/.test([...new URLSearchParams('?' + pair).keys()][0] || '')

/** The address without the token's two parameters; all others and the hash byte for byte as they were (row 27). */
export function withoutToken(href: string): string {
  const [, before, query, hash] = /^([^?#]*)\??([^#]*)(.*)$/.exec(href) as unknown as [string, string, string, string]
  const rest = query
    .split('&')
    .filter((pair) => !isToken(pair))
    .join('&')
  return before + (rest && '?' + rest) + hash
}

/** Takes a token out of the page's address, if it is there, with or without its type; the page's own state and everything else of the address stay. */
export function leaveAddress(token: string): void {
  if (new URLSearchParams(location.search).get('token') === token) history.replaceState(history.state, '', withoutToken(location.href))
}
