import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'

/** Asks whether the session is valid, and extends it. */
export const authenticate = call<Partial<SessionDuration>, Authenticated>('POST /sessions/authenticate', {
  method: 'session.authenticate',
  needs: { session_duration_minutes: 'number?' },
  signsIn: true,
  confirms: true,
})

/** Ends the session in the Authorization header. Has no body. */
export const revoke = call<undefined, Answer>('POST /sessions/revoke')
