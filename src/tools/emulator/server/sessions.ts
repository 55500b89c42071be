import * as v from 'valibot'
import { customClaims } from '../sessions/customClaims.ts'
import { sessionDuration } from '../requests/fields.ts'
import { SESSION_MINUTES } from '../sessions/impersonation.ts'
import { grantingRoles } from '../sessions/permissions.ts'
import { ofUsers, policyWith } from '../sessions/policy.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { sessionNames } from './sessionNames.ts'
import { signInFields } from './signIn.ts'
import type { ServerParts } from './parts.ts'

const authentication = v.object({
  ...sessionNames,
  session_duration_minutes: v.optional(sessionDuration),
  session_custom_claims: customClaims,
  authorization_check: v.optional(v.object({ resource_id: v.string(), action: v.string() })),
})

export const serveSessions = (
  { server }: Router,
  { project, users, sessions, sessionGrants, impersonate, serverSignIn, userView, sandbox }: ServerParts,
) => {
  server('GET /sessions', v.object({ user_id: v.string() }), ({ user_id }) => ({ sessions: sessions.of(users.require(user_id).user_id) }))

  server('POST /sessions/authenticate', authentication, async ({ session_duration_minutes, session_custom_claims, ...body }) => {
    await sandbox.session(body.session_token)
    const { token, user } = await serverSignIn.require(body)
    const check = body.authorization_check
    const granting_roles = check && grantingRoles(policyWith(ofUsers, project), user.roles, check.resource_id, check.action)
    if (granting_roles?.length === 0) refuse('consumer_session_authorization_error')
    const { user_id, ...answer } = await sessions.touch(token, session_duration_minutes, session_custom_claims)
    return { ...answer, user: userView(user), ...(granting_roles && { verdict: { authorized: true, granting_roles } }) }
  })

  server('POST /sessions/revoke', v.object({ ...sessionNames, session_id: v.optional(v.string()) }), async ({ session_id, ...body }) => {
    const count = [session_id, body.session_token, body.session_jwt].filter((one) => one !== undefined).length
    if (count !== 1) refuse(count === 0 ? 'no_session_revoke_arguments' : 'too_many_session_revoke_arguments')
    const entry = session_id === undefined ? await sessions.bearing(body) : sessions.byId(session_id)
    sessions.revoke((entry ?? refuse('session_not_found')).token)
    return {}
  })

  const attestation = v.object({ ...signInFields, profile_id: v.string(), token: v.string() })
  server('POST /sessions/attest', attestation, (body, request) =>
    serverSignIn.signIn(body, request, () => sessionGrants.attest(body.profile_id, body.token)),
  )

  server('POST /sessions/exchange_access_token', v.object({ ...signInFields, access_token: v.string() }), (body, request) =>
    serverSignIn.signIn(body, request, () => sessionGrants.exchange(body.access_token)),
  )

  server('POST /impersonation/authenticate', v.object({ impersonation_token: v.string() }), ({ impersonation_token }, request) =>
    serverSignIn.signIn({ session_duration_minutes: SESSION_MINUTES }, request, () => impersonate(impersonation_token)),
  )

  // The provider would call the UserInfo endpoint of the host's earlier provider.
  server('POST /sessions/migrate', v.object({ session_token: v.string() }), () => refuse('migrate_from_external_missing_userinfo'))
}
