import * as v from 'valibot'
import { isTestToken } from '../requests/authorization.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'
import { emailAddress, optionalText } from '../requests/fields.ts'
import { standardScopes } from './oauth.ts'
import { redirectUrl } from './redirects.ts'
import { refuse, requestId } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Parts } from '../parts.ts'

/** How long a visitor can take to answer Google's prompt. */
const FLOW_MINUTES = 10

const submission = v.object({
  id_token: v.string(),
  stytch_csrf_token: v.string(),
  login_redirect_url: optionalText,
  signup_redirect_url: optionalText,
})

/** What Google asserts about the person who answered its prompt. */
export const googleClaims = v.object({ sub: v.string(), email: emailAddress, email_verified: v.literal(true) })

/** Serves the two calls that the page of services makes for a sign-in with Google's prompt. */
export const serveOneTap = ({ page, json }: Router, { clock, project, googleSigner, oauthSignIns }: Parts) => {
  /** The CSRF token of each callback. */
  const flows = createExpiring<string>(clock)

  page('GET /v1/public/oauth/google/onetap/start', ({ url }) => {
    if (!isTestToken(new URL(url).searchParams.get('public_token') ?? '')) refuse('unauthorized_credentials')
    const oauth_callback_id = randomToken()
    const stytch_csrf_token = randomToken()
    flows.put(oauth_callback_id, stytch_csrf_token, FLOW_MINUTES)
    return Response.json({
      request_id: requestId(),
      status_code: 200,
      google_client_id: project.google_client_id ?? '',
      stytch_csrf_token,
      oauth_callback_id,
    })
  })

  json('POST /v1/oauth/callback/:id', submission, async (body, request) => {
    const { id = '' } = request.params
    const csrfToken = flows.find(id)
    const isOneTap = request.headers.get('x-stytch-oauth-type') === 'google-one-tap'
    if (!csrfToken || csrfToken !== body.stytch_csrf_token || !isOneTap) refuse('oauth_flow_callback_error')
    const login = redirectUrl(body.login_redirect_url, project, request)
    const signup = redirectUrl(body.signup_redirect_url, project, request)
    const payload = project.google_client_id && (await googleSigner.read(body.id_token, { audience: project.google_client_id }))
    const { success, output } = v.safeParse(googleClaims, payload)
    // Looks again, because two submissions of the same prompt can be waiting in the line above.
    if (!success || !flows.find(id)) return refuse('oauth_flow_callback_error')
    flows.spend(id)
    const redirect_url = oauthSignIns.completeSignIn({ name: 'Google', login, signup, scopes: standardScopes }, output.email, output.sub)
    return { request_id: requestId(), status_code: 200, redirect_url }
  })
}
