import * as v from 'valibot'
import { sessionDuration } from '../fields.ts'
import { refuse } from '../refusal.ts'
import type { Router } from '../router.ts'
import type { Sessions } from '../sessions.ts'
import type { Users } from '../users.ts'

/** Fields that name a session: the token, or the JWT, of which the provider accepts one that has expired. */
const bearer = { session_token: v.optional(v.string()), session_jwt: v.optional(v.string()) }

interface Needs {
  users: Users
  sessions: Sessions
}

/** Serves the calls by which a server checks, lists and ends the sessions of users. */
export const serveSessions = ({ server }: Router, { users, sessions }: Needs) => {
  server('GET /sessions', v.object({ user_id: v.string() }), ({ user_id }) => ({
    sessions: sessions.of(users.byId(user_id) ?? refuse('user_not_found')),
  }))

  server(
    'POST /sessions/authenticate',
    v.object({ ...bearer, session_duration_minutes: v.optional(sessionDuration) }),
    async ({ session_duration_minutes, ...given }) => {
      const { token } = (await sessions.bearing(given)) ?? refuse('session_not_found')
      return sessions.touch(token, session_duration_minutes)
    },
  )

  server('POST /sessions/revoke', v.object({ ...bearer, session_id: v.optional(v.string()) }), async ({ session_id, ...given }) => {
    const found = session_id === undefined ? await sessions.bearing(given) : sessions.byId(session_id)
    sessions.revoke((found ?? refuse('session_not_found')).token)
    return {}
  })
}
