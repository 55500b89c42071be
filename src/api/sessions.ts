import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'

/**
 * Asks whether the session is valid, and extends it. `session_optional`: if there is none, a host's
 * own server answers with `session: null`, which is no refusal.
 */
export const authenticate = call<Partial<SessionDuration> & { session_optional?: boolean }, Authenticated>('POST /sessions/authenticate', {
  method: 'session.authenticate',
  needs: { session_duration_minutes: 'number?' },
  signsIn: true,
  confirms: true,
})

/** Ends the session in the Authorization header. Has no body. */
export const revoke = call<undefined, Answer>('POST /sessions/revoke')
