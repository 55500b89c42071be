import { call, type CallRules } from './call.ts'
import type { Authenticated, SessionDuration } from './entities.ts'

/** What the other side says of the visitor. */
export interface OAuthAuthenticated extends Authenticated {
  provider_subject: string
  provider_type: string
  profile_picture_url: string
  locale: string
  provider_values: { access_token: string; refresh_token: string; id_token: string; scopes: string[]; expires_at: string }
}

/** What is checked before a browser is sent there; the name is the one that the provider's SDK gives it (wire.md 1.3). */
export const start: CallRules & { route: string } = {
  method: 'startOAuthFlow',
  route: 'GET /v1/public/oauth/:provider/start',
  needs: { custom_scopes: 'array?', provider_params: 'object?', login_redirect_url: 'string?', signup_redirect_url: 'string?' },
}

/** The same for Google's prompt. */
export const oneTap: CallRules = {
  method: 'oauth.googleOneTap.start',
  needs: { login_redirect_url: 'string?', signup_redirect_url: 'string?', cancel_on_tap_outside: 'boolean?' },
}

/** The page that a sign-in begins with is `/v1/public/oauth/{provider}/start`, which a browser is sent to (wire.md 2.2). */
export const authenticate = call<{ token: string; code_verifier?: string } & SessionDuration, OAuthAuthenticated>(
  'POST /oauth/authenticate',
  {
    method: 'oauth.authenticate',
    needs: { token: ['string', 'Token'], session_duration_minutes: 'number' },
    signsIn: true,
  },
)
