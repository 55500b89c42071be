import type { Member, MemberSession, Organization } from '../../api/b2b/entities.ts'
import type { Core } from '../core.ts'

/** Who is signed in, as far as this page knows; `{}` if nobody is. */
export interface MemberState {
  /** The session. */
  session?: MemberSession
  /** The member. */
  member?: Member
  /** The organization that the member is signed in to. */
  organization?: Organization
}

/** The core of a client for members. */
export type MemberCore = Core<MemberState>

/**
 * Reads a member's state in a value from storage, another tab or an answer; `{}` if the value is
 * not a state. In an answer the session is called `member_session`.
 */
export const readMemberState = (value: unknown): MemberState => {
  const {
    member_session,
    session = member_session,
    member,
    organization,
  } = (value || {}) as MemberState & { member_session?: MemberSession }
  const ids = [session?.member_session_id, member?.member_id, organization?.organization_id]
  return ids.every((id) => typeof id === 'string') ? { session, member, organization } : {}
}
