import type { Member, MemberSession, Organization } from '../../api/b2b/entities.ts'
import type { State } from '../state.ts'

/** Who is signed in, as far as this page knows; `{}` when nobody is. */
export interface MemberState {
  session?: MemberSession
  member?: Member
  organization?: Organization
}

/** What storage, another tab or an answer holds, if it has the shape of a state; else `{}`. On the wire the session goes by a longer name. */
export const readMemberState = (value: unknown): State => {
  const {
    member_session,
    session = member_session,
    member,
    organization,
  } = (value || {}) as MemberState & { member_session?: MemberSession }
  const ids = [session?.member_session_id, member?.member_id, organization?.organization_id]
  return (ids.every((id) => typeof id === 'string') ? { session, member, organization } : {}) as State
}
