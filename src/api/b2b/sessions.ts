import type { Answer, SessionDuration } from '../entities.ts'
import { call } from '../call.ts'
import { post, signIn } from './call.ts'
import type { MemberAuthentication, MemberSignedIn, SessionOptions } from './entities.ts'

export const authenticate = call<Partial<SessionDuration>, MemberSignedIn>('POST /b2b/sessions/authenticate', {
  method: 'session.authenticate',
  needs: { session_duration_minutes: 'number?' },
  signsIn: true,
})

/** Ends the session in the Authorization header. Has no body. */
export const revoke = call<undefined, Answer>('POST /b2b/sessions/revoke')

/** A trusted token: a JWT of an issuer that the project trusts. */
export interface Attestation extends Partial<SessionDuration> {
  /** The id of the project's trusted token profile for that issuer. */
  profile_id: string
  /** The JWT. */
  token: string
  /** The organization to sign in to. Default: the one that the token names. */
  organization_id?: string
  /** The token of the session to add to, if it is not the session of this browser. */
  session_token?: string
  /** The JWT of the session to add to, if it is not the session of this browser. */
  session_jwt?: string
}

/** The methods of `client.session` that call the provider, except `authenticate` and `revoke`. */
export const session = {
  /** Ends all sessions of a member. The role of the member who is signed in has to allow it. */
  revokeForMember: post('sessions/revoke/:member_id')<{
    /** The member's id. */
    member_id: string
  }>({ noBody: true }),
  /** Signs the member in to another of their organizations, and replaces the session. */
  exchange: signIn('sessions/exchange')<
    {
      /** The id of that organization. */
      organization_id: string
    } & SessionOptions,
    MemberAuthentication
  >({
    needs: { organization_id: 'string', session_duration_minutes: 'number', locale: 'string?' },
  }),
  /** Creates a session from an access token that the project has issued to an app of yours. */
  exchangeAccessToken: signIn('sessions/exchange_access_token')<
    {
      /** The access token. */
      access_token: string
    } & SessionDuration,
    MemberSignedIn
  >({
    // the messages of the provider's SDK use the names of `exchange` here, too
    method: 'session.exchange',
    needs: { access_token: ['string', 'organization_id'], session_duration_minutes: 'number' },
  }),
  /** Creates a session from a trusted token. */
  attest: signIn('sessions/attest')<Attestation, MemberSignedIn>({
    needs: { organization_id: 'string?', profile_id: 'string', token: 'string', session_duration_minutes: 'number?' },
  }),
}
