import * as v from 'valibot'
import { refuse } from '../requests/refusal.ts'

/**
 * Fields that name a session: the token, or the JWT, of which the provider accepts one that has
 * expired.
 */
export const sessionNames = { session_token: v.optional(v.string()), session_jwt: v.optional(v.string()) }

/** Which session a server means. */
export interface SessionNames {
  session_token?: string
  session_jwt?: string
}

/**
 * Returns the session that a server names, or undefined if it names none. Refuses two names, and a
 * session that is not alive.
 */
export const findSession = async <Session>(
  sessions: { bearing: (names: SessionNames) => Promise<Session | undefined> },
  { session_token, session_jwt }: SessionNames,
): Promise<Session | undefined> => {
  if (session_token !== undefined && session_jwt !== undefined) refuse('too_many_session_arguments')
  if (session_token === undefined && session_jwt === undefined) return undefined
  return (await sessions.bearing({ session_token, session_jwt })) ?? refuse('session_not_found')
}
