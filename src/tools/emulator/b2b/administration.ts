import type { Member } from '../../../api/b2b/entities.ts'
import type { MemberSearch, RetiredEmail } from '../../../api/b2b/organizations.ts'
import { timestamp } from '../state/clock.ts'
import { withoutUndefined } from '../requests/fields.ts'
import { withMetadata, type Metadata } from '../state/metadata.ts'
import { refuse } from '../requests/refusal.ts'
import type { PasswordHash } from '../methods/passwordHashes.ts'
import type { Mails } from './magicLinks.ts'
import { assignedRoles, type StoredMember } from './members.ts'
import type { Organization } from './organizations.ts'
import type { MemberPasswords } from './passwords.ts'
import type { Actor, Deed } from './permissions.ts'
import { searchMembers } from './search.ts'
import type { SecondFactors } from './secondFactors.ts'
import type { BaseMemberParts } from './baseParts.ts'

/** Fields that only a server can set. */
type OfServers = { trusted_metadata?: Record<string, unknown> }

interface NewMember
  extends OfServers,
    Partial<Pick<StoredMember, 'name' | 'is_breakglass' | 'mfa_enrolled' | 'mfa_phone_number' | 'untrusted_metadata'>> {
  email_address: string
  /** In addition to `stytch_member`. */
  roles?: string[]
  create_member_as_pending?: boolean
  external_id?: string
}

interface MemberChange extends Partial<Omit<NewMember, 'create_member_as_pending'>> {
  default_mfa_method?: 'sms_otp' | 'totp'
  unlink_email?: boolean
  preserve_existing_sessions?: boolean
}

/** A member who is brought along from elsewhere. */
interface MigratedMember
  extends Pick<NewMember, 'email_address' | 'name' | 'roles' | 'mfa_phone_number' | 'external_id' | 'untrusted_metadata'>,
    OfServers {
  /** Whether the host knows that the number is the member's. */
  set_phone_number_verified?: boolean
  preserve_existing_sessions?: boolean
}

type Action<Resource extends string> = Extract<Deed, readonly [Resource, string]>[1]

/**
 * What somebody has to be allowed to do in order to change a field of a member, by the declarations
 * of the provider's SDKs.
 */
const memberActions: { [Field in keyof MemberChange]?: Action<'stytch.member'> } = {
  name: 'update.info.name',
  email_address: 'update.info.email',
  untrusted_metadata: 'update.info.untrusted-metadata',
  mfa_phone_number: 'update.info.mfa-phone',
  is_breakglass: 'update.settings.is-breakglass',
  mfa_enrolled: 'update.settings.mfa-enrolled',
  default_mfa_method: 'update.settings.default-mfa-method',
  roles: 'update.settings.roles',
}

/** The same for a field of an organization. */
const organizationActions: { [Field in keyof Organization]?: Action<'stytch.organization'> } = {
  organization_name: 'update.info.name',
  organization_slug: 'update.info.slug',
  organization_logo_url: 'update.info.logo-url',
  sso_default_connection_id: 'update.settings.default-sso-connection',
  sso_jit_provisioning: 'update.settings.sso-jit-provisioning',
  sso_jit_provisioning_allowed_connections: 'update.settings.sso-jit-provisioning',
  email_allowed_domains: 'update.settings.allowed-domains',
  email_jit_provisioning: 'update.settings.email-jit-provisioning',
  email_invites: 'update.settings.email-invites',
  auth_methods: 'update.settings.allowed-auth-methods',
  allowed_auth_methods: 'update.settings.allowed-auth-methods',
  mfa_policy: 'update.settings.mfa-policy',
  mfa_methods: 'update.settings.allowed-mfa-methods',
  allowed_mfa_methods: 'update.settings.allowed-mfa-methods',
  oauth_tenant_jit_provisioning: 'update.settings.oauth-tenant-jit-provisioning',
  allowed_oauth_tenants: 'update.settings.allowed-oauth-tenants',
  rbac_email_implicit_role_assignments: 'update.settings.implicit-roles',
}

