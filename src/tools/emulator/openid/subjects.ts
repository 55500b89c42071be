import type { Member, Organization } from '../../../api/b2b/entities.ts'
import type { User } from '../../../api/entities.ts'

/**
 * Whoever lets an app in: a user or a member. It is made anew from the account whenever it is read.
 */
export interface Subject {
  /** The id of the user or the member, which is the claim `sub`. */
  id: string
  /** The ids of their roles. */
  roles: string[]
  /**
   * What the account says about them, by the scope that reveals it: standard claims (OpenID Connect
   * Core, section 5.1). Empty ones are left out.
   */
  claims: Record<'profile' | 'email' | 'phone', Record<string, unknown>>
  /** A member's organization, in the form of the claim ORGANIZATION_CLAIM. */
  organization?: { organization_id: string; slug: string }
}

/** The claim of a member's tokens that has their organization. */
export const ORGANIZATION_CLAIM = 'https://stytch.com/organization'

const nonEmpty = (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined && value !== ''))

/** Describes a user to apps. Pure. */
export const userSubject = ({ user_id, name, emails, phone_numbers, providers, roles }: User): Subject => {
  const { first_name, middle_name, last_name } = name
  const [email] = emails
  const [phone] = phone_numbers
  return {
    id: user_id,
    roles,
    claims: {
      profile: nonEmpty({
        name: [first_name, middle_name, last_name].filter(Boolean).join(' '),
        given_name: first_name,
        middle_name,
        family_name: last_name,
        picture: providers.find(({ profile_picture_url }) => profile_picture_url)?.profile_picture_url,
        locale: providers.find(({ locale }) => locale)?.locale,
      }),
      email: email ? { email: email.email, email_verified: email.verified } : {},
      phone: phone ? { phone_number: phone.phone_number, phone_number_verified: phone.verified } : {},
    },
  }
}

/** Describes a member of an organization to apps. Pure. */
export const memberSubject = (member: Member, { organization_id, organization_slug }: Organization): Subject => ({
  id: member.member_id,
  roles: member.roles.map(({ role_id }) => role_id),
  claims: {
    profile: nonEmpty({ name: member.name }),
    email: { email: member.email_address, email_verified: member.email_address_verified },
    phone: member.mfa_phone_number
      ? { phone_number: member.mfa_phone_number, phone_number_verified: member.mfa_phone_number_verified }
      : {},
  },
  organization: { organization_id, slug: organization_slug },
})

/** Everybody who can let an app in. Users and members each add how to find theirs. */
export const createSubjects = () => {
  const sources: ((id: string) => Subject | undefined)[] = []
  return {
    add: (find: (id: string) => Subject | undefined) => {
      sources.push(find)
    },
    /**
     * Returns the subject with this id, as the account is now; undefined if the account is gone.
     */
    find: (id: string) => {
      for (const source of sources) {
        const subject = source(id)
        if (subject) return subject
      }
      return undefined
    },
  }
}

export type Subjects = ReturnType<typeof createSubjects>
