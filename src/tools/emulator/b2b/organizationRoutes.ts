import * as v from 'valibot'
import * as api from '../../../api/b2b/organizations.ts'
import { emailAddress, noBody } from '../requests/fields.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import { withoutBody, withBodyLeftByPath } from './callBodies.ts'
import { emailUpdate, memberUpdate, newMember, organizationUpdate, retiredAddress } from './organizationFields.ts'
import type { Organization } from './organizations.ts'
import { searchBody } from './search.ts'
import type { MemberParts } from './parts.ts'

/**
 * The fields of an organization that anybody can read: what a visitor needs in order to sign in.
 */
const publicFields = new Set([
  'organization_id',
  'organization_name',
  'organization_slug',
  'organization_logo_url',
  'sso_active_connections',
  'sso_default_connection_id',
  'auth_methods',
  'allowed_auth_methods',
  'mfa_methods',
  'allowed_mfa_methods',
  'mfa_policy',
  'oauth_tenant_jit_provisioning',
  'allowed_oauth_tenants',
  'email_jit_provisioning',
  'email_allowed_domains',
])

export const serveOrganizations = ({ on }: Router, { organizations, sessions, administration }: MemberParts) => {
  const { members } = organizations

  on(api.getOrganization, noBody, (_, request) => ({ organization: sessions.require(request).organization }))

  on(api.organization.update, v.object(organizationUpdate), (body, request) => {
    const actor = sessions.require(request)
    return administration.updateOrganization(actor, actor.organization, body as Partial<Organization>)
  })

  on(api.organization.delete, noBody, (_, request) => {
    const actor = sessions.require(request)
    return administration.removeOrganization(actor, actor.organization)
  })

  on(api.organization.getBySlug, v.object({ organization_slug: v.string() }), ({ organization_slug }) => {
    const organization = organizations.bySlug(organization_slug)
    if (!organization) return { organization: null }
    const fields = Object.entries(organization).filter(([name]) => publicFields.has(name))
    return { organization: Object.fromEntries(fields) as typeof organization }
  })

  on(api.searchMember, v.object({ email_address: emailAddress, organization_id: v.string() }), ({ email_address, organization_id }) => {
    const member = members.withEmail(organization_id, email_address)
    return { member: member ? { status: member.status, name: member.name, member_password_id: member.member_password_id } : null }
  })

  const { members: calls } = api.organization

  on(calls.create, v.object(newMember), (body, request) => {
    const actor = sessions.require(request)
    return administration.createMember(actor, actor.organization, body)
  })

  on(calls.search, searchBody, (body, request) => {
    const actor = sessions.require(request)
    return administration.search(actor, [actor.organization], body)
  })

  /** Returns who makes a call, and about which member of the same organization. */
  const about = (request: ApiRequest, withDeleted = false) => {
    const actor = sessions.require(request)
    return [actor, members.require(actor.organization.organization_id, request.params.member_id ?? '', withDeleted)] as const
  }

  on(calls.update, v.object({ ...memberUpdate, member_id: v.string() }), ({ member_id: _, ...body }, request) =>
    administration.updateMember(...about(request), body),
  )
  on(calls.delete, noBody, (_, request) => administration.deleteMember(...about(request)))
  on(calls.reactivate, noBody, (_, request) => administration.reactivate(...about(request, true)))

  // members can delete their own password, administrators anybody's: both namespaces use this path
  on(calls.deletePassword, noBody, (_, request) => {
    const actor = sessions.require(request)
    return administration.removePassword(actor, actor.organization, request.params.member_password_id ?? '')
  })

  on(calls.deleteMFAPhoneNumber, noBody, (_, request) => administration.removePhone(...about(request)))
  on(calls.deleteMFATOTP, noBody, (_, request) => administration.removeTotp(...about(request)))
  on(withBodyLeftByPath(retiredAddress, calls.unlinkRetiredEmail), retiredAddress, (body, request) =>
    administration.unlinkEmail(...about(request), body),
  )
  on(withBodyLeftByPath(emailUpdate, calls.startEmailUpdate), emailUpdate, (body, request) =>
    administration.startEmailUpdate(...about(request), body, request),
  )
  on(withoutBody(calls.getConnectedApps), noBody, (_, request) => administration.appsOf(...about(request)))
  on(withoutBody(calls.revokeConnectedApp), noBody, (_, request) =>
    administration.revokeApp(...about(request), request.params.connected_app_id ?? ''),
  )
}
