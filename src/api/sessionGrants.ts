/** Calls that create a session from another issuer's token. */
import { call } from './call.ts'
import type { Authenticated, SessionDuration } from './entities.ts'

/**
 * Creates a session from an access token that this project, as an identity provider, issued to one
 * of your apps.
 */
export const exchangeAccessToken = call<{ access_token: string } & SessionDuration, Authenticated>('POST /sessions/exchange_access_token', {
  method: 'session.exchangeAccessToken',
  needs: { access_token: 'string', session_duration_minutes: 'number' },
  signsIn: true,
})

/** Creates a session from a trusted token: a JWT of an issuer that the profile trusts. */
export const attest = call<
  { profile_id: string; token: string; session_token?: string; session_jwt?: string } & Partial<SessionDuration>,
  Authenticated
>('POST /sessions/attest', {
  method: 'session.attest',
  needs: { profile_id: 'string', token: 'string', session_duration_minutes: 'number?' },
  signsIn: true,
  whole: true,
})
