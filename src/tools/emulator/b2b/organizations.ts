import * as v from 'valibot'
import * as api from '../../../api/b2b/organizations.ts'
import type { AuthMethod, Member, Organization as OrganizationOnWire, OrganizationPolicy } from '../../../api/b2b/entities.ts'
import { timestamp, type Clock } from '../clock.ts'
import { emailAddress, noBody, optionalText, phoneNumber } from '../fields.ts'
import { metadata, withMetadata } from '../metadata.ts'
import { refuse } from '../refusal.ts'
import type { ApiRequest, Router } from '../router.ts'
import type { Administration } from './administration.ts'
import { withoutBody, withBodyLeftByPath } from './bodies.ts'
import { searchBody } from './search.ts'
import type { MemberSessions } from './sessions.ts'
import type { Stores } from '../stores.ts'

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

/** The id of the address of a member. The emulator has one for each member, as the provider does for each address. */
export const emailIdOf = ({ member_id }: Member) => member_id.replace(/^member/, 'email')

export const domainOf = (email: string) => email.split('@')[1]!

/** The organizations of the project and their members. Any number of organizations can have a member with the same address. */
export const createOrganizations = (clock: Clock, stores: Stores) => {
  const organizations = stores.map<Organization>('organizations')
  const members = stores.map<StoredMember>('members')
  /** A password belongs to an address: this is the `member_password_id` of all present and future members with it. */
  const passwordIds = stores.map<string>('member_password_ids')

  const bySlug = (slug: string) => [...organizations.values()].find(({ organization_slug }) => organization_slug === slug)
  const of = (organization_id: string) => [...members.values()].filter((member) => member.organization_id === organization_id)
  const present = (organization_id: string) => of(organization_id).filter(({ status }) => status !== 'deleted')
  const memberOf = (organization_id: string, email: string) => present(organization_id).find(({ email_address }) => email_address === email)

  const addMember = (
    organization: Organization,
    email_address: string,
    given: Partial<StoredMember> = {},
    roles: string[] = [],
  ): StoredMember => {
    if (memberOf(organization.organization_id, email_address)) refuse('duplicate_member_email')
    if (given.external_id) checkExternalId(organization.organization_id, given.external_id)
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
      ...given,
      trusted_metadata: withMetadata({}, given.trusted_metadata),
      untrusted_metadata: withMetadata({}, given.untrusted_metadata),
    }
    members.set(member.member_id, member)
    return member
  }

  /** Refuses an external id that another member of the same organization has. */
  const checkExternalId = (organization_id: string, external_id: string, member?: Member) => {
    const holder = [...members.values()].find((one) => one.organization_id === organization_id && one.external_id === external_id)
    if (holder && holder !== member) refuse('duplicate_member_external_id')
  }

  /** Refuses an address that another member of the same organization has. */
  const checkFree = (member: Member, email: string) => {
    const holder = memberOf(member.organization_id, email)
    if (holder && holder !== member) refuse('duplicate_member_email')
  }

  /** Returns the organization that a request names by its id, its slug or its external id. */
  const required = (name: string) =>
    organizations.get(name) ??
    bySlug(name) ??
    [...organizations.values()].find(({ organization_external_id }) => organization_external_id === name) ??
    refuse('organization_not_found')

  return {
    all: () => [...organizations.values()],
    byId: (id: string) => organizations.get(id),
    required,
    bySlug,
    /** The answer of most calls about one member. */
    answerAbout: (member: Member) => ({ member_id: member.member_id, member, organization: required(member.organization_id) }),
    remove: ({ organization_id }: Organization) => {
      organizations.delete(organization_id)
      for (const member of [...members.values()]) if (member.organization_id === organization_id) members.delete(member.member_id)
    },
    /** Creates an organization. If no slug is given, it is derived from the name. */
    create: (organization_name: string, given: Partial<Organization> = {}): Organization => {
      const slug =
        given.organization_slug ||
        organization_name
          .toLowerCase()
          .replace(/[^a-z\d]+/g, '-')
          .replace(/^-|-$/g, '') ||
        'organization'
      if (given.organization_slug && bySlug(slug)) refuse('organization_slug_already_used')
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
        ...given,
        trusted_metadata: withMetadata({}, given.trusted_metadata),
        organization_slug: bySlug(slug) ? `${slug}-${crypto.randomUUID().slice(0, 8)}` : slug,
      }
      organizations.set(organization.organization_id, organization)
      return organization
    },
    members: {
      /** Returns all members of an organization, deleted ones too, because they can be reactivated. */
      of,
      /** Returns the members of an organization who are not deleted. */
      present,
      byId: (id: string) => members.get(id),
      /** Returns the member of this organization that a request names by the id or the external id. */
      required: (organization_id: string, name: string, deleted = false) => {
        const member =
          members.get(name) ?? [...members.values()].find((one) => one.organization_id === organization_id && one.external_id === name)
        return member?.organization_id === organization_id && (deleted || member.status !== 'deleted') ? member : refuse('member_not_found')
      },
      withEmail: memberOf,
      checkFree,
      checkExternalId,
      add: addMember,
      /** Records `id` as the password of everybody with this address, also of deleted members; an empty one means none. */
      keepPassword: (email: string, id: string) => {
        passwordIds.set(email, id)
        for (const member of members.values()) if (member.email_address === email) member.member_password_id = id
      },
      /** Whether a visitor with this address can join without an invitation. */
      mayJoin: ({ email_jit_provisioning, email_allowed_domains }: Organization, email: string) =>
        email_jit_provisioning === 'RESTRICTED' && email_allowed_domains.includes(domainOf(email)),
      /** Makes the member active, because they have signed in. */
      activate: (member: Member) => {
        if (member.status !== 'deleted') member.status = 'active'
      },
      /** Gives the member another address, which is not verified yet. The previous one is kept as a retired address. */
      move: (member: Member, email_address: string, unlink = false) => {
        const { email_address: before } = member
        if (email_address === before) return
        checkFree(member, email_address)
        const retired = member.retired_email_addresses.filter((entry) => entry.email_address !== email_address)
        Object.assign(member, {
          email_address,
          email_address_verified: false,
          member_password_id: passwordIds.get(email_address) ?? '',
          retired_email_addresses: unlink
            ? retired
            : [...retired, { email_id: `email-test-${crypto.randomUUID()}`, email_address: before }],
        })
      },
    },
  }
}

