import * as v from 'valibot'
import { authenticationTime, authorizeFields, submitFields } from '../openid/consent.ts'
import { issuerOf } from '../openid/endpoints.ts'
import { userSubject } from '../openid/subjects.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { sessionNames, type SessionNames } from './sessionNames.ts'
import type { ServerParts } from './parts.ts'

/** Who consents: named by the id, or by a session. */
const selector = { user_id: v.optional(v.string()), ...sessionNames }

/**
 * Serves the consent page's calls for a host that has its own page, or another log-in than the
 * provider's.
 */
export const serveIdp = ({ server }: Router, { clock, users, serverSignIn, userView, consent }: ServerParts) => {
  const decider = async ({ user_id, ...names }: SessionNames & { user_id?: string }) => {
    const session = await serverSignIn.optional(names)
    // Exactly one of the three, as the provider's declarations say.
    if ((user_id === undefined) === (session === undefined)) refuse('no_oauth_authorize_user_selector')
    const user = session?.user ?? users.require(user_id ?? '')
    return {
      user,
      subject: userSubject(user),
      // A server that names a user has just authenticated them.
      authenticationTime: session ? authenticationTime(session.session.authentication_factors) : clock.now(),
    }
  }

  server('POST /idp/oauth/authorize/start', v.object({ ...authorizeFields, ...selector }), async (body) => {
    const who = await decider(body)
    const { client, ...answer } = await consent.start(body, who)
    const { client_logo_url, ...app } = client
    return {
      user_id: who.user.user_id,
      user: userView(who.user),
      ...answer,
      client: { ...app, ...(client_logo_url !== undefined && { logo_url: client_logo_url }) },
    }
  })

  const submit = v.object({ ...submitFields, ...selector })
  server('POST /idp/oauth/authorize', submit, async (body, request) => consent.submit(body, await decider(body), issuerOf(request)))
}
