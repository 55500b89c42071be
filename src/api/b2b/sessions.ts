import type { Answer, SessionDuration } from '../entities.ts'
import { call } from '../call.ts'
import { admits, post } from './call.ts'
import type { MemberAuthentication, MemberSignedIn, SessionOptions } from './entities.ts'

export const authenticate = call<Partial<SessionDuration>, MemberSignedIn>('POST /b2b/sessions/authenticate', {
  method: 'session.authenticate',
  needs: { session_duration_minutes: 'number?' },
  signsIn: true,
})

/** Sent without a body; the session is the one of the authorization header. */
export const revoke = call<undefined, Answer>('POST /b2b/sessions/revoke')

/** A trusted token. The tokens of a session are those of one that it is to be added to, where that is not this browser's. */
export interface Attestation extends Partial<SessionDuration> {
  profile_id: string
  token: string
  organization_id?: string
  session_token?: string
  session_jwt?: string
}

/** What of `client.session` asks the provider, but for what the session itself lives by. */
export const session = {
  /** Ends all sessions of a member. */
  revokeForMember: post<{ member_id: string }>('sessions/revoke/:member_id'),
  /** Makes a session in another organization of the same person's. */
  exchange: admits<{ organization_id: string } & SessionOptions, MemberAuthentication>(
    'sessions/exchange',
    'organization_id session_duration_minutes locale?',
  ),
  /** Makes a session of an access token that the project issued to an app. */
  exchangeAccessToken: {
    ...admits<{ access_token: string } & SessionDuration, MemberSignedIn>(
      'sessions/exchange_access_token',
      'access_token=organization_id session_duration_minutes',
    ),
    // the provider's client takes the words of its other exchange for this one
    method: 'session.exchange',
  },
  /** Makes a session of a trusted token: a JWT by someone else, whom the profile says to trust. */
  attest: admits<Attestation, MemberSignedIn>('sessions/attest', 'organization_id? profile_id token session_duration_minutes?'),
}