export type Organizations = ReturnType<typeof createOrganizations>

/** The fields of a member to whom these roles were assigned, in addition to the one that every member has. */
export const assignedRoles = (ids: string[]): Pick<Member, 'roles' | 'is_admin'> => ({
  roles: [...new Set(['stytch_member', ...ids])].map((role_id) => ({ role_id, sources: [{ type: 'direct_assignment', details: {} }] })),
  is_admin: ids.includes('stytch_admin'),
})

const texts = v.optional(v.array(v.string()))
const allowance = v.optional(v.picklist(['ALL_ALLOWED', 'RESTRICTED', 'NOT_ALLOWED']))
const authMethod = v.picklist([
  'sso',
  'magic_link',
  'password',
  'google_oauth',
  'microsoft_oauth',
  'hubspot_oauth',
  'slack_oauth',
  'github_oauth',
  'email_otp',
] satisfies AuthMethod[])

/** Who can join and how: the fields of a request body. */
export const policy = {
  sso_jit_provisioning: allowance,
  sso_jit_provisioning_allowed_connections: texts,
  email_allowed_domains: texts,
  email_jit_provisioning: v.optional(v.picklist(['RESTRICTED', 'NOT_ALLOWED'])),
  email_invites: allowance,
  oauth_tenant_jit_provisioning: v.optional(v.picklist(['RESTRICTED', 'NOT_ALLOWED'])),
  allowed_oauth_tenants: v.optional(v.record(v.string(), v.array(v.string()))),
  auth_methods: v.optional(v.picklist(['ALL_ALLOWED', 'RESTRICTED'])),
  allowed_auth_methods: v.optional(v.array(authMethod)),
  mfa_policy: v.optional(v.picklist(['OPTIONAL', 'REQUIRED_FOR_ALL'])),
  mfa_methods: v.optional(v.picklist(['ALL_ALLOWED', 'RESTRICTED'])),
  allowed_mfa_methods: v.optional(v.array(v.picklist(['sms_otp', 'totp']))),
  first_party_connected_apps_allowed_type: allowance,
  allowed_first_party_connected_apps: texts,
  third_party_connected_apps_allowed_type: allowance,
  allowed_third_party_connected_apps: texts,
} satisfies { [Name in keyof Required<OrganizationPolicy>]: v.GenericSchema<unknown, OrganizationPolicy[Name] | undefined> }

/** The fields of an organization that an administrator can change. */
export const organizationUpdate = {
  ...policy,
  organization_name: optionalText,
  organization_slug: optionalText,
  organization_logo_url: optionalText,
  sso_default_connection_id: optionalText,
  rbac_email_implicit_role_assignments: v.optional(v.array(v.object({ domain: v.string(), role_id: v.string() }))),
}

const memberFields = {
  name: optionalText,
  is_breakglass: v.optional(v.boolean()),
  mfa_enrolled: v.optional(v.boolean()),
  mfa_phone_number: v.optional(phoneNumber),
  untrusted_metadata: metadata,
  roles: texts,
}

/** The fields of a new member. */
export const newMember = { ...memberFields, email_address: emailAddress, create_member_as_pending: v.optional(v.boolean()) }

/** The fields of a member that an administrator can change. */
export const memberUpdate = {
  ...memberFields,
  email_address: v.optional(emailAddress),
  default_mfa_method: v.optional(v.picklist(['sms_otp', 'totp'])),
  unlink_email: v.optional(v.boolean()),
  preserve_existing_sessions: v.optional(v.boolean()),
}

