/**
 * The consent page's calls for users: which app asks for what, the visitor's decision, and the
 * log-out.
 */
import * as v from 'valibot'
import { oauthApp } from '../../../api/askingApp.ts'
import * as api from '../../../api/idp.ts'
import { authenticationTime, authorizeFields, logoutBody, submitFields } from './consent.ts'
import { issuerOf } from './endpoints.ts'
import { userSubject } from './subjects.ts'
import { requireProvenEmail } from '../methods/emailProofs.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import type { Parts } from '../parts.ts'

/** Serves `client.idp`. */
export const serveIdp = ({ on }: Router, { project, sessions, consent, connectedApps }: Parts) => {
  const decider = (request: ApiRequest) => {
    const { user, session } = sessions.require(request)
    requireProvenEmail(project, user)
    return { user, subject: userSubject(user), authenticationTime: authenticationTime(session.authentication_factors) }
  }

  on(oauthApp, v.object({ oauth_query: v.string() }), ({ oauth_query }) => {
    if (!project.backend) return refuse('route_not_found')
    const query = new URLSearchParams(oauth_query)
    // a real server checks this signature of its own
    const app = query.has('sig') && connectedApps.client(query.get('client_id') ?? '')
    if (!app) return refuse('connected_app_not_found')
    return { client: { client_id: app.client_id, client_name: app.client_name } }
  })

  on(api.oauthAuthorizeStart, v.object(authorizeFields), async (body, request) => {
    const who = decider(request)
    return { user_id: who.user.user_id, user: who.user, ...(await consent.start(body, who)) }
  })

  on(api.oauthAuthorizeSubmit, v.object(submitFields), (body, request) => consent.submit(body, decider(request), issuerOf(request)))

  on(api.oauthLogoutStart, logoutBody, (body, request) => consent.logout(body, sessions.optional(request)?.user.user_id))
}
