import type { Answer } from '../entities.ts'
import type { AuthorizeRequest, AuthorizeStarted, AuthorizeSubmit, LogoutRequest } from '../idp.ts'
import { idpPost, post } from './call.ts'

/**
 * Which app asks for what, and whether the member has to consent. It does not contain the member,
 * whom `client.self` has.
 */
export type MemberAuthorizeStarted = Omit<AuthorizeStarted, 'user' | 'user_id'>

/** `client.idp`: the project as an identity provider for apps. Arguments are sent unchanged. */
export const idp = {
  /** Says which app asks for what, and whether the member has to consent. */
  oauthAuthorizeStart: idpPost('oauth/authorize/start')<AuthorizeRequest, MemberAuthorizeStarted>(),
  /**
   * Submits the member's decision. Before you send the member to `redirect_uri`, check that its
   * origin is the one that the app asked for.
   */
  oauthAuthorizeSubmit: idpPost('oauth/authorize/submit')<
    AuthorizeSubmit,
    Answer & {
      /** Where to send the member. */
      redirect_uri: string
      /** The code that the app gets, if it gets one. It is part of `redirect_uri`. */
      authorization_code?: string
    }
  >(),
  /** Says whether the member has to confirm that an app signs them out, and where they go. */
  oauthLogoutStart: post('oauth/logout/start')<
    LogoutRequest,
    Answer & {
      /** Where to send the member. */
      redirect_uri: string
      /** Whether the member has to confirm. */
      consent_required: boolean
    }
  >(),
}
