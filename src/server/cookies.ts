/** A name of a cookie (RFC 6265, section 4.1.1; RFC 9110, section 5.6.2). */
const cookieName = /^[\w!#$%&'*+\-.^`|~]+$/

/**
 * Reads the cookies of a request. A name with two values is left out: servers differ in which one
 * they take (RFC 6265, section 4.2.2), so two readers of one request could see two visitors. So is
 * a name that only some readers trim, such as one that begins with a no-break space.
 */
export const cookiesOf = (header: string | null | undefined): Map<string, string> => {
  const cookies = new Map<string, string>()
  const repeated = new Set<string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)].map((text) => text.replace(/^[ \t]+|[ \t]+$/g, '')) as [string, string]
    if (at <= 0 || !cookieName.test(name)) continue
    if (cookies.has(name) && cookies.get(name) !== value) repeated.add(name)
    cookies.set(name, value)
  }
  for (const name of repeated) cookies.delete(name)
  return cookies
}

/** Writes cookies as the header of a request. */
export const cookieHeader = (cookies: ReadonlyMap<string, string>): string => [...cookies].map((pair) => pair.join('=')).join('; ')
