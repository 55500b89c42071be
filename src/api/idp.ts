import { call } from './call.ts'
import type { Answer, User } from './entities.ts'

/** What an app asks for (RFC 6749, section 4.1.1). */
export interface AuthorizeRequest {
  /** The app's OAuth client id. */
  client_id: string
  /** Where the app wants the visitor sent back to. */
  redirect_uri: string
  /** What the app wants back: `code`. */
  response_type: string
  /** What the app asks for. */
  scopes: string[]
  /**
   * What to ask the visitor (OpenID Connect Core, section 3.1.2.1): `none`, `login`, `consent`,
   * `select_account`, separated by spaces.
   */
  prompt?: string
  /**
   * Where the app wants to use its access (RFC 8707): URIs, every `resource` of its request. Left
   * out if it has none. At the start, only a server of your own (`backend`) reads it.
   */
  resources?: string[]
}

/** Which app asks for what, and whether the visitor has to consent. */
export interface AuthorizeStarted extends Answer {
  /** The user who is signed in. */
  user_id: string
  /** The user who is signed in. */
  user: User
  /** Whether to ask the visitor. If not, submit the request with `consent_granted: false`. */
  consent_required: boolean
  /** The app. */
  client: {
    /** Its OAuth client id. */
    client_id: string
    /** Its name. */
    client_name: string
    /** How it describes itself. */
    client_description: string
    /**
     * Whose app it is, and whether it can keep a secret: `first_party`, `first_party_public`,
     * `third_party`, `third_party_public`.
     */
    client_type: string
    /** The URL of its logo. */
    client_logo_url?: string
  }
  /** The scopes that it asks for. */
  scope_results: {
    /** The scope. */
    scope: string
    /** What the scope is for, to show the visitor. */
    description: string
    /** Whether this visitor can grant it. */
    is_grantable: boolean
  }[]
}

/** The request, with the visitor's decision. */
export interface AuthorizeSubmit extends AuthorizeRequest {
  /** Whether the visitor has consented. */
  consent_granted: boolean
  /** The app's PKCE challenge (RFC 7636), from its request. */
  code_challenge?: string
  /** The app's own value, from its request. The app gets it back. */
  state?: string
  /** The value for the app's ID token, from its request. */
  nonce?: string
  /** The same as `resources`, as the types of the provider's SDK name it here. */
  resource?: string[]
}

/** An app's request to sign the visitor out (OpenID Connect RP-Initiated Logout, section 2). */
export interface LogoutRequest {
  /** The app's OAuth client id. */
  client_id: string
  /** Where the app wants the visitor sent back to. */
  post_logout_redirect_uri: string
  /** An ID token that the app was issued, which says whom to sign out. */
  id_token_hint?: string
  /** The app's own value. The app gets it back. */
  state?: string
}

export const oauthAuthorizeStart = call<AuthorizeRequest, AuthorizeStarted>('POST /idp/oauth/authorize/start', {
  gives: {
    consent_required: 'boolean',
    client: { 'client_name?': 'string', 'client_type?': 'string', 'client_logo_url?': 'string' },
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
