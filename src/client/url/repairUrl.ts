import { safeDocument } from '../../browser/safeDocument.ts'
import { withoutToken } from './stripToken.ts'
import { parseAuthenticateUrl } from './urlToken.ts'

/** A parameter of a token, after what is left of an `&amp;`. */
const ours = /^(?:amp;)*((?:(?:stytch|latchkey)_(?:token|redirect)_type|token)=.*)/
/** A line break, a space or a bracket at the end of a value, as mail programs add them. */
const added = /(?:%0[ad]|%20|%c2%a0|%e2%80%8b|%3e|\+)+$/i

const hasType = (query: string) => /(?:^|[&;])(?:stytch|latchkey)_token_type=/.test(query)

/**
 * Returns a URL with the token's parameters as they were before a mail program changed the link.
 * All others, and the hash, stay byte for byte as they were.
 */
export function repaired(href: string): string {
  const [, before, query, hash] = /^([^?#]*)\??([^#]*)(.*)$/.exec(href) as unknown as [string, string, string, string]
  if (!hasType(query)) return href
  const pairs = query.split('&').map((pair) => (ours.test(pair) ? pair.replace(ours, '$1').replace(added, '') : pair))
  return `${before}?${pairs.join('&')}${hash}`
}

const replaceUrl = (href: string) => {
  try {
    if (href !== safeDocument.URL) history.replaceState(history.state, '', href)
  } catch {
    // Safari refuses more than 100 in 30 s
  }
}

/** Repairs the page's URL, and returns whether it was changed. */
export function repairUrl(): boolean {
  const href = repaired(safeDocument.URL)
  const isChanged = href !== safeDocument.URL
  replaceUrl(href)
  return isChanged
}

/**
 * Removes what is left of a link from the page's URL, if its token or the type of it is missing,
 * and returns whether that is so.
 */
export function stripIncomplete(): boolean {
  if (parseAuthenticateUrl() || !hasType(location.search.slice(1))) return false
  replaceUrl(withoutToken(safeDocument.URL))
  return true
}
