/** Which member a call about a second factor is about, and what it has to prove. */
import { refuse } from '../../requests/refusal.ts'
import type { SecondFactors } from '../secondFactors.ts'
import type { Bearer, WhoSignsIn } from '../sessions.ts'
import type { ServerCalls } from './calls.ts'
import type { BaseMemberParts } from '../baseParts.ts'

export const createMemberOf = (
  { requireMember }: ServerCalls,
  { sessions, secondFactors }: BaseMemberParts & { secondFactors: SecondFactors },
) => {
  const hasProof = ({ intermediate_session_token }: WhoSignsIn, { sessionToken }: Bearer) => {
    if (intermediate_session_token !== undefined && sessionToken !== undefined) refuse('too_many_session_arguments')
    return intermediate_session_token !== undefined || sessionToken !== undefined
  }

  /** Returns the member who is named, if the session or the intermediate session is theirs. */
  const ofSession = (body: WhoSignsIn, bearer: Bearer) => {
    const { organization_id, member_id } = requireMember(body)
    return sessions.memberSigningIn(bearer, { ...body, organization_id, member_id })
  }

  return {
    /** The member who proves a factor: they have an intermediate session or a session. */
    proving: (body: WhoSignsIn, bearer: Bearer) => (hasProof(body, bearer) ? ofSession(body, bearer) : refuse('no_session_arguments')),

    /**
     * The member who sets a factor of this kind up, or gets a code for it. A server can do that
     * without a session, unless the member has another factor that it would get around.
     */
    settingUp: (body: WhoSignsIn, bearer: Bearer, kind: 'sms' | 'totp') => {
      if (hasProof(body, bearer)) return ofSession(body, bearer)
      const member = requireMember(body)
      const other = kind === 'sms' ? secondFactors.hasApp(member) : member.mfa_phone_number_verified
      return other ? refuse('session_enforced_factor_matching_session_required') : member
    },
  }
}

export type MemberOf = ReturnType<typeof createMemberOf>
