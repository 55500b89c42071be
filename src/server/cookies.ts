/** A name of a cookie (RFC 6265, section 4.1.1; RFC 9110, section 5.6.2). */
const cookieName = /^[\w!#$%&'*+\-.^`|~]+$/

/**
 * A value. Readers differ in what is left of one that a quotation mark only opens, or that has
 * further white space around it.
 */
const cookieValue = /^(?!["\s])(?:.*\S)?$|^"[^"]*"$/

/**
 * Reads the pairs of a header of cookies. A name that only some readers trim, such as one that
 * begins with a no-break space, is left out.
 */
export const cookiePairs = (header: string | null | undefined): [name: string, value: string][] =>
  (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)].map((text) => text.replace(/^[ \t]+|[ \t]+$/g, '')) as [string, string]
    return at > 0 && cookieName.test(name) && cookieValue.test(value) ? [[name, value]] : []
  })

/**
 * Reads the cookies of a request. A name with two values is left out: servers differ in which one
 * they take (RFC 6265, section 4.2.2), so two readers of one request could see two visitors.
 */
export const cookiesOf = (header: string | null | undefined): Map<string, string> => {
  const cookies = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of cookiePairs(header)) {
    if (cookies.has(name) && cookies.get(name) !== value) repeated.add(name)
    cookies.set(name, value)
  }
  for (const name of repeated) cookies.delete(name)
  return cookies
}

/** Writes cookies as the header of a request. */
export const cookieHeader = (cookies: ReadonlyMap<string, string>): string => [...cookies].map((pair) => pair.join('=')).join('; ')
