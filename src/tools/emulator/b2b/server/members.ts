import * as v from 'valibot'
import { emailAddress, noBody, optionalText } from '../../requests/fields.ts'
import { metadata } from '../../state/metadata.ts'
import { refuse } from '../../requests/refusal.ts'
import { emailUpdate, memberUpdate, newMember, retiredAddress } from '../organizationFields.ts'
import type { OrganizationCall } from '../permissions.ts'
import { searchBody } from '../search.ts'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

/** The fields of a member that only a server can set. */
const ofServers = { trusted_metadata: metadata, external_id: optionalText }

export const serveMembers = ({ call, managing, actorOf, checkTenant }: ServerCalls, { organizations, administration }: MemberParts) => {
  const { members } = organizations
  const all = '/organizations/:organization_id/members'
  const one = `${all}/:member_id`

  managing(`POST ${all}`, v.object({ ...newMember, ...ofServers }), (body, { actor, organization }) =>
    administration.createMember(actor, organization, body),
  )

  const who = v.object({ member_id: optionalText, email_address: v.optional(emailAddress) })
  managing('GET /organizations/:organization_id/member', who, ({ member_id, email_address }, { organization: { organization_id } }) => {
    if ((member_id === undefined) === (email_address === undefined)) refuse('invalid_member_get_fields')
    return organizations.answerAbout(
      member_id === undefined
        ? (members.withEmail(organization_id, email_address!) ?? refuse('member_not_found'))
        : members.require(organization_id, member_id),
    )
  })

  call(
    'GET /organizations/members/dangerously_get/:member_id',
    v.object({ include_deleted: optionalText }),
    ({ include_deleted }, { params: { member_id = '' } }) => {
      const member = members.byId(member_id)
      return member && (member.status !== 'deleted' || include_deleted === 'true')
        ? organizations.answerAbout(member)
        : refuse('member_not_found')
    },
  )

  call(
    'POST /organizations/members/search',
    v.object({ ...searchBody.entries, organization_ids: v.array(v.string()) }),
    async (body, request) => {
      const { organization_ids, ...search } = body
      const actor = await actorOf(request)
      if (organization_ids.length === 0) refuse('member_search_organization_ids_empty')
      const among = organization_ids.map((id) => organizations.require(id))
      for (const organization of among) checkTenant(actor, organization)
      return administration.search(actor, [...new Set(among)], search)
    },
  )

  managing(`PUT ${one}`, v.object({ ...memberUpdate, ...ofServers }), (body, call) => administration.updateMember(...about(call), body))
  managing(`DELETE ${one}`, noBody, (_, call) => administration.deleteMember(...about(call)))
  managing(`DELETE ${one}/external_id`, noBody, (_, call) => administration.removeExternalId(...about(call)))
  managing(`PUT ${one}/reactivate`, noBody, (_, { actor, organization, params }) =>
    administration.reactivate(actor, members.require(organization.organization_id, params.member_id ?? '', true)),
  )
  managing(`DELETE ${all}/passwords/:member_password_id`, noBody, (_, { actor, organization, params }) =>
    administration.removePassword(actor, organization, params.member_password_id ?? ''),
  )
  managing(`DELETE ${all}/mfa_phone_numbers/:member_id`, noBody, (_, call) => administration.removePhone(...about(call)))
  managing(`DELETE ${one}/totp`, noBody, (_, call) => administration.removeTotp(...about(call)))
  managing(`POST ${one}/unlink_retired_email`, retiredAddress, (body, call) => ({
    ...administration.unlinkEmail(...about(call), body),
    organization_id: call.organization.organization_id,
  }))
  managing(`POST ${one}/start_email_update`, emailUpdate, (body, call, request) =>
    administration.startEmailUpdate(...about(call), body, request),
  )
  managing(`GET ${one}/connected_apps`, noBody, (_, call) => administration.appsOf(...about(call)))
  managing(`POST ${one}/connected_apps/:connected_app_id/revoke`, noBody, (_, call) =>
    administration.revokeApp(...about(call), call.params.connected_app_id ?? ''),
  )

  // The stand-in pages of other providers hand out no tokens that could be stored.
  managing(`GET ${one}/oidc_providers`, v.looseObject({}), (_, call) => {
    about(call)
    return refuse('member_oidc_token_not_found')
  })
  managing(`GET ${one}/oauth_providers/:provider`, v.looseObject({}), (_, call) => {
    about(call)
    return refuse('member_oauth_token_not_found')
  })

  /** Returns who makes a call, and about which member. */
  function about({ actor, organization, params }: OrganizationCall) {
    return [actor, members.require(organization.organization_id, params.member_id ?? '')] as const
  }
}
