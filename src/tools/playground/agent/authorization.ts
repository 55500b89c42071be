/**
 * How the agent gets its token. It is written as somebody else would write it: without Latchkey,
 * and with the library oauth4webapi. Nobody has registered the agent, so it registers itself (RFC
 * 7591), as clients of the Model Context Protocol do.
 */
import * as oauth from 'oauth4webapi'
import { base } from '../base.ts'
import { CALENDAR, tools } from './tools.ts'

/** The playground is served over plain http, only to this machine. */
export const options = { [oauth.allowInsecureRequests]: true }

const issuer = new URL(base)
const redirectUri = `${base}/agent/`

const discover = async () => oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...options }))
let discovery: Promise<oauth.AuthorizationServer> | undefined

/** Returns what the provider says about itself. */
export const provider = () => (discovery ??= discover())

/** What the agent must remember about a request until the answer arrives. It stays in this tab. */
interface Pending {
  client: oauth.Client
  state: string
  verifier: string
}

const KEY = 'almanac-asks'

/**
 * The agent registers itself, and sends the visitor to the provider, which asks them for all of the
 * tools.
 */
export async function ask() {
  const as = await provider()
  const metadata = {
    client_name: 'Almanac',
    redirect_uris: [redirectUri],
    logo_uri: `${base}/favicon.svg`,
    token_endpoint_auth_method: 'none',
  }
  const registration = await oauth.dynamicClientRegistrationRequest(as, metadata, options)
  const { client_id } = await oauth.processDynamicClientRegistrationResponse(registration)
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  sessionStorage.setItem(KEY, JSON.stringify({ client: { client_id }, state, verifier } satisfies Pending))
  const query = new URLSearchParams({
    client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: tools.map(({ scope }) => scope).join(' '),
    resource: CALENDAR,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  location.assign(`${as.authorization_endpoint}?${query}`)
}

/** What the agent has been given. */
export interface Access {
  client: oauth.Client
  access_token: string
  scopes: string[]
}

/**
 * Exchanges the provider's answer, which is the query of the URL, for a token. Throws if a check
 * fails, or if this tab has not asked.
 */
export async function finish(query: URLSearchParams): Promise<Access> {
  const record = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (!record) throw new Error("This tab has not asked: the answer is somebody else's, or was used before.")
  const { client, state, verifier } = JSON.parse(record) as Pending
  const as = await provider()
  const answer = oauth.validateAuthResponse(as, client, query, state)
  const response = await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), answer, redirectUri, verifier, {
    ...options,
    additionalParameters: { resource: CALENDAR },
  })
  const { access_token, scope = '' } = await oauth.processAuthorizationCodeResponse(as, client, response)
  return { client, access_token, scopes: scope.split(' ') }
}
