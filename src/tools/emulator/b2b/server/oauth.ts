import { discoveryOAuthToken, oauthToken } from '../oauth.ts'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

export const serveOAuth = ({ call, signingIn }: ServerCalls, { oauthLogIns }: MemberParts) => {
  signingIn('POST /oauth/authenticate', oauthToken, oauthLogIns.authenticate)
  call('POST /oauth/discovery/authenticate', discoveryOAuthToken, oauthLogIns.authenticateDiscovery)
}
