import * as v from 'valibot'
import { noBody } from '../../requests/fields.ts'
import { refuseBecause } from '../../requests/refusal.ts'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

/** Serves the policy of the project, and the roles that an organization adds to it. */
export const serveRbac = ({ call, managing }: ServerCalls, { permissions }: MemberParts) => {
  call('GET /rbac/policy', noBody, () => ({ policy: permissions.policy() }))

  const role = v.object({
    role_id: v.string(),
    description: v.optional(v.string(), ''),
    permissions: v.array(v.object({ resource_id: v.string(), actions: v.array(v.string()) })),
  })
  managing('GET /rbac/organizations/:organization_id', noBody, (_, { organization }) => ({
    org_policy: { roles: organization.custom_roles },
  }))
  managing(
    'PUT /rbac/organizations/:organization_id',
    v.object({ org_policy: v.object({ roles: v.array(role) }) }),
    ({ org_policy }, { organization }) => {
      // by two roles of one id, the provider's SDK for browsers and the one for servers come to
      // different answers
      if (org_policy.roles.some(({ role_id }) => permissions.policy().roles.some((one) => one.role_id === role_id)))
        refuseBecause('invalid_argument', 'A role of an organization has an id that no role of the project has.')
      organization.custom_roles = org_policy.roles
      return { org_policy }
    },
  )
}
