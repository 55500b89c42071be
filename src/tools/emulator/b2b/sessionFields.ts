/** What a member's session says: who the member is, and what they have proved. */
import type { Member, MemberFactor, MemberSession } from '../../../api/b2b/entities.ts'
import type { Proof } from '../sessions/sessions.ts'
import type { Organization } from './organizations.ts'
import { isSecond, kindOf } from './proofs.ts'

export const rolesOf = ({ roles }: Member) => roles.map(({ role_id }) => role_id)

export const newSession = (member: Member, organization: Organization, now: string): MemberSession => ({
  member_session_id: `member-session-test-${crypto.randomUUID()}`,
  member_id: member.member_id,
  organization_id: organization.organization_id,
  organization_slug: organization.organization_slug,
  authentication_factors: [],
  started_at: now,
  last_accessed_at: now,
  expires_at: now,
  roles: [],
  custom_claims: {},
})

/** Adds the proofs of the methods of which the session has none. */
export const addProofs = ({ authentication_factors: factors }: MemberSession, proofs: Proof[], now: string) => {
  const kinds = new Set(factors.map(kindOf))
  const times = { last_authenticated_at: now, created_at: now, updated_at: now }
  for (const proof of proofs.filter((proof) => !kinds.has(kindOf(proof))))
    factors.push({ ...proof, sequence_order: isSecond(proof) ? 'SECONDARY' : 'PRIMARY', ...times } as unknown as MemberFactor)
}
