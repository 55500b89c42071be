import type { Member, Organization as OrganizationOnWire } from '../../../api/b2b/entities.ts'
import { timestamp, type Clock } from '../state/clock.ts'
import { withMetadata } from '../state/metadata.ts'
import { refuse } from '../requests/refusal.ts'
import type { Stores } from '../state/stores.ts'
import { objects } from '../state/storeMap.ts'
import { createMembers } from './members.ts'

/** An organization. The emulator stores every field. */
export interface Organization extends Required<OrganizationOnWire> {
  /** The connection to the organization's directory, if there is one. */
  scim_active_connection: {
    /** The connection's id. */
    connection_id: string
    /** Its name. */
    display_name: string
    /** The last four characters of its bearer token. */
    bearer_token_last_four: string
    /** When that token expires (RFC 3339). */
    bearer_token_expires_at: string
  } | null
  /** The host's own id of the organization, which works wherever its id does. */
  organization_external_id: string | null
  /** Domains that belong to this organization alone. Stored, but not used. */
  claimed_email_domains: string[]
  /** Roles that exist in this organization alone. */
  custom_roles: CustomRole[]
}

/** A role of an organization's own policy. */
export interface CustomRole {
  /** The role's id. */
  role_id: string
  /** What the role is for. */
  description: string
  /** What its holders can do. */
  permissions: {
    /** What they can act on. */
    resource_id: string
    /** What they can do with it; `*` for everything. */
    actions: string[]
  }[]
}

export const domainOf = (email: string) => email.split('@')[1]!

/** Whether a policy of an organization lets this address in. */
const allows = (policy: string, { email_allowed_domains }: Organization, email: string) =>
  policy === 'ALL_ALLOWED' || (policy === 'RESTRICTED' && email_allowed_domains.includes(domainOf(email)))

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '') || 'organization'

const newOrganization = (now: string, fields: Partial<Organization>): Omit<Organization, 'organization_name' | 'organization_slug'> => ({
  organization_id: `organization-test-${crypto.randomUUID()}`,
  organization_logo_url: '',
  sso_default_connection_id: null,
  sso_active_connections: [],
  scim_active_connection: null,
  sso_jit_provisioning: 'ALL_ALLOWED',
  sso_jit_provisioning_allowed_connections: [],
  email_allowed_domains: [],
  email_jit_provisioning: 'NOT_ALLOWED',
  email_invites: 'ALL_ALLOWED',
  oauth_tenant_jit_provisioning: 'NOT_ALLOWED',
  allowed_oauth_tenants: {},
  auth_methods: 'ALL_ALLOWED',
  allowed_auth_methods: [],
  mfa_policy: 'OPTIONAL',
  mfa_methods: 'ALL_ALLOWED',
  allowed_mfa_methods: [],
  first_party_connected_apps_allowed_type: 'ALL_ALLOWED',
  allowed_first_party_connected_apps: [],
  third_party_connected_apps_allowed_type: 'ALL_ALLOWED',
  allowed_third_party_connected_apps: [],
  rbac_email_implicit_role_assignments: [],
  created_at: now,
  updated_at: now,
  organization_external_id: null,
  claimed_email_domains: [],
  custom_roles: [],
  ...fields,
  trusted_metadata: withMetadata({}, fields.trusted_metadata),
})

/**
 * The organizations of the project and their members. Any number of organizations can have a member
 * with the same address.
 */
export const createOrganizations = (clock: Clock, stores: Stores) => {
  const organizations = stores.map(
    'organizations',
    objects<Organization>({
      organization_id: 'string',
      organization_name: 'string',
      organization_slug: 'string',
      email_allowed_domains: 'list',
      custom_roles: 'list',
    }),
  )
  const members = createMembers(clock, stores)

  const bySlug = organizations.index(({ organization_slug }) => [organization_slug]).first
  const byExternalId = organizations.index(({ organization_external_id }) => [organization_external_id ?? undefined])
  const byName = organizations.index(({ organization_name }) => [organization_name])
  const byDomain = organizations.index(({ email_allowed_domains }) => email_allowed_domains)

  /** Returns the organization that a request names by its id, its slug or its external id. */
  const requireOrganization = (name: string) =>
    organizations.get(name) ?? bySlug(name) ?? byExternalId.first(name) ?? refuse('organization_not_found')

  return {
    /** All organizations, for somebody who only reads them. */
    all: () => [...organizations.values()],
    withName: byName.first,
    /** The organizations that a visitor with this address is a member of, or can join. */
    around: (email: string) => {
      const theirs = members.withAddress(email).flatMap(({ organization_id }) => organizations.get(organization_id) ?? [])
      const all = new Set([...theirs, ...byDomain.all(domainOf(email))])
      return [...all].sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
    },
    byId: (id: string) => organizations.get(id),
    require: requireOrganization,
    bySlug,
    /** The answer of most calls about one member. */
    answerAbout: (member: Member) => ({ member_id: member.member_id, member, organization: requireOrganization(member.organization_id) }),
    remove: ({ organization_id }: Organization) => {
      organizations.delete(organization_id)
      members.removeAll(organization_id)
    },
    /** Creates an organization. If no slug is given, it is derived from the name. */
    create: (organization_name: string, fields: Partial<Organization> = {}): Organization => {
      const slug = fields.organization_slug || slugOf(organization_name)
      if (fields.organization_slug && bySlug(slug)) refuse('organization_slug_already_used')
      const organization: Organization = {
        ...newOrganization(timestamp(clock.now()), fields),
        organization_name,
        organization_slug: bySlug(slug) ? `${slug}-${crypto.randomUUID().slice(0, 8)}` : slug,
      }
      organizations.set(organization.organization_id, organization)
      return organization
    },
    /** Whether a visitor with this address can join without an invitation. */
    mayJoin: (organization: Organization, email: string) => allows(organization.email_jit_provisioning, organization, email),
    /** Whether a member may invite this address. */
    mayInvite: (organization: Organization, email: string) => allows(organization.email_invites, organization, email),
    members,
  }
}

export type Organizations = ReturnType<typeof createOrganizations>
