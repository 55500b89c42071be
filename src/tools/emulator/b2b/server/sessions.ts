import * as v from 'valibot'
import { refuse } from '../../requests/refusal.ts'
import { sessionNames } from '../../server/sessionNames.ts'
import { memberNames, type ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

export const serveSessions = (
  { call, sessionOf, requireMember, signingIn, actorOf, checkTenant }: ServerCalls,
  { organizations, sessions, permissions, exchangeAccessToken }: MemberParts,
) => {
  call('GET /sessions', v.object(memberNames), (names) => ({ member_sessions: sessions.of(requireMember(names).member_id) }))

  const authorization_check = v.optional(v.object({ organization_id: v.string(), resource_id: v.string(), action: v.string() }))
  signingIn('POST /sessions/authenticate', v.object({ authorization_check }), async (body, bearer) => {
    if (bearer.sessionToken === undefined) refuse('no_session_arguments')
    const current = sessions.require(bearer)
    const verdict = body.authorization_check && authorize(body.authorization_check)
    return { ...(await sessions.touch(bearer, body.session_duration_minutes)), ...(verdict && { verdict }) }

    function authorize({ organization_id, resource_id, action }: { organization_id: string; resource_id: string; action: string }) {
      const { member, organization } = current
      checkTenant(current, organizations.require(organization_id))
      const roles = member.roles.map(({ role_id }) => role_id)
      const granting_roles = permissions.rolesGranting(roles, organization, resource_id, action)
      return granting_roles.length > 0 ? { authorized: true, granting_roles } : refuse('session_authorization_error')
    }
  })

  call(
    'POST /sessions/revoke',
    v.object({ ...sessionNames, member_session_id: v.optional(v.string()), member_id: v.optional(v.string()) }),
    async ({ member_session_id, member_id, ...names }, request) => {
      const identifiers = [member_session_id, member_id, names.session_token, names.session_jwt].filter((name) => name !== undefined)
      if (identifiers.length === 0) refuse('no_session_revoke_arguments')
      if (identifiers.length > 1) refuse('too_many_session_revoke_arguments')
      const actor = await actorOf(request)
      const entry =
        member_session_id === undefined ? await sessionOf(names) : (sessions.byId(member_session_id) ?? refuse('session_not_found'))
      const member = entry?.member ?? organizations.members.byId(member_id ?? '') ?? refuse('member_not_found')
      checkTenant(actor, member)
      permissions.check(actor, ['stytch.member', 'revoke-sessions'], member)
      if (entry) sessions.revoke(entry.token)
      else sessions.revokeAll(member.member_id)
      return {}
    },
  )

  signingIn(
    'POST /sessions/exchange',
    v.object({ organization_id: v.string() }),
    ({ organization_id, session_duration_minutes }, bearer) => {
      if (bearer.sessionToken === undefined) refuse('no_session_arguments')
      return sessions.exchange(bearer, organizations.require(organization_id), { session_duration_minutes })
    },
  )

  signingIn('POST /sessions/exchange_access_token', v.object({ access_token: v.string() }), exchangeAccessToken)

  // No trusted token profile covers members, and no other system has sessions.
  signingIn('POST /sessions/attest', v.object({ profile_id: v.string(), token: v.string() }), () =>
    refuse('trusted_token_profile_not_found'),
  )
  call('POST /sessions/migrate', v.looseObject({ session_token: v.string(), organization_id: v.string() }), () =>
    refuse('migrate_from_external_missing_userinfo'),
  )
}
