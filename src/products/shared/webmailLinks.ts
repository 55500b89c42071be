/** A mail service that many visitors use. */
export interface Webmail {
  name: 'Gmail' | 'Yahoo' | 'Outlook'
  href: string
}

/** The domains of each service's addresses. */
const domains: Record<Webmail['name'], RegExp> = {
  Gmail: /^(gmail|googlemail)\.com$/,
  Yahoo: /^(yahoo(\.\w+)+|ymail\.com)$/,
  Outlook: /^(outlook|hotmail|live|msn)(\.\w+)+$/,
}

/**
 * Returns whether a value is a possible domain: settings and their cached copy may contain
 * anything, and encodeURIComponent throws if it gets half of a surrogate pair.
 */
const isDomain = (value: unknown): value is string => typeof value === 'string' && /^[^\ud800-\udfff]+$/u.test(value)

/** Returns the name of the service that `email` is an address of, if it is one of the three. */
export const webmailOf = (email: string): Webmail['name'] | undefined => {
  const domain = email.split('@').pop()!.toLowerCase()
  return (Object.keys(domains) as Webmail['name'][]).find((name) => domains[name].test(domain))
}

/**
 * Returns links to the webmail of three services; the one that `email` is an address of comes
 * first. Gmail and Yahoo show only the emails of the project if its domain is known: that is
 * `hint`, from the host, or else the only one in `senders`, from the project's settings.
 */
export function webmailLinks(email: string, hint: string | undefined, senders: string[]): Webmail[] {
  const domain = encodeURIComponent([hint, senders.length === 1 && senders[0]].find(isDomain) || '')
  const own = webmailOf(email)
  const links: Webmail[] = [
    { name: 'Gmail', href: `https://mail.google.com/mail/u/0/#search/${domain && `from%3A%40${domain}%20`}in%3Aanywhere` },
    { name: 'Yahoo', href: 'https://mail.yahoo.com/d/search/' + (domain ? `keyword=${domain}` : 'referrer=unread') },
    { name: 'Outlook', href: 'https://outlook.office.com/mail/0/inbox' },
  ]
  return links.sort((a, b) => +(b.name === own) - +(a.name === own))
}
