import { call, type CallRules } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'

/** The answer of a sign-in with another provider. */
export interface OAuthAuthenticated extends Authenticated {
  /** The id of the account at the provider. */
  provider_subject: string
  /** The provider: `Google`, `Github`. */
  provider_type: string
  /** The URL of the account's picture, or an empty string. */
  profile_picture_url: string
  /** The language of the account, as a BCP 47 tag, or an empty string. */
  locale: string
  /** The provider's own tokens, for calls of its API. */
  provider_values: {
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
}

/** The answer of `attach`. */
export interface OAuthAttached extends Answer {
  /** The token, for `oauth_attach_token` of `start`. It can be used once. */
  oauth_attach_token: string
}

/**
 * The page where a sign-in begins, and the checks before the browser is sent there. Usage errors
 * use the provider's name for the method.
 */
export const startRules: CallRules & { route: string } = {
  method: 'startOAuthFlow',
  route: 'GET /v1/public/oauth/:provider/start',
  needs: {
    custom_scopes: 'array?',
    provider_params: 'object?',
    login_redirect_url: 'string?',
    signup_redirect_url: 'string?',
    oauth_attach_token: 'string?',
  },
}

/** The checks before Google's One Tap prompt. */
export const oneTapRules: CallRules = {
  method: 'oauth.googleOneTap.start',
  needs: { login_redirect_url: 'string?', signup_redirect_url: 'string?', cancel_on_tap_outside: 'boolean?' },
}

/** Gets a token with which the next sign-in links its account to the signed-in user. */
export const attach = call<{ provider: string }, OAuthAttached>('POST /oauth/attach', {
  method: 'oauth.attach',
  needs: { provider: 'string' },
})

/** Completes a sign-in with the token that the browser comes back with. */
export const authenticate = call<{ token: string; code_verifier?: string } & SessionDuration, OAuthAuthenticated>(
  'POST /oauth/authenticate',
  {
    method: 'oauth.authenticate',
    needs: { token: ['string', 'Token'], session_duration_minutes: 'number' },
    signsIn: true,
  },
)
