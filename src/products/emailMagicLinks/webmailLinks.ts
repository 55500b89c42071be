/** Whether a value is a possible domain: settings and their cached copy may contain anything, and encodeURIComponent throws if it gets half of a surrogate pair. */
const isDomain = (value: unknown): value is string => typeof value === 'string' && /^[^\ud800-\udfff]+$/u.test(value)

/**
 * Returns links to the webmail of three services. Gmail and Yahoo show only the emails of the project if its domain is known: that is `hint`, from the host, or else
 * the only one in `domains`, from the project's settings.
 */
export function webmailLinks(hint: string | undefined, domains: string[]): { gmail: string; yahoo: string; outlook: string } {
  const domain = encodeURIComponent([hint, domains.length === 1 && domains[0]].find(isDomain) || '')
  return {
    gmail: `https://mail.google.com/mail/u/0/#search/${domain && `from%3A%40${domain}%20`}in%3Aanywhere`,
    yahoo: 'https://mail.yahoo.com/d/search/' + (domain ? `keyword=${domain}` : 'referrer=unread'),
    outlook: 'https://outlook.office.com/mail/0/inbox',
  }
}
