import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import * as v from 'valibot'
import * as api from '../api/sessionGrants.ts'
import { emailAddress, sessionDuration } from './fields.ts'
import type { Provider } from './provider.ts'
import { refuse } from './refusal.ts'

/** Whose word the project takes for who a visitor is: JWTs of an issuer, signed with one of these keys, with an `email` claim. */
export interface TokenProfile {
  profile_id: string
  /** Public keys (RFC 7517). */
  jwks: { keys: Record<string, unknown>[] }
  /** Each is checked if it is given. */
  issuer?: string
  audience?: string
}

/** Spec section 9: a session made of a trusted token. */
const ATTESTED_MINUTES = 60

const attestation = v.object({
  profile_id: v.string(),
  token: v.string(),
  session_token: v.optional(v.string()),
  session_jwt: v.optional(v.string()),
  session_duration_minutes: v.optional(sessionDuration),
})

const exchange = v.object({ access_token: v.string(), session_duration_minutes: sessionDuration })

export const serveSessionGrants = ({ on, clock, users, sessions, signer, connectedApps, accessTokens, tokenProfiles }: Provider) => {
  on(api.attest, attestation, async ({ profile_id, token, session_token, session_duration_minutes = ATTESTED_MINUTES }, request) => {
    const { jwks, issuer, audience } = tokenProfiles.get(profile_id) ?? refuse('trusted_token_profile_not_found')
    const options = { issuer, audience, currentDate: new Date(clock.now()) }
    const payload = await jwtVerify(token, createLocalJWKSet(jwks as unknown as JSONWebKeySet), options).then(
      (verified) => verified.payload,
      () => refuse('invalid_trusted_token'),
    )
    const { success, output: email } = v.safeParse(v.string(), payload.email)
    if (!success) return refuse('invalid_trusted_token')
    const address = v.parse(emailAddress, email)
    const user = users.withEmail(address) ?? users.create()
    users.verifyEmail(user, address)
    const proof = {
      type: 'trusted_auth_token',
      delivery_method: 'trusted_token_exchange',
      trusted_auth_token_factor: { token_id: payload.jti ?? '' },
    }
    return sessions.signIn({ ...request, sessionToken: session_token ?? request.sessionToken }, user, proof, session_duration_minutes)
  })

  on(api.exchangeAccessToken, exchange, async ({ access_token, session_duration_minutes }, request) => {
    const { jti } = (await signer.read(access_token)) ?? refuse('invalid_access_token')
    const { user, client_id, grant } = accessTokens.find(jti ?? '') ?? refuse('invalid_access_token')
    // The user may have shown the app out since.
    if (connectedApps.grantOf(user, client_id) !== grant) refuse('invalid_access_token')
    const proof = {
      type: 'oauth_access_token_exchange',
      delivery_method: 'oauth_access_token_exchange',
      oauth_access_token_exchange_factor: { client_id },
    }
    return sessions.signIn(request, user, proof, session_duration_minutes)
  })
}
