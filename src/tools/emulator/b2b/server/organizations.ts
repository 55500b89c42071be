import * as v from 'valibot'
import { noBody, optionalText, textLike, withoutUndefined } from '../../requests/fields.ts'
import { metadata } from '../../state/metadata.ts'
import { organizationUpdate } from '../organizationFields.ts'
import type { Organization } from '../organizations.ts'
import { searchBody, searchOrganizations } from '../search.ts'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

/** The fields of an organization that only a server can set. */
export const ofServers = {
  trusted_metadata: metadata,
  organization_external_id: optionalText,
  claimed_email_domains: v.optional(v.array(v.string())),
}

export const serveOrganizations = ({ call, managing }: ServerCalls, { organizations, administration, organizationApps }: MemberParts) => {
  call(
    'POST /organizations',
    v.object({ ...organizationUpdate, ...ofServers, organization_name: textLike(/\S/, 'organization_name_missing') }),
    ({ organization_name, ...fields }) => ({
      organization: organizations.create(organization_name, withoutUndefined(fields) as Partial<Organization>),
    }),
  )

  call('POST /organizations/search', v.optional(searchBody, {}), (search) =>
    searchOrganizations(organizations.all(), search, organizations.members.present),
  )

  const path = '/organizations/:organization_id'
  managing(`GET ${path}`, noBody, (_, { organization }) => ({ organization }))
  managing(`PUT ${path}`, v.object({ ...organizationUpdate, ...ofServers }), (body, { actor, organization }) =>
    administration.updateOrganization(actor, organization, body as Partial<Organization>),
  )
  managing(`DELETE ${path}`, noBody, (_, { actor, organization }) => administration.removeOrganization(actor, organization))
  managing(`DELETE ${path}/external_id`, noBody, (_, { actor, organization }) =>
    administration.updateOrganization(actor, organization, { organization_external_id: null }),
  )
  managing(`GET ${path}/metrics`, noBody, (_, { organization }) => ({
    member_count: organizations.members.present(organization.organization_id).length,
  }))

  managing(`GET ${path}/connected_apps`, noBody, (_, { organization }) => organizationApps.list(organization.organization_id))
  managing(`GET ${path}/connected_apps/:connected_app_id`, noBody, (_, { organization, params }) =>
    organizationApps.get(organization.organization_id, params.connected_app_id ?? ''),
  )
}