interface Changeable {
  updated_at: string
  trusted_metadata: Metadata
  untrusted_metadata?: Metadata
}

/**
 * Sets the fields that are given, and leaves those that are undefined. Metadata is added to what is
 * there.
 */
export const assign = <Thing extends Changeable>(thing: Thing, changes: Partial<Thing>, now: number) => {
  const { trusted_metadata, untrusted_metadata } = thing
  return Object.assign(
    thing,
    withoutUndefined(changes),
    { trusted_metadata: withMetadata(trusted_metadata, changes.trusted_metadata), updated_at: timestamp(now) },
    untrusted_metadata && { untrusted_metadata: withMetadata(untrusted_metadata, changes.untrusted_metadata) },
  )
}

/**
 * How organizations and their members are managed, by an administrator in a browser or by a server.
 * Each function refuses an actor whose roles do not allow it.
 */
export const createAdministration = ({
  clock,
  organizations,
  sessions,
  permissions,
  mails,
  passwords,
  secondFactors,
  connectedApps,
}: BaseMemberParts & { mails: Mails; passwords: MemberPasswords; secondFactors: SecondFactors }) => {
  const { members, answerAbout } = organizations
  const { check } = permissions

  const administration = {
    updateOrganization: (actor: Actor, organization: Organization, changes: Partial<Organization>) => {
      const fields = withoutUndefined(changes)
      if (actor && fields.trusted_metadata) refuse('cannot_update_trusted_metadata')
      for (const field of Object.keys(fields) as (keyof Organization)[]) {
        const action = organizationActions[field]
        if (action) check(actor, ['stytch.organization', action])
      }
      const holder = fields.organization_slug === undefined ? undefined : organizations.bySlug(fields.organization_slug)
      if (holder && holder !== organization) refuse('organization_slug_already_used')
      return { organization: assign(organization, fields, clock.now()) }
    },

    removeOrganization: (actor: Actor, organization: Organization) => {
      check(actor, ['stytch.organization', 'delete'])
      organizations.remove(organization)
      return { organization_id: organization.organization_id }
    },

    createMember: (actor: Actor, organization: Organization, newMember: NewMember) => {
      check(actor, ['stytch.member', 'create'])
      if (actor && newMember.trusted_metadata) refuse('cannot_update_trusted_metadata')
      const { email_address, roles, create_member_as_pending, ...more } = newMember
      if (more.mfa_phone_number) secondFactors.checkFree(organizations, organization.organization_id, more.mfa_phone_number)
      const status = create_member_as_pending ? 'pending' : 'active'
      return answerAbout(members.add(organization, email_address, { ...withoutUndefined(more), status, roles }))
    },

    updateMember: (actor: Actor, member: StoredMember, changes: MemberChange) => {
      if (actor && changes.trusted_metadata) refuse('cannot_update_trusted_metadata')
      for (const [field, action] of Object.entries(memberActions)) {
        if (changes[field as keyof MemberChange] !== undefined) check(actor, ['stytch.member', action], member)
      }
      const { roles, preserve_existing_sessions, unlink_email, email_address, mfa_phone_number, ...more } = changes
      if (email_address !== undefined) members.checkFree(member, email_address)
      if (more.external_id !== undefined) members.checkExternalId(member.organization_id, more.external_id, member)
      // an administrator can set these, but the member still has to verify them
      if (mfa_phone_number !== undefined) secondFactors.setPhone(organizations, member, mfa_phone_number)
      if (email_address !== undefined) members.move(member, email_address, unlink_email)
      if (roles) {
        Object.assign(member, assignedRoles(roles))
        if (!preserve_existing_sessions) sessions.revokeAll(member.member_id)
      }
      return answerAbout(assign(member, more, clock.now()))
    },

    removeExternalId: (actor: Actor, member: StoredMember) => {
      check(actor, ['stytch.member', 'update.info.name'], member)
      return answerAbout(assign(member, { external_id: null }, clock.now()))
    },

    deleteMember: (actor: Actor, member: Member) => {
      check(actor, ['stytch.member', 'delete'], member)
      member.status = 'deleted'
      sessions.revokeAll(member.member_id)
      return { member_id: member.member_id }
    },

    reactivate: (actor: Actor, member: Member) => {
      check(actor, ['stytch.member', 'create'])
      if (member.status !== 'deleted') refuse('no_deleted_member_found_for_reactivation')
      const { organization_id, email_address, mfa_phone_number } = member
      if (members.withEmail(organization_id, email_address)) refuse('reactivation_email_belongs_to_another_member')
      if (mfa_phone_number) secondFactors.checkFree(organizations, organization_id, mfa_phone_number)
      member.status = 'active'
      return answerAbout(member)
    },

    /**
     * Brings a member along from elsewhere, with a password that is hashed. Their address counts as
     * verified.
     */
    migrate: (
      organization: Organization,
      hash: PasswordHash,
      { email_address, set_phone_number_verified, preserve_existing_sessions, ...rest }: MigratedMember,
    ) => {
      if (passwords.has(email_address)) refuse('password_already_exists')
      const holder = members.withEmail(organization.organization_id, email_address)
      const fields = withoutUndefined({ ...rest, external_id: holder ? undefined : rest.external_id })
      const { member, ...answer } = holder
        ? administration.updateMember(undefined, holder, { ...fields, preserve_existing_sessions })
        : administration.createMember(undefined, organization, { email_address, ...fields })
      if (set_phone_number_verified && member.mfa_phone_number) member.mfa_phone_number_verified = true
      member.email_address_verified = true
      passwords.setHash(email_address, hash)
      return { ...answer, member, member_created: !holder }
    },

    removePassword: (actor: Actor, { organization_id }: Organization, id: string) => {
      const member = members.present(organization_id).find(({ member_password_id }) => member_password_id === id)
      if (!member || !id) return refuse('member_password_not_found')
      check(actor, ['stytch.member', 'update.info.delete.password'], member)
      passwords.remove(member)
      return answerAbout(member)
    },

    removePhone: (actor: Actor, member: Member) => {
      check(actor, ['stytch.member', 'update.info.delete.mfa-phone'], member)
      return answerAbout(secondFactors.removePhone(member))
    },

    removeTotp: (actor: Actor, member: Member) => {
      check(actor, ['stytch.member', 'update.info.delete.mfa-totp'], member)
      return answerAbout(secondFactors.removeTotp(member))
    },

    unlinkEmail: (actor: Actor, member: Member, which: RetiredEmail) => {
      check(actor, ['stytch.member', 'update.info.unlink.retired-email'], member)
      return answerAbout(mails.unlink(member, which))
    },

    startEmailUpdate: (actor: Actor, member: Member, body: Parameters<Mails['changeAddress']>[1], request: { headers: Headers }) => {
      check(actor, ['stytch.member', 'update.info.email'], member)
      return answerAbout(mails.changeAddress(member, body, request))
    },

    search: (actor: Actor, among: Organization[], search: MemberSearch) => {
      check(actor, ['stytch.member', 'search'])
      const results = searchMembers(
        among.flatMap(({ organization_id }) => members.of(organization_id)),
        search,
      )
      return { ...results, organizations: Object.fromEntries(among.map((organization) => [organization.organization_id, organization])) }
    },

    appsOf: (actor: Actor, member: Member) => {
      check(actor, ['stytch.member', 'get.connected-apps'], member)
      return { connected_apps: connectedApps.of(member.member_id) }
    },
    revokeApp: (actor: Actor, member: Member, client_id: string) => {
      check(actor, ['stytch.member', 'revoke.connected-app'], member)
      connectedApps.revoke(member.member_id, client_id)
      return {}
    },
  }
  return administration
}

export type Administration = ReturnType<typeof createAdministration>
