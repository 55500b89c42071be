import { call } from '../call.ts'
import type { Answer } from '../entities.ts'
import type { AuthorizeRequest, AuthorizeStarted, AuthorizeSubmit, LogoutRequest } from '../idp.ts'
import { post, type B2bCall } from './call.ts'

/** Who is signed in is known without asking: `client.self`. */
export type MemberAuthorizeStarted = Omit<AuthorizeStarted, 'user' | 'user_id'>

/** `client.idp`: the project as the identity provider of other apps. Bodies are sent word for word. */
export const idp = {
  /** Says who asks for what, and whether the member has to consent. */
  oauthAuthorizeStart: call('POST /idp/b2b/oauth/authorize/start') as B2bCall<AuthorizeRequest, MemberAuthorizeStarted>,
  /** Hands in what the member decided; the answer says where they go. Compare its origin before you send them there (row 29). */
  oauthAuthorizeSubmit: call('POST /idp/b2b/oauth/authorize/submit') as B2bCall<
    AuthorizeSubmit,
    Answer & { redirect_uri: string; authorization_code?: string }
  >,
  /** Says whether the member has to confirm that an app may sign them out, and where they go. */
  oauthLogoutStart: post<LogoutRequest, Answer & { redirect_uri: string; consent_required: boolean }>('oauth/logout/start'),
}
