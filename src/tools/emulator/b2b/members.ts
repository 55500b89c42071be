/** The members of all organizations. */
import type { Member } from '../../../api/b2b/entities.ts'
import { refuse } from '../requests/refusal.ts'
import { timestamp, type Clock } from '../state/clock.ts'
import { withMetadata } from '../state/metadata.ts'
import { objects, texts } from '../state/storeMap.ts'
import type { Stores } from '../state/stores.ts'

/** A member. */
export interface StoredMember extends Member {
  retired_email_addresses: Required<Member['retired_email_addresses'][number]>[]
  /** The host's own id of the member, which works wherever its id does. */
  external_id: string | null
}

/**
 * The fields of a member to whom these roles were assigned, in addition to the one that every
 * member has.
 */
export const assignedRoles = (ids: string[]): Pick<Member, 'roles' | 'is_admin'> => ({
  roles: [...new Set(['stytch_member', ...ids])].map((role_id) => ({ role_id, sources: [{ type: 'direct_assignment', details: {} }] })),
  is_admin: ids.includes('stytch_admin'),
})

/** The fields of a new member, and the roles in addition to the one that everybody has. */
type MemberFields = Partial<Omit<StoredMember, 'roles'>> & { roles?: string[] }

type Needed = Pick<StoredMember, 'organization_id' | 'email_address' | 'member_password_id' | 'created_at' | 'updated_at'>

const newMember = ({ roles = [], ...fields }: Needed & MemberFields): StoredMember => ({
  member_id: `member-test-${crypto.randomUUID()}`,
  email_address_verified: false,
  status: 'active',
  name: '',
  is_breakglass: false,
  mfa_enrolled: false,
  mfa_phone_number: '',
  mfa_phone_number_verified: false,
  default_mfa_method: '',
  totp_registration_id: '',
  retired_email_addresses: [],
  sso_registrations: [],
  oauth_registrations: [],
  ...assignedRoles(roles),
  external_id: null,
  ...fields,
  trusted_metadata: withMetadata({}, fields.trusted_metadata),
  untrusted_metadata: withMetadata({}, fields.untrusted_metadata),
})

/**
 * The members of the project. Any number of organizations can have a member with the same address.
 */
export const createMembers = (clock: Clock, stores: Stores) => {
  const members = stores.map(
    'members',
    objects<StoredMember>({ member_id: 'string', organization_id: 'string', email_address: 'string', status: 'string', roles: 'list' }),
  )
  /**
   * A password belongs to an address: this is the `member_password_id` of all present and future
   * members with it.
   */
  const passwordIds = stores.map('member_password_ids', texts)

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

  return {
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
    /** Adds a member with this address to an organization. */
    add: ({ organization_id }: { organization_id: string }, email_address: string, fields: MemberFields = {}): StoredMember => {
      if (memberOf(organization_id, email_address)) refuse('duplicate_member_email')
      if (fields.external_id) checkExternalId(organization_id, fields.external_id)
      const member_password_id = passwordIds.get(email_address) ?? ''
      const now = timestamp(clock.now())
      const member = newMember({ organization_id, email_address, member_password_id, created_at: now, updated_at: now, ...fields })
      members.set(member.member_id, member)
      return member
    },
    /**
     * Records `id` as the password of everybody with this address, also of deleted members; an
     * empty one means none.
     */
    keepPassword: (email: string, id: string) => {
      passwordIds.set(email, id)
      for (const member of byAddress.all(email)) member.member_password_id = id
    },
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
    /** Returns the members of all organizations with this address who are not deleted. */
    withAddress: (email: string) => byAddress.all(email).filter(isPresent),
    removeAll: (organization_id: string) => {
      for (const { member_id } of of(organization_id)) members.delete(member_id)
    },
  }
}
