/** The calls of clients that read, extend, exchange and end a member's session. */
import * as v from 'valibot'
import * as api from '../../../api/b2b/sessions.ts'
import type { Parts } from '../parts.ts'
import { noBody, optionalText, sessionDuration } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { BaseMemberParts } from './baseParts.ts'
import { withoutBody } from './callBodies.ts'
import { endsInSession, type Bearer, type Lasting } from './sessions.ts'

const duration = v.optional(sessionDuration)

/** How a member signs in with the access token that the project has issued to an app. */
export const createAccessTokenExchange =
  ({ organizations, sessions, authorizations }: BaseMemberParts & Pick<Parts, 'authorizations'>) =>
  async ({ access_token, session_duration_minutes }: Lasting & { access_token: string }, bearer: Bearer) => {
    // The token can be a user's.
    const { account: member, proof } = await authorizations.exchange(access_token, organizations.members.byId)
    return sessions.signIn(bearer, member, [proof], { session_duration_minutes })
  }

export type AccessTokenExchange = ReturnType<typeof createAccessTokenExchange>

export const serveMemberSessions = (
  { on }: Router,
  { organizations, sessions, permissions, exchangeAccessToken }: BaseMemberParts & { exchangeAccessToken: AccessTokenExchange },
) => {
  const { members } = organizations

  on(api.authenticate, v.object({ session_duration_minutes: duration }), ({ session_duration_minutes }, request) =>
    sessions.touch(request, session_duration_minutes),
  )

  on(api.revoke, noBody, (_, request) => {
    sessions.revoke(sessions.require(request).token)
    return {}
  })

  on(withoutBody(api.session.revokeForMember), noBody, (_, request) => {
    const actor = sessions.require(request)
    permissions.check(actor, ['stytch.member', 'revoke-sessions'])
    sessions.revokeAll(members.require(actor.organization.organization_id, request.params.member_id ?? '').member_id)
    return {}
  })

  const exchange = v.object({ organization_id: v.string(), session_duration_minutes: sessionDuration, locale: optionalText })
  on(api.session.exchange, exchange, ({ organization_id, session_duration_minutes }, request) => {
    return sessions.exchange(request, organizations.require(organization_id), { session_duration_minutes })
  })

  const accessTokenExchange = v.object({ access_token: v.string(), session_duration_minutes: sessionDuration })
  on(api.session.exchangeAccessToken, accessTokenExchange, async (body, request) => endsInSession(await exchangeAccessToken(body, request)))

  // No trusted token profile covers members.
  const attestation = v.object({
    profile_id: v.string(),
    token: v.string(),
    organization_id: optionalText,
    session_token: optionalText,
    session_jwt: optionalText,
    session_duration_minutes: duration,
  })
  on(api.session.attest, attestation, () => refuse('trusted_token_profile_not_found'))
}
