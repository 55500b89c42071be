import { discoveryOAuthToken, oauthToken, type OAuthLogIns } from '../oauth.ts'
import type { ServerCalls } from './calls.ts'

/** Serves the tokens of sign-ins at OAuth providers for a server. */
export const serveOAuth = ({ call, signingIn }: ServerCalls, { oauthLogIns }: { oauthLogIns: OAuthLogIns }) => {
  signingIn('POST /oauth/authenticate', oauthToken, oauthLogIns.authenticate)
  call('POST /oauth/discovery/authenticate', discoveryOAuthToken, oauthLogIns.authenticateDiscovery)
}
