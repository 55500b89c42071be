import * as v from 'valibot'
import * as api from '../../api/b2b/organizations.ts'
import type { AuthMethod, Member, Organization as OrganizationOnWire, OrganizationPolicy } from '../../api/b2b/entities.ts'
import { timestamp, type Clock } from '../clock.ts'
import { emailAddress, noBody, phoneNumber } from '../fields.ts'
import { refuse } from '../refusal.ts'
import type { Router } from '../router.ts'
import { withoutBody, withBodyLeftByPath } from './bodies.ts'
import type { Mails } from './magicLinks.ts'
import type { MemberPasswords } from './passwords.ts'
import type { SecondFactors } from './secondFactors.ts'
import type { MemberSessions } from './sessions.ts'

/** An organization. The emulator stores every field. */
export interface Organization extends Required<OrganizationOnWire> {}

export const domainOf = (email: string) => email.split('@')[1]!

/** The organizations of the project and their members. Any number of organizations can have a member with the same address. */
export const createOrganizations = (clock: Clock) => {
  const organizations = new Map<string, Organization>()
  const members = new Map<string, Member>()
  /** A password belongs to an address: this is the `member_password_id` of all present and future members with it. */
  const passwordIds = new Map<string, string>()

  const bySlug = (slug: string) => [...organizations.values()].find(({ organization_slug }) => organization_slug === slug)
  const memberOf = (organization_id: string, email: string) =>
    [...members.values()].find(
      (member) => member.organization_id === organization_id && member.email_address === email && member.status !== 'deleted',
    )

  const addMember = (organization: Organization, email_address: string, given: Partial<Member> = {}, roles: string[] = []): Member => {
    if (memberOf(organization.organization_id, email_address)) refuse('duplicate_email')
    const now = timestamp(clock.now())
    const member: Member = {
      member_id: `member-test-${crypto.randomUUID()}`,
      organization_id: organization.organization_id,
      email_address,
      email_address_verified: false,
      status: 'active',
      name: '',
      is_breakglass: false,
      is_admin: roles.includes('stytch_admin'),
      mfa_enrolled: false,
      mfa_phone_number: '',
      mfa_phone_number_verified: false,
      default_mfa_method: '',
      totp_registration_id: '',
      member_password_id: passwordIds.get(email_address) ?? '',
      retired_email_addresses: [],
      sso_registrations: [],
      oauth_registrations: [],
      roles: rolesOf(['stytch_member', ...roles]),
      created_at: now,
      updated_at: now,
      trusted_metadata: {},
      untrusted_metadata: {},
      ...given,
    }
    members.set(member.member_id, member)
    return member
  }

  /** Refuses an address that another member of the same organization has. */
  const checkFree = (member: Member, email: string) => {
    const holder = memberOf(member.organization_id, email)
    if (holder && holder !== member) refuse('duplicate_email')
  }

  return {
    all: () => [...organizations.values()],
    byId: (id: string) => organizations.get(id),
    required: (id: string) => organizations.get(id) ?? refuse('organization_not_found'),
    bySlug,
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
        trusted_metadata: {},
        ...given,
        organization_slug: bySlug(slug) ? `${slug}-${crypto.randomUUID().slice(0, 8)}` : slug,
      }
      organizations.set(organization.organization_id, organization)
      return organization
    },
    members: {
      of: (organization_id: string) => [...members.values()].filter((member) => member.organization_id === organization_id),
      byId: (id: string) => members.get(id),
      /** Returns the member that a request names, who must belong to this organization. */
      required: (organization_id: string, id: string) => {
        const member = members.get(id)
        return member?.organization_id === organization_id && member.status !== 'deleted' ? member : refuse('member_not_found')
      },
      withEmail: memberOf,
      checkFree,
      add: addMember,
      /** Records `id` as the password of everybody with this address; an empty one means none. */
      keepPassword: (email: string, id: string) => {
        passwordIds.set(email, id)
        for (const member of members.values())
          if (member.email_address === email && member.status !== 'deleted') member.member_password_id = id
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

/** Roles that were assigned explicitly. */
export const rolesOf = (ids: string[]): Member['roles'] =>
  [...new Set(ids)].map((role_id) => ({ role_id, sources: [{ type: 'direct_assignment', details: {} }] }))

const text = v.optional(v.string())
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

const organizationUpdate = v.object({
  ...policy,
  organization_name: text,
  organization_slug: text,
  organization_logo_url: text,
  sso_default_connection_id: text,
  rbac_email_implicit_role_assignments: v.optional(v.array(v.object({ domain: v.string(), role_id: v.string() }))),
})

const metadata = v.optional(v.record(v.string(), v.unknown()))

const newMember = {
  name: text,
  is_breakglass: v.optional(v.boolean()),
  mfa_enrolled: v.optional(v.boolean()),
  mfa_phone_number: v.optional(phoneNumber),
  untrusted_metadata: metadata,
  roles: texts,
}

const search = v.object({
  query: v.optional(
    v.object({
      operator: v.picklist(['AND', 'OR']),
      operands: v.array(v.object({ filter_name: v.string(), filter_value: v.unknown() })),
    }),
  ),
  cursor: text,
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})

/** The fields by which a search can filter members, by the provider's names. */
const filters: Record<string, (member: Member) => string[]> = {
  member_ids: (member) => [member.member_id],
  member_emails: (member) => [member.email_address],
  member_status: (member) => [member.status],
  statuses: (member) => [member.status],
  member_roles: (member) => member.roles.map(({ role_id }) => role_id),
  member_mfa_phone_numbers: (member) => [member.mfa_phone_number],
}

const retired = v.pipe(
  v.object({ email_id: text, email_address: v.optional(emailAddress) }),
  v.check(({ email_id, email_address }) => email_id !== undefined || email_address !== undefined, 'email_id or email_address is required'),
)

/** Sets the fields that are given, and leaves those that are undefined. */
export const assign = <Thing extends { updated_at: string }>(thing: Thing, given: Partial<Thing>, now: number) =>
  Object.assign(thing, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), { updated_at: timestamp(now) })

interface Needs {
  clock: Clock
  organizations: Organizations
  sessions: MemberSessions
  mails: Mails
  passwords: MemberPasswords
  secondFactors: SecondFactors
}

/** Serves the calls by which administrators manage their organization and its members. */
export const serveOrganizations = ({ on }: Router, { clock, organizations, sessions, mails, passwords, secondFactors }: Needs) => {
  const { members } = organizations
  const changed = (member: Member) => ({
    member_id: member.member_id,
    member,
    organization: organizations.required(member.organization_id),
  })

  on(api.getOrganization, noBody, (_, request) => ({ organization: sessions.required(request).organization }))

  on(api.organization.update, organizationUpdate, (body, request) => {
    const { organization } = sessions.administrator(request)
    const holder = body.organization_slug === undefined ? undefined : organizations.bySlug(body.organization_slug)
    if (holder && holder !== organization) refuse('organization_slug_already_used')
    return { organization: assign(organization, body as Partial<Organization>, clock.now()) }
  })

  on(api.organization.delete, noBody, (_, request) => {
    const { organization } = sessions.administrator(request)
    organizations.remove(organization)
    return { organization_id: organization.organization_id }
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

  // Members cannot let an app in yet, so there are none.
  on(api.organization.getConnectedApps, noBody, (_, request) => {
    sessions.administrator(request)
    return { connected_apps: [] }
  })
  on(withoutBody(api.organization.getConnectedApp), noBody, (_, request) => {
    sessions.administrator(request)
    return refuse('connected_app_not_found')
  })

  const { members: calls } = api.organization

  on(
    calls.create,
    v.object({ ...newMember, email_address: emailAddress, create_member_as_pending: v.optional(v.boolean()) }),
    (body, request) => {
      const { organization } = sessions.administrator(request)
      const { email_address, roles, create_member_as_pending, mfa_phone_number, ...given } = body
      if (mfa_phone_number) secondFactors.checkFree(organizations, organization.organization_id, mfa_phone_number)
      const known = Object.fromEntries(Object.entries({ ...given, mfa_phone_number }).filter(([, value]) => value !== undefined))
      return changed(members.add(organization, email_address, { ...known, status: create_member_as_pending ? 'pending' : 'active' }, roles))
    },
  )

  on(calls.search, search, ({ query, cursor, limit = 100 }, request) => {
    const { organization } = sessions.required(request)
    const fits = (member: Member) => {
      if (!query?.operands.length) return member.status !== 'deleted'
      const each = query.operands.map(({ filter_name, filter_value }) => {
        const wanted = (Array.isArray(filter_value) ? filter_value : [filter_value]) as unknown[]
        return (Object.hasOwn(filters, filter_name) ? filters[filter_name]! : refuse('bad_request'))(member).some((value) =>
          wanted.includes(value),
        )
      })
      return query.operator === 'AND' ? each.every(Boolean) : each.some(Boolean)
    }
    const found = members.of(organization.organization_id).filter(fits)
    const from = Number(cursor) || 0
    return {
      members: found.slice(from, from + limit),
      organizations: { [organization.organization_id]: organization },
      results_metadata: { total: found.length, ...(from + limit < found.length && { next_cursor: String(from + limit) }) },
    }
  })

  const named = (request: Parameters<typeof sessions.required>[0]) =>
    members.required(sessions.administrator(request).organization.organization_id, request.params.member_id ?? '')

  const memberUpdate = v.object({
    ...newMember,
    member_id: v.string(),
    email_address: v.optional(emailAddress),
    default_mfa_method: v.optional(v.picklist(['sms_otp', 'totp'])),
    unlink_email: v.optional(v.boolean()),
    preserve_existing_sessions: v.optional(v.boolean()),
  })
  on(
    calls.update,
    memberUpdate,
    ({ member_id, roles, preserve_existing_sessions, unlink_email, email_address, mfa_phone_number, ...given }, request) => {
      const member = named(request)
      if (email_address !== undefined) members.checkFree(member, email_address)
      // an administrator can set these, but the member still has to verify them
      if (mfa_phone_number !== undefined) secondFactors.setPhone(organizations, member, mfa_phone_number)
      if (email_address !== undefined) members.move(member, email_address, unlink_email)
      if (roles) {
        Object.assign(member, { roles: rolesOf(['stytch_member', ...roles]), is_admin: roles.includes('stytch_admin') })
        if (!preserve_existing_sessions) sessions.revokeAll(member.member_id)
      }
      return changed(assign(member, given, clock.now()))
    },
  )

  on(calls.delete, noBody, (_, request) => {
    const member = named(request)
    member.status = 'deleted'
    sessions.revokeAll(member.member_id)
    return { member_id: member.member_id }
  })

  on(calls.reactivate, noBody, (_, request) => {
    const { organization } = sessions.administrator(request)
    const member = members.byId(request.params.member_id ?? '')
    if (member?.organization_id !== organization.organization_id) return refuse('member_not_found')
    members.checkFree(member, member.email_address)
    member.status = 'active'
    return changed(member)
  })

  on(calls.deletePassword, noBody, (_, request) => {
    const me = sessions.required(request)
    const member = members
      .of(me.organization.organization_id)
      .find(({ member_password_id }) => member_password_id === request.params.member_password_id)
    if (!member || !request.params.member_password_id) return refuse('member_password_not_found')
    // members can delete their own password, administrators anybody's: both namespaces use this path
    if (member !== me.member) sessions.administrator(request)
    passwords.remove(member)
    return changed(member)
  })

  on(calls.deleteMFAPhoneNumber, noBody, (_, request) => changed(secondFactors.removePhone(named(request))))
  on(calls.deleteMFATOTP, noBody, (_, request) => changed(secondFactors.removeTotp(named(request))))

  on(withBodyLeftByPath(retired, calls.unlinkRetiredEmail), retired, (body, request) => changed(mails.unlink(named(request), body)))

  const emailUpdate = v.object({ email_address: emailAddress, login_redirect_url: text, login_template_id: text, locale: text })
  on(withBodyLeftByPath(emailUpdate, calls.startEmailUpdate), emailUpdate, (body, request) =>
    changed(mails.changeAddress(named(request), body, request)),
  )

  on(withoutBody(calls.getConnectedApps), noBody, (_, request) => {
    named(request)
    return { connected_apps: [] }
  })
  on(withoutBody(calls.revokeConnectedApp), noBody, (_, request) => {
    named(request)
    return refuse('connected_app_not_found')
  })
}
