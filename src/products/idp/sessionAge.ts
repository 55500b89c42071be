import { objects } from '../../api/listOfObjects.ts'
import { text } from '../../api/kinds.ts'

/**
 * How long ago a log-in may be that counts as made for this request, in seconds. The host's page
 * may have been left and opened again for it, by a link in a mail.
 */
const MADE_FOR_THIS = 60

/** What is read of a session. Nobody has checked its fields: it may come from a cache. */
interface Session {
  started_at?: unknown
  last_accessed_at?: unknown
  authentication_factors?: unknown
}

/**
 * How old the log-in may be that an app asks for (OpenID Connect Core, section 3.1.2.1), in
 * seconds: by `max_age`, or by `prompt=login`.
 */
export function ageLimit(query: URLSearchParams): number {
  const maxAge = query.get('max_age') || ''
  return query.get('prompt')?.split(' ').includes('login') ? 0 : /^\d+$/.test(maxAge) ? +maxAge : Infinity
}

/**
 * Whether an app asks for a log-in that is newer than that of this session. Both times are the
 * server's, so the browser's clock does not matter.
 */
export function isTooOld({ started_at, last_accessed_at, authentication_factors }: Session, query: URLSearchParams): boolean {
  const logIns = [
    started_at,
    ...objects<{ last_authenticated_at?: unknown }>(authentication_factors).map((factor) => factor.last_authenticated_at),
  ]
    .map((time) => Date.parse(text(time) as string))
    .filter(Boolean)
  const age = Date.parse(text(last_accessed_at) as string) - Math.max(...logIns)
  return logIns.length > 0 && age > Math.max(ageLimit(query), MADE_FOR_THIS) * 1000
}
