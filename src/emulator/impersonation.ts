import * as v from 'valibot'
import * as api from '../api/impersonation.ts'
import type { Provider } from './provider.ts'
import { refuse } from './refusal.ts'
import type { Proof } from './sessions.ts'

/** The provider's: nobody is someone else for longer. */
export const SESSION_MINUTES = 60

/** Who it was that became someone else. */
export const impersonated: Proof = {
  type: 'impersonated',
  delivery_method: 'impersonation',
  impersonated_factor: { impersonator_id: 'impersonator-test', impersonator_email_address: 'support@example.com' },
}

export const serveImpersonation = ({ on, sessions, impersonationTokens }: Provider) => {
  on(api.authenticate, v.object({ impersonation_token: v.string() }), ({ impersonation_token }, request) => {
    const user = impersonationTokens.find(impersonation_token) ?? refuse('impersonation_token_not_found')
    impersonationTokens.spend(impersonation_token)
    return sessions.signIn(request, user, impersonated, SESSION_MINUTES)
  })
}
