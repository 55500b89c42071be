/** The answers of calls that sign a member in, or would if the organization required no more. */
import type { Member, MemberAuthenticated, MemberPending, MemberSession } from '../../../api/b2b/entities.ts'
import type { Answer } from '../../../api/entities.ts'
import { ORGANIZATION_CLAIM } from '../openid/subjects.ts'
import { JWT_MINUTES, SESSION_CLAIM } from '../sessions/liveSessions.ts'
import type { Signer } from '../sessions/signer.ts'
import type { Organization } from './organizations.ts'
import type { missing } from './proofs.ts'

export type MemberPayload<Result> = Omit<Result, keyof Answer>

interface SignedIn {
  member: Member
  organization: Organization
  session: MemberSession
  token: string
}

/** Returns the answer with a session, whose JWT it signs. */
export const authenticated = async (
  { member, organization, session, token }: SignedIn,
  signer: Signer,
): Promise<MemberPayload<MemberAuthenticated>> => {
  const { member_session_id, custom_claims, ...claims } = session
  const { organization_id, organization_slug: slug } = organization
  return {
    member_id: member.member_id,
    organization_id,
    member,
    organization,
    member_session: session,
    session_token: token,
    session_jwt: await signer.sign(
      { ...custom_claims, [SESSION_CLAIM]: { id: member_session_id, ...claims }, [ORGANIZATION_CLAIM]: { organization_id, slug } },
      { subject: member.member_id, minutes: JWT_MINUTES },
    ),
    member_authenticated: true,
    intermediate_session_token: '',
    mfa_required: null,
    primary_required: null,
  }
}

/** Returns the answer without a session: what the organization still requires. */
export const pending = (
  { member, organization, token }: Omit<SignedIn, 'session'>,
  still: ReturnType<typeof missing>,
): MemberPayload<MemberPending> => ({
  member_id: member.member_id,
  organization_id: organization.organization_id,
  member,
  organization,
  member_session: null,
  session_token: '',
  session_jwt: '',
  member_authenticated: false,
  intermediate_session_token: token,
  ...still,
})