/** Which address of a member to release. */
export const retired = v.pipe(
  v.object({ email_id: optionalText, email_address: v.optional(emailAddress) }),
  v.check(({ email_id, email_address }) => email_id !== undefined || email_address !== undefined, 'email_id or email_address is required'),
)

/** A new address of a member, who gets an email with a link there. */
export const emailUpdate = v.object({
  email_address: emailAddress,
  login_redirect_url: optionalText,
  login_template_id: optionalText,
  locale: optionalText,
})

interface Needs {
  organizations: Organizations
  sessions: MemberSessions
  administration: Administration
}

/** Serves the calls by which administrators manage their organization and its members. */
export const serveOrganizations = ({ on }: Router, { organizations, sessions, administration }: Needs) => {
  const { members } = organizations

  on(api.getOrganization, noBody, (_, request) => ({ organization: sessions.required(request).organization }))

  on(api.organization.update, v.object(organizationUpdate), (body, request) => {
    const actor = sessions.required(request)
    return administration.updateOrganization(actor, actor.organization, body as Partial<Organization>)
  })

  on(api.organization.delete, noBody, (_, request) => {
    const actor = sessions.required(request)
    return administration.removeOrganization(actor, actor.organization)
  })

  on(api.organization.getBySlug, v.object({ organization_slug: v.string() }), ({ organization_slug }) => {
    const found = organizations.bySlug(organization_slug)
    if (!found) return { organization: null }
    // anybody can make this call, so it returns only what a visitor needs in order to sign in
    const {
      organization_id,
      organization_name,
      organization_slug: slug,
      organization_logo_url,
      sso_active_connections,
      sso_default_connection_id,
      auth_methods,
      allowed_auth_methods,
      mfa_methods,
      allowed_mfa_methods,
      mfa_policy,
      oauth_tenant_jit_provisioning,
      allowed_oauth_tenants,
      email_jit_provisioning,
      email_allowed_domains,
    } = found
    return {
      organization: {
        organization_id,
        organization_name,
        organization_slug: slug,
        organization_logo_url,
        sso_active_connections,
        sso_default_connection_id,
        auth_methods,
        allowed_auth_methods,
        mfa_methods,
        allowed_mfa_methods,
        mfa_policy,
        oauth_tenant_jit_provisioning,
        allowed_oauth_tenants,
        email_jit_provisioning,
        email_allowed_domains,
      },
    }
  })

  on(api.searchMember, v.object({ email_address: emailAddress, organization_id: v.string() }), ({ email_address, organization_id }) => {
    const member = members.withEmail(organization_id, email_address)
    return { member: member ? { status: member.status, name: member.name, member_password_id: member.member_password_id } : null }
  })

  const { members: calls } = api.organization

  on(calls.create, v.object(newMember), (body, request) => {
    const actor = sessions.required(request)
    return administration.createMember(actor, actor.organization, body)
  })

  on(calls.search, searchBody, (body, request) => {
    const actor = sessions.required(request)
    return administration.search(actor, [actor.organization], body)
  })

  /** Returns who makes a call, and about which member of the same organization. */
  const about = (request: ApiRequest, deleted = false) => {
    const actor = sessions.required(request)
    return [actor, members.required(actor.organization.organization_id, request.params.member_id ?? '', deleted)] as const
  }

  on(calls.update, v.object({ ...memberUpdate, member_id: v.string() }), ({ member_id: _, ...body }, request) =>
    administration.updateMember(...about(request), body),
  )
  on(calls.delete, noBody, (_, request) => administration.deleteMember(...about(request)))
  on(calls.reactivate, noBody, (_, request) => administration.reactivate(...about(request, true)))

  // members can delete their own password, administrators anybody's: both namespaces use this path
  on(calls.deletePassword, noBody, (_, request) => {
    const actor = sessions.required(request)
    return administration.removePassword(actor, actor.organization, request.params.member_password_id ?? '')
  })

  on(calls.deleteMFAPhoneNumber, noBody, (_, request) => administration.removePhone(...about(request)))
  on(calls.deleteMFATOTP, noBody, (_, request) => administration.removeTotp(...about(request)))
  on(withBodyLeftByPath(retired, calls.unlinkRetiredEmail), retired, (body, request) => administration.unlinkEmail(...about(request), body))
  on(withBodyLeftByPath(emailUpdate, calls.startEmailUpdate), emailUpdate, (body, request) =>
    administration.startEmailUpdate(...about(request), body, request),
  )
  on(withoutBody(calls.getConnectedApps), noBody, (_, request) => administration.appsOf(...about(request)))
  on(withoutBody(calls.revokeConnectedApp), noBody, (_, request) =>
    administration.revokeApp(...about(request), request.params.connected_app_id ?? ''),
  )
}
