import * as v from 'valibot'
import type { Member } from '../../../api/b2b/entities.ts'
import { impersonation } from '../../../api/b2b/impersonation.ts'
import type { Expiring } from '../state/expiring.ts'
import { impersonationProof, SESSION_MINUTES } from '../sessions/impersonation.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Bearer } from './sessions.ts'
import type { BaseMemberParts } from './baseParts.ts'

/** How an administrator of the project signs in as a member. */
export const createImpersonationLogIn =
  ({ organizations, sessions, impersonationTokens }: BaseMemberParts & { impersonationTokens: Expiring<Member> }) =>
  (impersonation_token: string, bearer: Bearer) => {
    const member = impersonationTokens.find(impersonation_token)
    // The member, or the whole organization, can have been deleted since.
    if (!member || member.status === 'deleted' || organizations.members.byId(member.member_id) !== member)
      return refuse('unable_to_auth_impersonation_token')
    impersonationTokens.spend(impersonation_token)
    return sessions.begin(bearer, member, impersonationProof, SESSION_MINUTES)
  }

export type ImpersonationLogIn = ReturnType<typeof createImpersonationLogIn>

/** Serves the call that exchanges an impersonation token for a member's session. */
export const serveImpersonation = ({ on }: Router, { impersonate }: { impersonate: ImpersonationLogIn }) => {
  on(impersonation.authenticate, v.object({ impersonation_token: v.string() }), ({ impersonation_token }, request) =>
    impersonate(impersonation_token, request),
  )
}
