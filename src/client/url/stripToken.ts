/** Whether a part of a query is one of the token's parameters, in any encoding: `%74oken` is `token` (URL, section 5.1). */
const isToken = (pair: string) => /^(stytch_(token|redirect)_type|token)$/.test([...new URLSearchParams('?' + pair).keys()][0] || '')

/** The URL without the token's parameters. All others, and the hash, stay byte for byte as they were. */
export function withoutToken(href: string): string {
  const [, before, query, hash] = /^([^?#]*)\??([^#]*)(.*)$/.exec(href) as unknown as [string, string, string, string]
  const rest = query
    .split('&')
    .filter((pair) => !isToken(pair))
    .join('&')
  return before + (rest && '?' + rest) + hash
}

/** Removes a token from the page's URL, if it is there. The rest of the URL stays, and so does the page's `history.state`. */
export function stripToken(token: string): void {
  if (new URLSearchParams(location.search).get('token') === token) history.replaceState(history.state, '', withoutToken(location.href))
}
