/** Longer ones cannot be sent to (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
const LONGEST = 254

/** Invisible characters, except the two joiners, which some scripts need inside a word. */
const unseen = /[^\P{Default_Ignorable_Code_Point}\u200c\u200d]/gu
const unseenEnds = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+|[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+$/gu

/**
 * What a local part consists of, between its dots. Whether it may have letters other than those of
 * ASCII is for its server to decide.
 */
const inLocalPart = "[\\w!#$%&'*+/=?^{|}~`\\-\\p{L}\\p{M}\\p{N}\\u200c\\u200d]"
const localPart = new RegExp(`^${inLocalPart}+(?:\\.${inLocalPart}+)*$`, 'u')

/**
 * What a domain may consist of before its letters are written in ASCII. Anything else would be
 * another part of a URL.
 */
const domainPart = /^[a-zA-Z\d.\-\P{ASCII}]+$/u
const domainInAscii = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** Reads a domain as the URL standard reads a host: in ASCII; undefined if it is not one. */
export const asciiOf = (domain: string): string | undefined => {
  try {
    return domainPart.test(domain) ? new URL(`http://${domain}`).hostname : undefined
  } catch {
    return undefined
  }
}

/** The longest text that is read, so that no paste takes long. */
const LONGEST_TEXT = 2000

/**
 * Reads a text that was copied, as it looks: without what cannot be seen, and with full-width
 * characters, dots, non-breaking hyphens and minus signs as the usual ones.
 */
export const visibleText = (text: string): string =>
  text.length > LONGEST_TEXT
    ? ''
    : text.normalize('NFKC').replaceAll('。', '.').replace(/[‐‑−]/g, '-').replace(unseenEnds, '').replace(unseen, '')

/**
 * Returns the email address that a text consists of, in its plainest form, and undefined if it is
 * none (docs/decisions/README.md#email-addresses).
 */
export function readEmail(text: string): string | undefined {
  const plain = visibleText(text)
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1)
  return at > 0 && plain.length <= LONGEST && localPart.test(plain.slice(0, at)) && domainInAscii.test(asciiOf(domain) ?? '')
    ? plain
    : undefined
}

const addresses = new RegExp(`[.]*${inLocalPart}[^\\s@<>()"]*@[\\p{L}\\p{M}\\p{N}.-]+`, 'gu')

/**
 * Returns the first email address in a text that has something else around it: a name, brackets,
 * `mailto:`.
 */
export function emailWithin(text: string): string | undefined {
  const plain = visibleText(text)
  const address = /^mailto:/i.test(plain) ? plain.replace(/%[2-7][\da-f]/gi, decodeURIComponent) : plain
  for (const [match] of address.matchAll(addresses)) {
    const email = readEmail(match.replace(/^.*[:;,]|^['`]+|[.-]+$/g, ''))
    if (email) return email
  }
  return undefined
}
