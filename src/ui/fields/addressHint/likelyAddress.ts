import { visibleText } from '../../../api/emailAddress.ts'

/** Providers that many visitors use, as `<name>.com`. */
const providers = ['gmail', 'googlemail', 'icloud', 'protonmail', 'yahoo', 'hotmail', 'outlook']
/** Those that have an address in many countries, too, such as `yahoo.co.uk`. */
const inCountries = /^[hoy]/

/** Endings that no domain has (IANA, Root Zone Database), and the ones that are meant. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/\.(?:con|cmo|ocm|comm|coom|cpm|cim|clm|vom|xom)$/, '.com'],
  [/\.(?:ner|nte|met)$/, '.net'],
  [/\.(?:ogr|orgg|rog)$/, '.org'],
  [/\.eud$/, '.edu'],
]

/**
 * Returns whether one letter of a name is wrong, missing or too many, or two have changed places.
 * Few people get the first letter wrong, and many domains differ in it: ymail.com, mail.com.
 * `domain` has only letters and dots.
 */
const isNear = (input: string, domain: string): boolean =>
  [...domain].some((letter, at) => {
    const before = domain.slice(0, at)
    return (
      (at > 0 && RegExp(`^${before}(.?|.${letter}|${letter}.)${domain.slice(at + 1)}$`).test(input)) ||
      input === before + domain[at + 1] + letter + domain.slice(at + 2)
    )
  })

/** Returns the domain that was meant by `domain`, which may be the same. */
function likelyDomain(domain: string): string {
  const ended = endings.reduce((text, [wrong, right]) => text.replace(wrong, right), domain)
  const [, name, country] = /^([^.]+)(\.(?:com?\.)?[a-z]{2})$/.exec(ended) ?? []
  for (const provider of providers) {
    const candidate = provider + '.com'
    if (ended === candidate) break
    if (isNear(ended, candidate)) return candidate
    if (name && name !== provider && inCountries.test(provider) && isNear(name, provider)) return provider + country
  }
  return ended
}

/**
 * Returns the email address that a visitor has probably meant, if there is likely a typing error in
 * the domain of what they have typed. It knows the errors that no real domain has, and those that
 * are one letter away from a large provider.
 */
export function likelyAddress(input: string): string | undefined {
  // RFC 5321, section 4.5.3.1.3; a long text would take seconds
  const [, user, domain] = (input.length < 255 && /^(.+@)([^@\s]+)$/.exec(visibleText(input))) || []
  const lowerCase = domain?.toLowerCase()
  const likely = lowerCase && likelyDomain(lowerCase)
  return likely === lowerCase ? undefined : user! + likely
}
