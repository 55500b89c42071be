import * as v from 'valibot'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { sessionNames } from './sessionNames.ts'
import { signInFields } from './signIn.ts'
import type { ServerParts } from './parts.ts'

/**
 * Serves sign-in with OAuth providers for servers: the token with which a visitor comes back, and
 * accounts that are attached to a user.
 */
export const serveOAuth = ({ server }: Router, { serverSignIn, oauthSignIns, sandbox }: ServerParts) => {
  const attachment = v.object({ provider: v.string(), user_id: v.optional(v.string()), ...sessionNames })
  server('POST /oauth/attach', attachment, async ({ provider, ...names }) => {
    const user = (await serverSignIn.owner(names)) ?? refuse('no_session_arguments')
    return { oauth_attach_token: oauthSignIns.attach(user, provider) }
  })

  const authentication = v.object({ token: v.string(), code_verifier: v.optional(v.string()), ...signInFields })
  server('POST /oauth/authenticate', authentication, async ({ token, code_verifier, ...body }, request) => {
    // Only this call's answer names the session `user_session`.
    const { session, ...answer } = (await serverSignIn.signIn(body, request, async () => {
      const { user, proof, registration, provider_values } = sandbox.oauth(token) ?? (await oauthSignIns.authenticate(token, code_verifier))
      const { provider_subject, provider_type, oauth_user_registration_id } = registration
      return {
        user,
        proof,
        answer: { provider_subject, provider_type, oauth_user_registration_id, provider_values, reset_sessions: false },
      }
    })) as { session?: object }
    return { ...answer, ...(session && { user_session: session }) }
  })
}
