import { firstCall } from '../../browser/firstCall.ts'
import { safeDocument } from '../../browser/safeDocument.ts'

/**
 * Returns whether a part of a query is one of the token's parameters, in any encoding: `%74oken` is
 * `token` (URL, section 5.1).
 */
const isToken = (pair: string) =>
  /^(amp;)?((stytch|latchkey)_(token|redirect)_type|token)$/.test([...new URLSearchParams('?' + pair).keys()][0] || '')

/**
 * Returns the URL without the token's parameters, or others. What is left, and the hash, stay byte
 * for byte as they were.
 */
export function withoutToken(href: string, isRemoved: (pair: string) => boolean = isToken): string {
  const [, before, query, hash] = /^([^?#]*)\??([^#]*)(.*)$/.exec(href) as unknown as [string, string, string, string]
  const rest = query
    .split('&')
    .filter((pair) => !isRemoved(pair))
    .join('&')
  return before + (rest && '?' + rest) + hash
}

/** After this many ms, Safari allows `replaceState` again: it refuses more than 100 in 30 s. */
const REFUSAL = 31_000

/**
 * Removes a token from the page's URL, if it is there. The rest of the URL stays, and so does the
 * page's `history.state`. The browser may refuse; its error has the whole URL in it, token and
 * password, so it goes no further. The token is spent next in any case, and is removed later.
 */
export function stripToken(token: string, isLast?: boolean): void {
  const sent = firstCall()
  // the script in the page has taken it out of the URL
  if (sent) sent.href = undefined
  if (![...new URLSearchParams(location.search)].some(([name, value]) => /^(amp;)?token$/.test(name) && value.trim() === token)) return
  try {
    // not `location.href`, which leaves out a user in the page's address
    history.replaceState(history.state, '', withoutToken(safeDocument.URL))
  } catch {
    if (!isLast) setTimeout(() => stripToken(token, true), REFUSAL)
  }
}
