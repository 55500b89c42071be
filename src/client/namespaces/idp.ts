import * as api from '../../api/idp.ts'
import type { AuthorizeRequest, AuthorizeStarted, AuthorizeSubmit, LogoutRequest } from '../../api/idp.ts'
import type { Answer } from '../../api/entities.ts'
import type { Core } from '../core.ts'

/** `client.idp`: the project as an identity provider for apps. Arguments are sent unchanged. */
export interface IdpNamespace {
  /** Answers which app asks for what, and whether the visitor has to consent. */
  oauthAuthorizeStart(request: AuthorizeRequest): Promise<AuthorizeStarted>
  /**
   * Submits the visitor's decision. Before you send the visitor to `redirect_uri`, check that its
   * origin is the one that the app asked for.
   */
  oauthAuthorizeSubmit(request: AuthorizeSubmit): Promise<
    Answer & {
      /** Where to send the visitor. */
      redirect_uri: string
      /** The code that the app gets, if it gets one. It is part of `redirect_uri`. */
      authorization_code?: string
    }
  >
  /** Says whether the visitor has to confirm that an app signs them out, and where they go. */
  oauthLogoutStart(request: LogoutRequest): Promise<
    Answer & {
      /** Where to send the visitor. */
      redirect_uri: string
      /** Whether the visitor has to confirm. */
      consent_required: boolean
    }
  >
}

/** Creates `client.idp`. */
export const idp = ({ send }: Core): IdpNamespace => ({
  oauthAuthorizeStart: (request) => send(api.oauthAuthorizeStart, request),
  oauthAuthorizeSubmit: (request) => send(api.oauthAuthorizeSubmit, request),
  oauthLogoutStart: (request) => send(api.oauthLogoutStart, request),
})
