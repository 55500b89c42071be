import type { CallRules } from '../call.ts'
import type { Answer } from '../entities.ts'
import { get, gives, post, signsIn } from './call.ts'
import type { Discovered, MemberAuthentication, SessionOptions } from './entities.ts'

/** What the other side gave. */
export interface ProviderValues {
  access_token: string
  refresh_token: string
  id_token: string
  scopes: string[]
  expires_at: string
}

/** What is checked before a browser is sent elsewhere; the name is the one that the provider's SDK gives it. */
export const start: CallRules = { method: 'startOAuthFlow', needs: { custom_scopes: 'array?', provider_params: 'object?' } }

/** `client.oauth`, but for what begins a sign-in: that sends the page elsewhere. */
export const oauth = {
  /** Signs in to an organization with the token that came back (`stytch_token_type` oauth). */
  authenticate: signsIn<
    { oauth_token: string } & SessionOptions,
    MemberAuthentication & { provider_subject: string; provider_type: string; provider_values: ProviderValues; reset_sessions: boolean }
  >('oauth/authenticate', 'oauth_token session_duration_minutes locale? +intermediate_session_token +pkce_code_verifier:oauth'),
  discovery: {
    /** Proves an address with the token that came back (`stytch_token_type` discovery_oauth), and says which organizations it leads to. */
    authenticate: signsIn<{ discovery_oauth_token: string }, Discovered>(
      'oauth/discovery/authenticate',
      'discovery_oauth_token +pkce_code_verifier:oauth',
    ),
  },
}

/** What Google's prompt needs, and what its answer is handed in with; `organization` and `discovery` begin where `oauth` ends. */
export const oneTap = {
  start: gives(get<undefined, Answer & { google_client_id: string }>('oauth/google/onetap/start'), { 'google_client_id?': 'string' }),
  submit: gives(
    post<
      { id_token: string; organization_id: string; login_redirect_url?: string; signup_redirect_url?: string },
      Answer & { redirect_url: string }
    >('oauth/google/onetap/submit'),
    { redirect_url: 'string' },
  ),
  submitDiscovery: gives(
    post<{ id_token: string; discovery_redirect_url?: string }, Answer & { redirect_url: string }>('oauth/google/onetap/discovery/submit'),
    { redirect_url: 'string' },
  ),
}
