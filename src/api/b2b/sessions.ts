import type { Answer, SessionDuration } from '../entities.ts'
import { call } from '../call.ts'
import { post, signIn } from './call.ts'
import type { MemberAuthentication, MemberSignedIn, SessionOptions } from './entities.ts'

export const authenticate = call<Partial<SessionDuration>, MemberSignedIn>('POST /b2b/sessions/authenticate', {
  method: 'session.authenticate',
  needs: { session_duration_minutes: 'number?' },
  signsIn: true,
})

/** Sent without a body; the session is the one of the authorization header. */
export const revoke = call<undefined, Answer>('POST /b2b/sessions/revoke')

/** A trusted token: a JWT that somebody else signed, whom the project trusts. */
export interface Attestation extends Partial<SessionDuration> {
  /** The trusted token profile of the project that says whom to trust. */
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

/** What of `client.session` asks the provider, but for what the session itself lives by. */
export const session = {
  /** Ends all sessions of a member. The role of the member who is signed in has to allow it. */
  revokeForMember: post('sessions/revoke/:member_id')<{
    /** The member's id. */
    member_id: string
  }>({ noBody: true }),
  /** Signs the member in to another organization of theirs, in place of this one. */
  exchange: signIn('sessions/exchange')<
    {
      /** The id of that organization. */
      organization_id: string
    } & SessionOptions,
    MemberAuthentication
  >({
    needs: { organization_id: 'string', session_duration_minutes: 'number', locale: 'string?' },
  }),
  /** Makes a session of an access token that the project has issued to an app of yours. */
  exchangeAccessToken: signIn('sessions/exchange_access_token')<
    {
      /** The access token. */
      access_token: string
    } & SessionDuration,
    MemberSignedIn
  >({
    // the provider's own client says in its messages what it says of the other exchange
    method: 'session.exchange',
    needs: { access_token: ['string', 'organization_id'], session_duration_minutes: 'number' },
  }),
  /** Makes a session of a trusted token. */
  attest: signIn('sessions/attest')<Attestation, MemberSignedIn>({
    needs: { organization_id: 'string?', profile_id: 'string', token: 'string', session_duration_minutes: 'number?' },
  }),
}
