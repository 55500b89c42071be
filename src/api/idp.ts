import { call } from './call.ts'
import type { Answer, User } from './entities.ts'

/** What an app asks for (RFC 6749, section 4.1.1), as the consent screen passes it on. */
export interface AuthorizeRequest {
  client_id: string
  redirect_uri: string
  response_type: string
  scopes: string[]
  prompt?: string
}

export interface AuthorizeStarted extends Answer {
  user_id: string
  user: User
  consent_required: boolean
  client: { client_id: string; client_name: string; client_description: string; client_type: string; client_logo_url?: string }
  scope_results: { scope: string; description: string; is_grantable: boolean }[]
}

export interface AuthorizeSubmit extends AuthorizeRequest {
  consent_granted: boolean
  code_challenge?: string
  state?: string
  nonce?: string
}

export interface LogoutRequest {
  client_id: string
  post_logout_redirect_uri: string
  id_token_hint?: string
  state?: string
}

export const oauthAuthorizeStart = call<AuthorizeRequest, AuthorizeStarted>('POST /idp/oauth/authorize/start', {
  gives: {
    consent_required: 'boolean',
    client: { 'client_name?': 'string', 'client_logo_url?': 'string' },
    scope_results: [{ scope: 'string', 'description?': 'string', is_grantable: 'boolean' }],
  },
})

export const oauthAuthorizeSubmit = call<AuthorizeSubmit, Answer & { redirect_uri: string; authorization_code?: string }>(
  'POST /idp/oauth/authorize/submit',
  { gives: { 'redirect_uri?': 'string' } },
)

export const oauthLogoutStart = call<LogoutRequest, Answer & { redirect_uri: string; consent_required: boolean }>(
  'POST /oauth/logout/start',
  { gives: { 'redirect_uri?': 'string', consent_required: 'boolean' } },
)
