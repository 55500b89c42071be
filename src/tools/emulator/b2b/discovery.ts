import * as v from 'valibot'
import * as api from '../../../api/b2b/discovery.ts'
import { optionalText, sessionDuration, withoutUndefined } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { organizationsOf } from './memberships.ts'
import { policy } from './organizationFields.ts'
import type { Organization } from './organizations.ts'
import { proofsFor } from './proofs.ts'
import type { Bearer, Lasting } from './sessions.ts'
import type { BaseMemberParts } from './baseParts.ts'

/** The fields of an organization that a visitor creates. */
export const newOrganization = v.object({
  ...policy,
  locale: optionalText,
  intermediate_session_token: optionalText,
  organization_name: optionalText,
  organization_slug: optionalText,
  organization_logo_url: optionalText,
})

export const choice = v.object({ organization_id: v.string(), locale: optionalText, intermediate_session_token: optionalText })

/** How visitors choose an organization, or create one. */
export const createDiscovery = ({ project, organizations, sessions }: BaseMemberParts) => {
  const { members } = organizations
  return {
    list: (intermediate_session_token: string | undefined, bearer: Bearer) => {
      const identity = sessions.identityOf(bearer, intermediate_session_token)
      return {
        email_address: identity.email,
        discovered_organizations: organizationsOf(identity, organizations),
        organization_id_hint: null,
      }
    },

    /**
     * Creates an organization whose administrator is the visitor. `byServer`: the project lets a
     * server do so, even if visitors cannot.
     */
    createOrganization: async (
      {
        session_duration_minutes,
        locale,
        intermediate_session_token,
        organization_name,
        ...fields
      }: Lasting & v.InferOutput<typeof newOrganization> & Partial<Organization>,
      bearer: Bearer,
      byServer = false,
    ) => {
      const identity = sessions.identityOf(bearer, intermediate_session_token)
      const { email } = identity
      if (!project.create_organization_enabled && !byServer) refuse('create_organization_disabled')
      const organization = organizations.create(organization_name || `${email.split('@')[0]}'s organization`, withoutUndefined(fields))
      const member = members.add(organization, email, { roles: ['stytch_admin'] })
      return sessions.signIn(bearer, member, proofsFor(identity, member), { session_duration_minutes, intermediate_session_token })
    },

    /** Signs a visitor in to the organization that they have chosen. */
    choose: (body: Lasting & v.InferOutput<typeof choice>, bearer: Bearer) => {
      const intermediate = sessions.intermediate(body.intermediate_session_token)
      const { email } = intermediate
      const organization = organizations.require(body.organization_id)
      const holder = members.withEmail(organization.organization_id, email)
      if (!holder && !organizations.mayJoin(organization, email)) return refuse('member_not_found')
      const member = holder ?? members.add(organization, email)
      const proofs = proofsFor(intermediate, member)
      return sessions.signIn(bearer, member, proofs, body)
    },
  }
}

export type Discovery = ReturnType<typeof createDiscovery>

/** Serves discovery: which organizations a visitor can join or enter, and their choice of one. */
export const serveDiscovery = ({ on }: Router, { discovery }: { discovery: Discovery }) => {
  const lasting = { session_duration_minutes: sessionDuration }
  on(api.discovery.organizations.list, v.optional(v.object({ intermediate_session_token: optionalText })), (body, request) =>
    discovery.list(body?.intermediate_session_token, request),
  )
  on(api.discovery.organizations.create, v.object({ ...newOrganization.entries, ...lasting }), (body, request) =>
    discovery.createOrganization(body, request),
  )
  on(api.discovery.intermediateSessions.exchange, v.object({ ...choice.entries, ...lasting }), (body, request) =>
    discovery.choose(body, request),
  )
}
