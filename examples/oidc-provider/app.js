// An app of somebody else, which lets visitors sign in with their account at the product.
import { createServer } from 'node:http'
import * as oidc from 'openid-client'

const { ISSUER = 'http://localhost:3000/oidc', CALENDAR_SECRET = 'for-this-example-only', PORT = '3001' } = process.env
const own = `http://localhost:${PORT}`

const insecure = ISSUER.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : undefined
const config = await oidc.discovery(new URL(ISSUER), 'calendar', CALENDAR_SECRET, undefined, insecure)

/** What is under way, by its `state`. In an app for many visitors, this is in their sessions. */
const begun = new Map()

createServer(async (request, response) => {
  const url = new URL(request.url, own)
  try {
    if (url.pathname === '/callback') {
      const pkceCodeVerifier = begun.get(url.searchParams.get('state'))
      const tokens = await oidc.authorizationCodeGrant(config, url, { pkceCodeVerifier, expectedState: url.searchParams.get('state') })
      const { sub, email } = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
      return response.end(`${email} (${sub})`)
    }
    const [state, verifier] = [oidc.randomState(), oidc.randomPKCECodeVerifier()]
    begun.set(state, verifier)
    const code_challenge = await oidc.calculatePKCECodeChallenge(verifier)
    const more = { redirect_uri: `${own}/callback`, scope: 'openid email', code_challenge, code_challenge_method: 'S256', state }
    response.writeHead(302, { location: oidc.buildAuthorizationUrl(config, more).href }).end()
  } catch (error) {
    response.writeHead(400).end(error.error_description ?? error.message)
  }
}).listen(Number(PORT), () => console.log(`Open ${own}`))
