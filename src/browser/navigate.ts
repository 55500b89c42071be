/**
 * Whether an address leads somewhere, in place of running or reading something. `asked`: where an app has asked to be answered, which the address must be of
 * the same origin as or, where that is an app's own scheme, of the same scheme (row 29).
 */
export function leads(url: string, asked?: string): boolean {
  try {
    const { protocol, origin } = new URL(url, asked === undefined ? location.href : undefined)
    const from = asked === undefined || new URL(asked)
    return (
      !/^(javascript|data|vbscript|blob|file|filesystem|about):$/.test(protocol) &&
      (from === true || (from.protocol === protocol && from.origin === origin))
    )
  } catch {
    return false
  }
}

/** Sends the page elsewhere; the one way to do so (row 29). An address that does not lead anywhere is refused: false. */
export function navigate(url: string): boolean {
  const allowed = leads(url)
  if (allowed) location.href = url
  return allowed
}
