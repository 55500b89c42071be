import type { CallRules } from '../call.ts'
import type { Answer } from '../entities.ts'
import { get, guardedSignIn, post } from './call.ts'
import type { Discovered, MemberAuthentication, SessionOptions } from './entities.ts'

/** The tokens of another provider, for calls of its API. */
export interface ProviderValues {
  /** The access token. */
  access_token: string
  /** The refresh token, or an empty string. */
  refresh_token: string
  /** The ID token (OpenID Connect), or an empty string. */
  id_token: string
  /** The scopes that the access token is good for. */
  scopes: string[]
  /** When the access token ends (RFC 3339). */
  expires_at: string
}

/** What is checked before the page is redirected. `method` is the name that the provider's own SDK gives it in messages. */
export const oauthStartRules: CallRules = { method: 'startOAuthFlow', needs: { custom_scopes: 'array?', provider_params: 'object?' } }

/** `client.oauth`, but for what begins a sign-in: that sends the page elsewhere. */
export const oauth = {
  /** Signs in to an organization with the token that a sign-in has brought back (`stytch_token_type=oauth`). */
  authenticate: guardedSignIn('oauth/authenticate')<
    {
      /** The token from the URL. */
      oauth_token: string
    } & SessionOptions,
    MemberAuthentication & {
      /** The id of the account at the provider. */
      provider_subject: string
      /** The provider: `Google`, `Slack`. */
      provider_type: string
      /** The provider's own tokens. */
      provider_values: ProviderValues
      /** Whether other sessions of the member should be ended, if you keep any outside of the provider. */
      reset_sessions: boolean
    }
  >({
    needs: { oauth_token: 'string', session_duration_minutes: 'number', locale: 'string?' },
    intermediateToken: true,
    verifier: ['pkce_code_verifier', 'oauth'],
  }),
  /** For visitors who have yet to choose an organization. */
  discovery: {
    /** Proves an address with the token that a sign-in has brought back (`stytch_token_type=discovery_oauth`), and says which organizations it leads to. */
    authenticate: guardedSignIn('oauth/discovery/authenticate')<
      {
        /** The token from the URL. */
        discovery_oauth_token: string
      },
      Discovered
    >({
      needs: { discovery_oauth_token: 'string' },
      verifier: ['pkce_code_verifier', 'oauth'],
    }),
  },
}

/** What Google's prompt needs, and what its answer is handed in with; `organization` and `discovery` begin where `oauth` ends. */
export const oneTap = {
  start: get('oauth/google/onetap/start')<undefined, Answer & { google_client_id: string }>({ gives: { 'google_client_id?': 'string' } }),
  submit: post('oauth/google/onetap/submit')<
    { id_token: string; organization_id: string; login_redirect_url?: string; signup_redirect_url?: string },
    Answer & { redirect_url: string }
  >({ gives: { redirect_url: 'string' } }),
  submitDiscovery: post('oauth/google/onetap/discovery/submit')<
    { id_token: string; discovery_redirect_url?: string },
    Answer & { redirect_url: string }
  >({ gives: { redirect_url: 'string' } }),
}
