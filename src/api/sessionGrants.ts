/** Sessions that are made of someone else's token. */
import { call } from './call.ts'
import type { Authenticated, SessionDuration } from './entities.ts'

/** Makes a session of an access token that the identity provider issued to an app of one's own. */
export const exchangeAccessToken = call<{ access_token: string } & SessionDuration, Authenticated>('POST /sessions/exchange_access_token', {
  method: 'session.exchangeAccessToken',
  needs: { access_token: 'string', session_duration_minutes: 'number' },
  signsIn: true,
})

/** Makes a session of a trusted token: a JWT that someone else signed, whom the profile says to trust. */
export const attest = call<
  { profile_id: string; token: string; session_token?: string; session_jwt?: string } & Partial<SessionDuration>,
  Authenticated
>('POST /sessions/attest', {
  method: 'session.attest',
  needs: { profile_id: 'string', token: 'string', session_duration_minutes: 'number?' },
  signsIn: true,
  whole: true,
})
