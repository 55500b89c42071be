import { isPublic } from './connectedApps.ts'
import { challengeOf } from '../methods/pkce.ts'
import type { PageRequest, Router } from '../requests/router.ts'
import type { Tokens } from './authorizations.ts'
import { authenticateClient, readTokenRequest, type Parameters } from './clientAuthentication.ts'
import { atBothPlaces, issuerOf } from './endpoints.ts'
import { chooseResources } from './resources.ts'
import { answerOAuth, refuseOAuth } from './oauthAnswer.ts'
import type { Parts } from '../parts.ts'

const M2M_TOKEN_MINUTES = 60

/** Serves the endpoint at which apps get tokens (RFC 6749, section 3.2). */
export const serveTokenEndpoint = (
  router: Router,
  { project, project_id, connectedApps, m2mClients, tokenSigner, authorizations }: Parts,
) => {
  const exchangeCode = async (request: PageRequest, parameters: Parameters, requestedResources: string[]): Promise<Tokens> => {
    const { client_id } = authenticateClient(request, parameters, connectedApps.withSecrets)
    const { code = '', redirect_uri, code_verifier = '' } = parameters
    const grant = authorizations.code(code)
    if (!grant || grant.client.client_id !== client_id)
      return refuseOAuth('invalid_grant', 'The code is unknown, has expired, was revoked or belongs to another client.')
    if (grant.spent) {
      // RFC 6749, section 4.1.2: a code that is presented twice was stolen, so the tokens that were
      // issued for it are revoked.
      authorizations.revoke(grant.authorization_id)
      return refuseOAuth('invalid_grant', 'The code was already used, so its tokens are revoked.')
    }
    const { authorization } = grant
    if (authorization.redirect_uri !== redirect_uri)
      return refuseOAuth('invalid_grant', 'redirect_uri differs from the one for which the code was issued.')
    const { code_challenge } = authorization
    if (code_challenge ? (await challengeOf(code_verifier)) !== code_challenge : code_verifier !== '') {
      return refuseOAuth('invalid_grant', 'The PKCE code_verifier does not belong to the code_challenge.')
    }
    const resources = chooseResources(authorization.resources ?? [], requestedResources)
    if (authorizations.code(code)?.spent !== false) return refuseOAuth('invalid_grant', 'Another request used the code at the same moment.')
    authorizations.spendCode(code)
    return authorizations.issue(grant, { scopes: grant.scopes, resources, issuer: issuerOf(request), first: true, renew: true })
  }

  const refresh = async (request: PageRequest, parameters: Parameters, requestedResources: string[]): Promise<Tokens> => {
    const { client_id } = authenticateClient(request, parameters, connectedApps.withSecrets)
    const { refresh_token = '', scope } = parameters
    const grant = authorizations.refreshToken(refresh_token)
    if (!grant || grant.client.client_id !== client_id)
      return refuseOAuth('invalid_grant', 'The refresh token is unknown, has expired, was revoked or belongs to another client.')
    if (grant.spent) {
      // RFC 9700, section 4.14.2: either the app or a thief has the newer token, and nobody knows
      // which.
      authorizations.revoke(grant.authorization_id)
      return refuseOAuth('invalid_grant', 'The refresh token was already used, so all tokens of this authorization are revoked.')
    }
    const scopes = scope === undefined ? grant.scopes : scope.split(' ').filter(Boolean)
    // RFC 6749, section 6
    if (!scopes.every((one) => grant.scopes.includes(one))) refuseOAuth('invalid_scope', 'A scope was not granted by the visitor.')
    const resources = chooseResources(grant.authorization.resources ?? [], requestedResources)
    const rotates = project.refresh_token_rotation === 'every_client' || isPublic(grant.client)
    if (rotates) authorizations.spendRefreshToken(refresh_token)
    else authorizations.extendRefreshToken(refresh_token)
    return authorizations.issue(grant, { scopes, resources, issuer: issuerOf(request), first: false, renew: rotates })
  }

  /** A program gets a token for itself (RFC 6749, section 4.4). */
  const clientCredentials = async (request: PageRequest, parameters: Parameters, requestedResources: string[]): Promise<Tokens> => {
    const { client_id, scopes: allowedScopes } = authenticateClient(request, parameters, m2mClients.active)
    const scopes = parameters.scope === undefined ? allowedScopes : parameters.scope.split(' ').filter(Boolean)
    if (!scopes.every((one) => allowedScopes.includes(one))) refuseOAuth('invalid_scope', 'The client does not have one of the scopes.')
    // No visitor has consented to anything.
    chooseResources([], requestedResources)
    const scope = scopes.join(' ')
    const about = { subject: client_id, issuer: issuerOf(request), audience: [project_id], minutes: M2M_TOKEN_MINUTES }
    return {
      access_token: await tokenSigner.sign({ scope }, about),
      token_type: 'bearer',
      expires_in: M2M_TOKEN_MINUTES * 60,
      scope,
    }
  }

  const grants: Record<string, (request: PageRequest, parameters: Parameters, requestedResources: string[]) => Promise<object>> = {
    authorization_code: exchangeCode,
    refresh_token: refresh,
    client_credentials: clientCredentials,
  }

  atBothPlaces(router, project_id)('POST /oauth2/token', async (request) => {
    const { parameters, resources } = await readTokenRequest(request)
    const { grant_type } = parameters
    if (grant_type === undefined) return refuseOAuth('invalid_request', 'grant_type is missing.')
    if (!Object.hasOwn(grants, grant_type))
      return refuseOAuth('unsupported_grant_type', `grant_type must be one of: ${Object.keys(grants).join(', ')}.`)
    return answerOAuth(await grants[grant_type]!(request, parameters, resources))
  })
}
