/**
 * Sign-in and log-out of the third-party app with OpenID Connect (authorization code flow with
 * PKCE). It is written as a third party would write it: without Latchkey, and with the library
 * oauth4webapi, which checks every answer and throws if a check fails.
 */
import * as oauth from 'oauth4webapi'
import { base } from '../base.ts'

/** The app's registration at the provider. */
export const client: oauth.Client = { client_id: 'connected-app-test-sunny-notes' }
const provider: oauth.AuthorizationServer = {
  issuer: base,
  authorization_endpoint: `${base}/consent/`,
  token_endpoint: `${base}/v1/oauth2/token`,
  jwks_uri: `${base}/.well-known/jwks.json`,
  end_session_endpoint: `${base}/consent/`,
}

/** Where the provider sends the visitor after a sign-in and after a log-out. */
export const redirectUri = `${base}/app/`

/** The playground is served over plain http, only to this machine. */
const options = { [oauth.allowInsecureRequests]: true }

/** What the app must remember about a sign-in until the answer arrives. It stays in this tab. */
interface Pending {
  state: string
  nonce: string
  verifier: string
}

const KEY = 'sunny-notes'

const takePending = (): Pending | undefined => {
  const record = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return record ? (JSON.parse(record) as Pending) : undefined
}

/**
 * Sends the visitor to the provider, which asks them whether this app may have `scopes`. `prompt`:
 * see OpenID Connect Core, section 3.1.2.1.
 */
export async function startSignIn(scopes: string[], prompt: string | undefined) {
  const [state, nonce, verifier] = [oauth.generateRandomState(), oauth.generateRandomNonce(), oauth.generateRandomCodeVerifier()]
  sessionStorage.setItem(KEY, JSON.stringify({ state, nonce, verifier } satisfies Pending))
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(' '),
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  })
  location.assign(`${provider.authorization_endpoint}?${query}`)
}

/** The result of a sign-in. `claims` is undefined if `openid` was not granted. */
export interface SignInResult {
  claims: oauth.IDToken | undefined
  tokens: oauth.TokenEndpointResponse
}

/**
 * Completes a sign-in with the provider's answer, which is the query of the URL. Checks the state,
 * exchanges the code with its PKCE verifier, then checks issuer, audience, nonce and signature of
 * the ID token. Throws if a check fails, or if this tab began no sign-in.
 */
export async function finishSignIn(query: URLSearchParams): Promise<SignInResult> {
  const pending = takePending()
  if (!pending) throw new Error("This tab has begun no sign-in: the answer is somebody else's, or was used before.")
  const { state, nonce, verifier } = pending
  const answer = oauth.validateAuthResponse(provider, client, query, state)
  const response = await oauth.authorizationCodeGrantRequest(provider, client, oauth.None(), answer, redirectUri, verifier, options)
  const tokens = await oauth.processAuthorizationCodeResponse(provider, client, response, { expectedNonce: nonce })
  if (tokens.id_token) await oauth.validateApplicationLevelSignature(provider, response, options)
  return { claims: oauth.getValidatedIdTokenClaims(tokens), tokens }
}

/**
 * Sends the visitor to the provider to log out there too. The ID token identifies the session that
 * ends.
 */
export function logOut(id_token: string | undefined) {
  const state = oauth.generateRandomState()
  sessionStorage.setItem(`${KEY}-logout`, state)
  const query = new URLSearchParams({
    client_id: client.client_id,
    post_logout_redirect_uri: redirectUri,
    state,
    ...(id_token && { id_token_hint: id_token }),
  })
  location.assign(`${provider.end_session_endpoint}?${query}`)
}

/**
 * Returns whether the URL is the provider's answer to a log-out that this tab began. True only
 * once, so not after a reload.
 */
export function isAnswerToLogOut(query: URLSearchParams): boolean {
  const state = sessionStorage.getItem(`${KEY}-logout`)
  const ours = !!state && state === query.get('state')
  if (ours) sessionStorage.removeItem(`${KEY}-logout`)
  return ours
}
