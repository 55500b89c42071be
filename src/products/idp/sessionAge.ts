import { confirmedAt, type ProvenSession } from '../../api/confirmedAt.ts'
import { text } from '../../api/kinds.ts'

/**
 * How long ago a log-in may be that counts as made for this request, in seconds. The host's page
 * may have been left and opened again for it, by a link in a mail.
 */
const MADE_FOR_THIS = 60

/**
 * Returns the age that an app allows a log-in to have (OpenID Connect Core, section 3.1.2.1), in
 * seconds: by `max_age`, or by `prompt=login`.
 */
export function ageLimit(query: URLSearchParams): number {
  const maxAge = query.get('max_age') || ''
  return query.get('prompt')?.split(' ').includes('login') ? 0 : /^\d+$/.test(maxAge) ? +maxAge : Infinity
}

/**
 * Returns whether an app asks for a log-in that is newer than that of this session. Both times are
 * the server's, so the browser's clock does not matter.
 */
export function isTooOld(session: ProvenSession & { last_accessed_at?: unknown }, query: URLSearchParams): boolean {
  const age = Date.parse(text(session.last_accessed_at) as string) - Date.parse(confirmedAt(session))
  return age > Math.max(ageLimit(query), MADE_FOR_THIS) * 1000
}
