/** What visitors have proved who are not signed in yet, by the token for their next step. */
import type { Member } from '../../../api/b2b/entities.ts'
import { refuse } from '../requests/refusal.ts'
import type { Clock } from '../state/clock.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'
import type { VisitorIdentity } from './proofs.ts'

/** How long a visitor can take to complete a sign-in. */
const MINUTES = 10

/**
 * Whether an intermediate session belongs to this member. One that is bound to a member belongs
 * to no other, even if the address is the same.
 */
export const isOf = (intermediate: VisitorIdentity, member: Member) =>
  intermediate.email === member.email_address && (!intermediate.member || intermediate.member === member)

export const createIntermediateSessions = (clock: Clock) => {
  const identities = createExpiring<VisitorIdentity>(clock)
  const find = (token: string | undefined) => (token === undefined ? undefined : identities.find(token))
  return {
    /** Begins an intermediate session and returns its token. */
    begin: (identity: VisitorIdentity) => {
      const token = randomToken()
      identities.put(token, identity, MINUTES)
      return token
    },
    find,
    require: (token: string | undefined) => find(token) ?? refuse('intermediate_session_not_found'),
    spend: (token: string | undefined) => token !== undefined && identities.spend(token),
  }
}
