import type { Member, Organization as OrganizationOnWire } from '../../../api/b2b/entities.ts'
import { timestamp, type Clock } from '../state/clock.ts'
import { withMetadata } from '../state/metadata.ts'
import { refuse } from '../requests/refusal.ts'
import type { Stores } from '../state/stores.ts'
import { objects, texts } from '../state/storeMap.ts'

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

/** A member. */
export interface StoredMember extends Member {
  retired_email_addresses: Required<Member['retired_email_addresses'][number]>[]
  /** The host's own id of the member, which works wherever its id does. */
  external_id: string | null
}

/**
 * The id of the address of a member. The emulator has one for each member, as the provider does for
 * each address.
 */
export const emailIdOf = ({ member_id }: Member) => member_id.replace(/^member/, 'email')

export const domainOf = (email: string) => email.split('@')[1]!

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
  const members = stores.map(
    'members',
    objects<StoredMember>({ member_id: 'string', organization_id: 'string', email_address: 'string', status: 'string', roles: 'list' }),
  )
  /**
   * A password belongs to an address: this is the `member_password_id` of all present and future
   * members with it.
   */
  const passwordIds = stores.map('member_password_ids', texts)

  const bySlug = organizations.index(({ organization_slug }) => [organization_slug]).first
  const byExternalId = organizations.index(({ organization_external_id }) => [organization_external_id ?? undefined])
  const byName = organizations.index(({ organization_name }) => [organization_name])
  const byDomain = organizations.index(({ email_allowed_domains }) => email_allowed_domains)

  const byOrganization = members.index(({ organization_id }) => [organization_id])
  const byAddress = members.index(({ email_address }) => [email_address])
  const byAddressThere = members.index(({ organization_id, email_address }) => [`${organization_id} ${email_address}`])
  const byExternalIdThere = members.index(({ organization_id, external_id }) => [
    external_id === null ? undefined : `${organization_id} ${external_id}`,
  ])
  const byPhoneThere = members.index(({ organization_id, mfa_phone_number }) => [
    mfa_phone_number ? `${organization_id} ${mfa_phone_number}` : undefined,
  ])

  const isPresent = ({ status }: Member) => status !== 'deleted'
  const of = byOrganization.all
  const present = (organization_id: string) => of(organization_id).filter(isPresent)
  const memberOf = (organization_id: string, email: string) => byAddressThere.all(`${organization_id} ${email}`).find(isPresent)

  const addMember = (
    organization: Organization,
    email_address: string,
    fields: Partial<StoredMember> = {},
    roles: string[] = [],
  ): StoredMember => {
    if (memberOf(organization.organization_id, email_address)) refuse('duplicate_member_email')
    if (fields.external_id) checkExternalId(organization.organization_id, fields.external_id)
    const now = timestamp(clock.now())
    const member: StoredMember = {
      member_id: `member-test-${crypto.randomUUID()}`,
      organization_id: organization.organization_id,
      email_address,
      email_address_verified: false,
      status: 'active',
      name: '',
      is_breakglass: false,
      mfa_enrolled: false,
      mfa_phone_number: '',
      mfa_phone_number_verified: false,
      default_mfa_method: '',
      totp_registration_id: '',
      member_password_id: passwordIds.get(email_address) ?? '',
      retired_email_addresses: [],
      sso_registrations: [],
      oauth_registrations: [],
      ...assignedRoles(roles),
      created_at: now,
      updated_at: now,
      external_id: null,
      ...fields,
      trusted_metadata: withMetadata({}, fields.trusted_metadata),
      untrusted_metadata: withMetadata({}, fields.untrusted_metadata),
    }
    members.set(member.member_id, member)
    return member
  }

  /** Refuses an external id that another member of the same organization has. */
  const checkExternalId = (organization_id: string, external_id: string, member?: Member) => {
    const holder = byExternalIdThere.first(`${organization_id} ${external_id}`)
    if (holder && holder !== member) refuse('duplicate_member_external_id')
  }

  /** Refuses an address that another member of the same organization has. */
  const checkFree = (member: Member, email: string) => {
    const holder = memberOf(member.organization_id, email)
    if (holder && holder !== member) refuse('duplicate_member_email')
  }

  /** Returns the organization that a request names by its id, its slug or its external id. */
  const requireOrganization = (name: string) =>
    organizations.get(name) ?? bySlug(name) ?? byExternalId.first(name) ?? refuse('organization_not_found')

  return {
    /** All organizations, for somebody who only reads them. */
    all: () => [...organizations.values()],
    withName: byName.first,
    /** The organizations that a visitor with this address is a member of, or can join. */
    around: (email: string) => {
      const those = byAddress
        .all(email)
        .filter(isPresent)
        .map(({ organization_id }) => organization_id)
      const all = new Set([...those.flatMap((id) => organizations.get(id) ?? []), ...byDomain.all(domainOf(email))])
      return [...all].sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
    },
    byId: (id: string) => organizations.get(id),
    require: requireOrganization,
    bySlug,
    /** The answer of most calls about one member. */
    answerAbout: (member: Member) => ({ member_id: member.member_id, member, organization: requireOrganization(member.organization_id) }),
    remove: ({ organization_id }: Organization) => {
      organizations.delete(organization_id)
      for (const { member_id } of of(organization_id)) members.delete(member_id)
    },
    /** Creates an organization. If no slug is given, it is derived from the name. */
    create: (organization_name: string, fields: Partial<Organization> = {}): Organization => {
      const slug =
        fields.organization_slug ||
        organization_name
          .toLowerCase()
          .replace(/[^a-z\d]+/g, '-')
          .replace(/^-|-$/g, '') ||
        'organization'
      if (fields.organization_slug && bySlug(slug)) refuse('organization_slug_already_used')
      const now = timestamp(clock.now())
      const organization: Organization = {
        organization_id: `organization-test-${crypto.randomUUID()}`,
        organization_name,
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
        organization_slug: bySlug(slug) ? `${slug}-${crypto.randomUUID().slice(0, 8)}` : slug,
      }
      organizations.set(organization.organization_id, organization)
      return organization
    },
    members: {
      /**
       * Returns all members of an organization, deleted ones too, because they can be reactivated.
       */
      of,
      /** Returns the members of an organization who are not deleted. */
      present,
      /** Says that a member is complete whom nobody else has got yet: for a seed of many. */
      letGo: ({ member_id }: Member) => members.letGo(member_id),
      /** The members of an organization with this number who are not deleted. */
      withPhone: (organization_id: string, phone: string) => byPhoneThere.all(`${organization_id} ${phone}`).filter(isPresent),
      /** The addresses of the members of an organization, or of all. */
      *addresses(organization_id?: string) {
        if (organization_id !== undefined) for (const { email_address } of present(organization_id)) yield email_address
        else for (const member of members.values()) if (isPresent(member)) yield member.email_address
      },
      byId: (id: string) => members.get(id),
      /**
       * Returns the member of this organization that a request names by the id or the external id.
       */
      require: (organization_id: string, name: string, withDeleted = false) => {
        const member = members.get(name) ?? byExternalIdThere.first(`${organization_id} ${name}`)
        return member?.organization_id === organization_id && (withDeleted || member.status !== 'deleted')
          ? member
          : refuse('member_not_found')
      },
      withEmail: memberOf,
      checkFree,
      checkExternalId,
      add: addMember,
      /**
       * Records `id` as the password of everybody with this address, also of deleted members; an
       * empty one means none.
       */
      keepPassword: (email: string, id: string) => {
        passwordIds.set(email, id)
        for (const member of byAddress.all(email)) member.member_password_id = id
      },
      /** Whether a visitor with this address can join without an invitation. */
      mayJoin: ({ email_jit_provisioning, email_allowed_domains }: Organization, email: string) =>
        email_jit_provisioning === 'ALL_ALLOWED' ||
        (email_jit_provisioning === 'RESTRICTED' && email_allowed_domains.includes(domainOf(email))),
      /** Makes the member active, because they have signed in. */
      activate: (member: Member) => {
        if (member.status !== 'deleted') member.status = 'active'
      },
      /**
       * Gives the member another address, which is not verified yet. The previous one is kept as a
       * retired address.
       */
      move: (member: Member, email_address: string, unlink = false) => {
        const { email_address: before } = member
        if (email_address === before) return
        checkFree(member, email_address)
        const retiredAddresses = member.retired_email_addresses.filter((entry) => entry.email_address !== email_address)
        Object.assign(member, {
          email_address,
          email_address_verified: false,
          member_password_id: passwordIds.get(email_address) ?? '',
          retired_email_addresses: unlink
            ? retiredAddresses
            : [...retiredAddresses, { email_id: `email-test-${crypto.randomUUID()}`, email_address: before }],
        })
      },
    },
  }
}

export type Organizations = ReturnType<typeof createOrganizations>

/**
 * The fields of a member to whom these roles were assigned, in addition to the one that every
 * member has.
 */
export const assignedRoles = (ids: string[]): Pick<Member, 'roles' | 'is_admin'> => ({
  roles: [...new Set(['stytch_member', ...ids])].map((role_id) => ({ role_id, sources: [{ type: 'direct_assignment', details: {} }] })),
  is_admin: ids.includes('stytch_admin'),
})
