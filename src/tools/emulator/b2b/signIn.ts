/** Signs a member in without a screen, for tests that begin behind the log-in. */
import type { MemberSignedIn } from '../../../api/b2b/entities.ts'
import type { Answer } from '../../../api/entities.ts'
import { withoutUndefined } from '../requests/fields.ts'
import { withMetadata } from '../state/metadata.ts'
import { noRequest } from '../requests/router.ts'
import { proofOf } from './magicLinks.ts'
import { assignedRoles } from './members.ts'
import type { Organization, Organizations } from './organizations.ts'
import type { MemberSessions } from './sessions.ts'

/** Which member to sign in, with the names of the provider's API. */
export interface SignInMember {
  /** The member's address. If the organization has no such member, one is created. */
  email: string
  /**
   * The id, the slug or the name of the organization. If there is none, one with this name is
   * created.
   */
  organization: string
  /** Replaces the member's name. */
  name?: string
  /**
   * Replaces the member's roles. Every member also has `stytch_member`; `stytch_admin` makes the
   * member an administrator.
   */
  roles?: string[]
  /** Added to the data that only the project's server can change. */
  trusted_metadata?: Record<string, unknown>
  /** Added to the data that the member can change. */
  untrusted_metadata?: Record<string, unknown>
  /** How long the session lasts, by the emulator's clock. Default: 60. */
  session_duration_minutes?: number
}

/** A member's new session. */
export interface SignedInMember extends Omit<MemberSignedIn, keyof Answer | 'organization' | 'member_device'> {
  /** The organization. */
  organization: Organization
}

/** How long the session lasts if the call does not say. */
const DEFAULT_MINUTES = 60

/**
 * Returns the function that signs a member in, whatever the organization requires of its members.
 */
export const createMemberSignIn =
  (organizations: Organizations, sessions: MemberSessions) =>
  async ({
    email,
    organization: reference,
    session_duration_minutes = DEFAULT_MINUTES,
    ...fields
  }: SignInMember): Promise<SignedInMember> => {
    const { members } = organizations
    const organization =
      organizations.byId(reference) ??
      organizations.bySlug(reference) ??
      organizations.withName(reference) ??
      organizations.create(reference)
    const member = members.withEmail(organization.organization_id, email) ?? members.add(organization, email)
    const { name, roles, trusted_metadata, untrusted_metadata } = fields
    Object.assign(member, withoutUndefined({ name, email_address_verified: true }))
    member.trusted_metadata = withMetadata(member.trusted_metadata, trusted_metadata)
    member.untrusted_metadata = withMetadata(member.untrusted_metadata, untrusted_metadata)
    if (roles) Object.assign(member, assignedRoles(roles))
    members.activate(member)
    const answer = await sessions.begin(noRequest(), member, proofOf(email), session_duration_minutes)
    return {
      member_id: member.member_id,
      organization_id: organization.organization_id,
      member,
      organization,
      member_session: answer.member_session,
      session_token: answer.session_token,
      session_jwt: answer.session_jwt,
    }
  }
