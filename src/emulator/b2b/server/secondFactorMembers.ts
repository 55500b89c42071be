/** Which member a call about a second factor is about, and what it has to prove. */
import * as v from 'valibot'
import type { Member } from '../../../api/b2b/entities.ts'
import { refuse } from '../../refusal.ts'
import type { Organizations } from '../organizations.ts'
import type { SecondFactors } from '../secondFactors.ts'
import type { Bearer, MemberSessions } from '../sessions.ts'

/** The fields by which a call names the member who sets a second factor up. */
export const settingUp = { organization_id: v.string(), member_id: v.string(), intermediate_session_token: v.optional(v.string()) }
/** The same, for a member who proves one. */
export const provingMember = settingUp

interface Named {
  organization_id: string
  member_id: string
  intermediate_session_token?: string
}

interface Needs {
  organizations: Organizations
  sessions: MemberSessions
  secondFactors: SecondFactors
}

export const createMemberOf = ({ organizations, sessions, secondFactors }: Needs) => {
  const named = ({ organization_id, member_id }: Named): Member =>
    organizations.members.required(organizations.required(organization_id).organization_id, member_id)

  const hasProof = ({ intermediate_session_token }: Named, { sessionToken }: Bearer) => {
    if (intermediate_session_token !== undefined && sessionToken !== undefined) refuse('too_many_session_arguments')
    return intermediate_session_token !== undefined || sessionToken !== undefined
  }

  /** Returns the member who is named, if the session or the intermediate session is theirs. */
  const ofSession = (body: Named, bearer: Bearer) => {
    const { organization_id, member_id } = named(body)
    return sessions.memberSigningIn(bearer, body.intermediate_session_token, organization_id, member_id)
  }

  return {
    /** The member who proves a factor: they have an intermediate session or a session. */
    proving: (body: Named, bearer: Bearer) => (hasProof(body, bearer) ? ofSession(body, bearer) : refuse('no_session_arguments')),

    /**
     * The member who sets a factor of this kind up, or gets a code for it. A server can do that without a session, unless the member has another factor
     * that it would get around.
     */
    settingUp: (body: Named, bearer: Bearer, kind: 'sms' | 'totp') => {
      if (hasProof(body, bearer)) return ofSession(body, bearer)
      const member = named(body)
      const other = kind === 'sms' ? secondFactors.hasApp(member) : member.mfa_phone_number_verified
      return other ? refuse('session_enforced_factor_matching_session_required') : member
    },
  }
}

export type MemberOf = ReturnType<typeof createMemberOf>
