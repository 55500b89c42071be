import * as api from '../api/idp.ts'
import type { AuthorizeRequest, AuthorizeStarted, AuthorizeSubmit, LogoutRequest } from '../api/idp.ts'
import type { Answer } from '../api/entities.ts'
import type { Core } from './core.ts'

/** `client.idp`: the project as the identity provider of other apps (wire.md 1.3). Bodies are sent word for word. */
export interface IdpNamespace {
  /** Says who asks for what, and whether the visitor has to consent. */
  oauthAuthorizeStart(request: AuthorizeRequest): Promise<AuthorizeStarted>
  /** Hands in what the visitor decided; the answer says where they go. Compare its origin before you send them there (row 29). */
  oauthAuthorizeSubmit(request: AuthorizeSubmit): Promise<Answer & { redirect_uri: string; authorization_code?: string }>
  /** Says whether the visitor has to confirm that an app may sign them out, and where they go. */
  oauthLogoutStart(request: LogoutRequest): Promise<Answer & { redirect_uri: string; consent_required: boolean }>
}

/** `client.idp`: the project as the identity provider of other apps. */
export const idp = ({ send }: Core): IdpNamespace => ({
  oauthAuthorizeStart: (request) => send(api.oauthAuthorizeStart, request),
  oauthAuthorizeSubmit: (request) => send(api.oauthAuthorizeSubmit, request),
  oauthLogoutStart: (request) => send(api.oauthLogoutStart, request),
})
