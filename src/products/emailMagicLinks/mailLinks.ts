/** The project's domains are whatever its settings or their cached copy hold; half of a surrogate pair, too, has no place in an address. */
const isDomain = (value: unknown): value is string => typeof value === 'string' && /^[^\ud800-\udfff]+$/u.test(value)

/**
 * Where a visitor reads their mail, by row 18: Gmail and Yahoo show only what the project sent, when the domain it sends from is known.
 * `hint` is the host's; else the project's, if it has exactly one.
 */
export function mailLinks(hint: string | undefined, domains: string[]): { gmail: string; yahoo: string; outlook: string } {
  const domain = encodeURIComponent([hint, domains.length === 1 && domains[0]].find(isDomain) || '')
  return {
    gmail: `https://mail.google.com/mail/u/0/#search/${domain && `from%3A%40${domain}%20`}in%3Aanywhere`,
    yahoo: 'https://mail.yahoo.com/d/search/' + (domain ? `keyword=${domain}` : 'referrer=unread'),
    outlook: 'https://outlook.office.com/mail/0/inbox',
  }
}
