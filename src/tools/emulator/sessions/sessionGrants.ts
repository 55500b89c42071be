import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import * as v from 'valibot'
import * as api from '../../../api/sessionGrants.ts'
import { emailAddress, sessionDuration } from '../requests/fields.ts'
import type { Authorizations } from '../openid/authorizations.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Proof } from './sessions.ts'
import type { BaseParts } from '../baseParts.ts'

/**
 * An issuer that the project trusts to identify visitors: its JWTs are signed with one of these
 * keys and have a claim `email`.
 */
export interface TokenProfile {
  /** The id that a client passes to `session.attest`. */
  profile_id: string
  /** The public keys, as a JWKS (RFC 7517). */
  jwks: {
    /** The keys, as JWKs. */
    keys: Record<string, unknown>[]
  }
  /** Expected claim `iss`. Default: not checked. */
  issuer?: string
  /** Expected claim `aud`. Default: not checked. */
  audience?: string
}

/** The profiles that the project trusts, by their id. */
export type TokenProfiles = Map<string, TokenProfile>

/** How long a session lasts that begins with a trusted token, if its call does not say. */
const ATTESTED_MINUTES = 60

const attestation = v.object({
  profile_id: v.string(),
  token: v.string(),
  session_token: v.optional(v.string()),
  session_jwt: v.optional(v.string()),
  session_duration_minutes: v.optional(sessionDuration),
})

const exchange = v.object({ access_token: v.string(), session_duration_minutes: sessionDuration })

/** Finds the user of a trusted token or an app's access token. */
export const createSessionGrants = ({
  clock,
  users,
  authorizations,
  tokenProfiles,
}: BaseParts & { authorizations: Authorizations; tokenProfiles: TokenProfiles }) => ({
  /** Verifies a token of another issuer. Its user is created if necessary. */
  attest: async (profile_id: string, token: string) => {
    const { jwks, issuer, audience } = tokenProfiles.get(profile_id) ?? refuse('trusted_token_profile_not_found')
    const options = { issuer, audience, currentDate: new Date(clock.now()) }
    const payload = await jwtVerify(token, createLocalJWKSet(jwks as unknown as JSONWebKeySet), options).then(
      (result) => result.payload,
      () => refuse('invalid_trusted_auth_token'),
    )
    const { success, output: email } = v.safeParse(v.string(), payload.email)
    if (!success) return refuse('invalid_trusted_auth_token')
    const address = v.parse(emailAddress, email)
    const user = users.withEmail(address) ?? users.create()
    users.verifyEmail(user, address)
    const proof: Proof = {
      type: 'trusted_auth_token',
      delivery_method: 'trusted_token_exchange',
      trusted_auth_token_factor: { token_id: payload.jti ?? '' },
    }
    return { user, proof }
  },

  /** Verifies an access token of this project. */
  exchange: async (access_token: string) => {
    // The token can be a member's.
    const { account: user, proof } = await authorizations.exchange(access_token, users.byId)
    return { user, proof }
  },
})

export type SessionGrants = ReturnType<typeof createSessionGrants>

/** Serves the calls that begin a session with a trusted token or with an app's access token. */
export const serveSessionGrants = ({ on }: Router, { sessions, sessionGrants }: BaseParts & { sessionGrants: SessionGrants }) => {
  on(api.attest, attestation, async ({ profile_id, token, session_token, session_duration_minutes = ATTESTED_MINUTES }, request) => {
    const { user, proof } = await sessionGrants.attest(profile_id, token)
    return sessions.signIn({ ...request, sessionToken: session_token ?? request.sessionToken }, user, proof, session_duration_minutes)
  })

  on(api.exchangeAccessToken, exchange, async ({ access_token, session_duration_minutes }, request) => {
    const { user, proof } = await sessionGrants.exchange(access_token)
    return sessions.signIn(request, user, proof, session_duration_minutes)
  })
}
