/**
 * Reads the cookies of a request. A name with two values is left out: servers differ in which one
 * they take (RFC 6265, section 4.2.2), so two readers of one request could see two visitors.
 */
export const cookiesOf = (header: string | null | undefined): Map<string, string> => {
  const cookies = new Map<string, string>()
  const repeated = new Set<string>()
  for (const pair of (header ?? '').split(/; */)) {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    if (at <= 0) continue
    if (cookies.has(name) && cookies.get(name) !== value) repeated.add(name)
    cookies.set(name, value)
  }
  for (const name of repeated) cookies.delete(name)
  return cookies
}

/** Writes cookies as the header of a request. */
export const cookieHeader = (cookies: ReadonlyMap<string, string>): string => [...cookies].map((pair) => pair.join('=')).join('; ')
