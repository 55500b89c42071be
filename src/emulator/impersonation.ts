import * as v from 'valibot'
import type { User } from '../api/entities.ts'
import * as api from '../api/impersonation.ts'
import type { Expiring } from './expiring.ts'
import { refuse } from './refusal.ts'
import type { Router } from './router.ts'
import type { Proof, Sessions } from './sessions.ts'

/** The provider's limit: an impersonation lasts no longer. */
export const SESSION_MINUTES = 60

/** The factor of a session in which an administrator acts as a user. */
export const impersonated: Proof = {
  type: 'impersonated',
  delivery_method: 'impersonation',
  impersonated_factor: { impersonator_id: 'impersonator-test', impersonator_email_address: 'support@example.com' },
}

interface Needs {
  sessions: Sessions
  impersonationTokens: Expiring<User>
}

/** Serves the call that exchanges an impersonation token for a session. */
export const serveImpersonation = ({ on }: Router, { sessions, impersonationTokens }: Needs) => {
  on(api.authenticate, v.object({ impersonation_token: v.string() }), ({ impersonation_token }, request) => {
    const user = impersonationTokens.find(impersonation_token) ?? refuse('unable_to_auth_impersonation_token')
    impersonationTokens.spend(impersonation_token)
    return sessions.signIn(request, user, impersonated, SESSION_MINUTES)
  })
}
