import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'

export const authenticate = call<Partial<SessionDuration>, Authenticated>('POST /sessions/authenticate', {
  method: 'session.authenticate',
  needs: { session_duration_minutes: 'number?' },
  signsIn: true,
})

/** Sent without a body; the session is the one of the authorization header. */
export const revoke = call<undefined, Answer>('POST /sessions/revoke')
