/** Which organizations a visitor can enter or join, by what they have proved. */
import type { DiscoveredOrganization, Member, Membership } from '../../../api/b2b/entities.ts'
import { domainOf, type Organizations } from './organizations.ts'
import { missing, proofsFor, type VisitorIdentity } from './proofs.ts'

/** How a visitor with this address belongs to an organization. */
const membershipOf = (email: string, member: Member | null): Membership => {
  if (!member) return { type: 'eligible_to_join_by_email_domain', details: { domain: domainOf(email) }, member }
  const { status } = member
  const type = status === 'active' ? 'active_member' : status === 'invited' ? 'invited_member' : 'pending_member'
  return { type, details: null, member }
}

/** Returns the organizations that a visitor can enter or join, and what each still requires. */
export const organizationsOf = (identity: VisitorIdentity, { around, mayJoin, members }: Organizations): DiscoveredOrganization[] => {
  const { email } = identity
  return around(email).flatMap((organization): DiscoveredOrganization[] => {
    const member = members.withEmail(organization.organization_id, email) ?? null
    if (!member && !mayJoin(organization, email)) return []
    const proofs = proofsFor(identity, member ?? undefined)
    const still = missing(member ?? ({ mfa_enrolled: false } as Member), organization, proofs)
    return [
      {
        organization,
        membership: membershipOf(email, member),
        member_authenticated: !still.mfa_required && !still.primary_required,
        ...still,
      },
    ]
  })
}
