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
  /** When the access token expires (RFC 3339). */
  expires_at: string
}

/**
 * The checks before the page is redirected. `method` is the name that the messages of the
 * provider's SDK use.
 */
export const oauthStartRules: CallRules = { method: 'startOAuthFlow', needs: { custom_scopes: 'array?', provider_params: 'object?' } }

/**
 * The methods of `client.oauth` that call the provider. Those that begin a sign-in redirect the
 * page (client/b2b/redirectStarts.ts).
 */
export const oauth = {
  /** Signs in to an organization with the token of a sign-in (`stytch_token_type=oauth`). */
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
      /**
       * Whether other sessions of the member should be ended, if you keep any outside of the
       * provider.
       */
      reset_sessions: boolean
    }
  >({
    needs: { oauth_token: 'string', session_duration_minutes: 'number', locale: 'string?' },
    intermediateToken: true,
    verifier: ['pkce_code_verifier', 'oauth'],
  }),
  /** For visitors who have yet to choose an organization. */
  discovery: {
    /**
     * Proves an address with the token that a sign-in returned
     * (`stytch_token_type=discovery_oauth`), and says which organizations it leads to.
     */
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

/**
 * The calls of Google's One Tap: `start` gets the Google client id, `submit` and `submitDiscovery`
 * submit the account that the visitor has chosen.
 */
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
