import * as v from 'valibot'
import { impersonation } from '../../api/b2b/impersonation.ts'
import { impersonated, SESSION_MINUTES } from '../impersonation.ts'
import { refuse } from '../refusal.ts'
import type { B2b } from './index.ts'

export const serveImpersonation = ({ on, organizations, sessions, impersonationTokens }: B2b) => {
  on(impersonation.authenticate, v.object({ impersonation_token: v.string() }), ({ impersonation_token }, request) => {
    const found = impersonationTokens.find(impersonation_token)
    // The member, or the whole organization, may have gone since.
    if (!found || found.status === 'deleted' || organizations.members.byId(found.member_id) !== found)
      return refuse('impersonation_token_not_found')
    impersonationTokens.spend(impersonation_token)
    return sessions.impersonate(request, found, impersonated, SESSION_MINUTES)
  })
}
