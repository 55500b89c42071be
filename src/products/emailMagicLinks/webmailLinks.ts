/** Settings and their cached copy may hold anything as a domain; half of a surrogate pair would make encodeURIComponent throw. */
const isDomain = (value: unknown): value is string => typeof value === 'string' && /^[^\ud800-\udfff]+$/u.test(value)

/**
 * Links into the web mail of three providers. Gmail and Yahoo show only what the project sent, if its domain is known: `hint` is the host's; without it the
 * project's domain counts, if there is exactly one in `domains`.
 */
export function webmailLinks(hint: string | undefined, domains: string[]): { gmail: string; yahoo: string; outlook: string } {
  const domain = encodeURIComponent([hint, domains.length === 1 && domains[0]].find(isDomain) || '')
  return {
    gmail: `https://mail.google.com/mail/u/0/#search/${domain && `from%3A%40${domain}%20`}in%3Aanywhere`,
    yahoo: 'https://mail.yahoo.com/d/search/' + (domain ? `keyword=${domain}` : 'referrer=unread'),
    outlook: 'https://outlook.office.com/mail/0/inbox',
  }
}
