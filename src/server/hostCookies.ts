import { cookiesOf } from './cookies.ts'

/** How a host's own server sets a cookie. */
export interface CookieRules {
  /** Whether it is for HTTPS only. Then its name begins with `__Host-`. */
  secure: boolean
  /** How long the browser keeps it, in seconds. Default: until it is closed. */
  seconds?: number
}

/**
 * Browsers reject a cookie with more than 4,096 bytes of name and value (RFC 6265, section 6.1).
 * This leaves room for a long name.
 */
const LONGEST_PART = 3180

/** How many parts a value can have. */
const MOST_PARTS = 8

/**
 * Returns the full name of a cookie, which no subdomain can set if it is for HTTPS only
 * (RFC 6265bis, section 4.1.3).
 */
export const cookieName = (name: string, { secure }: CookieRules): string => (secure ? `__Host-${name}` : name)

/** Returns the line that sets a cookie, which only this host gets and no script can read. */
export const cookieLine = (name: string, value: string, rules: CookieRules): string =>
  `${cookieName(name, rules)}=${value}; Path=/; HttpOnly; SameSite=Lax` +
  (rules.seconds === undefined ? '' : `; Max-Age=${Math.floor(rules.seconds)}`) +
  (rules.secure ? '; Secure' : '')

const partName = (name: string, at: number) => (at === 0 ? name : `${name}.${at}`)

/** Reads a value that {@link valueLines} has written. Returns undefined without one. */
export const readValue = ({ headers }: Request, name: string, rules: CookieRules): string | undefined => {
  const cookies = cookiesOf(headers.get('cookie'))
  let value = ''
  for (let at = 0; at < MOST_PARTS; at++) {
    const part = cookies.get(cookieName(partName(name, at), rules))
    if (!part) return at === 0 ? undefined : value
    value += part
  }
  return value
}

/**
 * Returns the lines that set a value of any length in several cookies. The parts of a longer one
 * from before are removed. An empty value removes them all.
 * @throws RangeError for more than 25 kB
 */
export const valueLines = (name: string, value: string, rules: CookieRules): string[] => {
  const parts = value.match(new RegExp(`.{1,${LONGEST_PART}}`, 'g')) ?? []
  if (parts.length > MOST_PARTS) throw new RangeError(`The cookie ${name} is too long: ${value.length} characters.`)
  return Array.from({ length: MOST_PARTS }, (_, at) =>
    cookieLine(partName(name, at), parts[at] ?? '', parts[at] ? rules : { ...rules, seconds: 0 }),
  )
}
