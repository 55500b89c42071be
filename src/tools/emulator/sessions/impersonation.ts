import * as v from 'valibot'
import type { User } from '../../../api/entities.ts'
import * as api from '../../../api/impersonation.ts'
import type { Expiring } from '../state/expiring.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Proof } from './sessions.ts'
import type { BaseParts } from '../baseParts.ts'

/** The provider's limit: an impersonation lasts no longer. */
export const SESSION_MINUTES = 60

/** The factor of a session in which an administrator acts as a user. */
export const impersonationProof: Proof = {
  type: 'impersonated',
  delivery_method: 'impersonation',
  impersonated_factor: { impersonator_id: 'impersonator-test', impersonator_email_address: 'support@example.com' },
}

/** Creates the function that spends an impersonation token and returns its user. */
export const createImpersonation = (impersonationTokens: Expiring<User>) => (token: string) => {
  const user = impersonationTokens.find(token) ?? refuse('unable_to_auth_impersonation_token')
  impersonationTokens.spend(token)
  return { user, proof: impersonationProof }
}

export type Impersonation = ReturnType<typeof createImpersonation>

export const serveImpersonation = ({ on }: Router, { sessions, impersonate }: BaseParts & { impersonate: Impersonation }) => {
  on(api.authenticate, v.object({ impersonation_token: v.string() }), ({ impersonation_token }, request) => {
    const { user, proof } = impersonate(impersonation_token)
    return sessions.signIn(request, user, proof, SESSION_MINUTES)
  })
}
