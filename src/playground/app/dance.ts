/**
 * The app's side of a sign-in by OpenID Connect (authorization code flow with PKCE), as a third party writes it: with a library, and nothing of Latchkey's.
 * Everything is checked by oauth4webapi, which throws when it does not hold.
 */
import * as oauth from 'oauth4webapi'

/** What the app was told when it was registered: its id, and where the provider is. */
export const client: oauth.Client = { client_id: 'connected-app-test-sunny-notes', id_token_signed_response_alg: 'ES256' }
const provider: oauth.AuthorizationServer = {
  issuer: 'stytch.com/project-test-00000000-0000-4000-8000-000000000000',
  authorization_endpoint: `${location.origin}/consent/`,
  token_endpoint: `${location.origin}/v1/oauth2/token`,
  jwks_uri: `${location.origin}/.well-known/jwks.json`,
  end_session_endpoint: `${location.origin}/consent/`,
}

/** Where the provider answers, and where it leads a visitor after a log-out. */
export const redirectUri = `${location.origin}/app/`

/** The playground is served over plain http, to this machine alone. */
const options = { [oauth.allowInsecureRequests]: true }

/** What the app keeps for the answer: in this tab, as it is about this sign-in. */
interface Pending {
  state: string
  nonce: string
  verifier: string
}

const KEY = 'sunny-notes'

const take = (): Pending | undefined => {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return kept ? (JSON.parse(kept) as Pending) : undefined
}

/** Sends the visitor to the provider, to let this app have `scopes`. */
export async function begin(scopes: string[], prompt: string | undefined) {
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

/** What the app has got. */
export interface Signed {
  claims: oauth.IDToken | undefined
  tokens: oauth.TokenEndpointResponse
}

/** Finishes a sign-in with the provider's answer in the address: state, code and PKCE, then issuer, audience, nonce and signature of the id token. */
export async function finish(query: URLSearchParams): Promise<Signed> {
  const pending = take()
  if (!pending) throw new Error("This tab has begun no sign-in: the answer is somebody else's, or was used before.")
  const { state, nonce, verifier } = pending
  const answer = oauth.validateAuthResponse(provider, client, query, state)
  const response = await oauth.authorizationCodeGrantRequest(provider, client, oauth.None(), answer, redirectUri, verifier, options)
  const tokens = await oauth.processAuthorizationCodeResponse(provider, client, response, { expectedNonce: nonce })
  if (tokens.id_token) await oauth.validateApplicationLevelSignature(provider, response, options)
  return { claims: oauth.getValidatedIdTokenClaims(tokens), tokens }
}

/** Sends the visitor to log out at the provider as well; the id token says whose session it is about. */
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

/** Whether the address is the provider's answer to a log-out of this tab's. */
export function loggedOut(query: URLSearchParams): boolean {
  const state = sessionStorage.getItem(`${KEY}-logout`)
  const ours = !!state && state === query.get('state')
  if (ours) sessionStorage.removeItem(`${KEY}-logout`)
  return ours
}
