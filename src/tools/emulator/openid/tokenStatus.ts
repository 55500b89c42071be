import type { PageRequest, Router } from '../requests/router.ts'
import { authenticateClient, readParameters } from './clientAuthentication.ts'
import { atBothPlaces, issuerOf } from './endpoints.ts'
import { answerOAuth, refuseOAuth } from './oauthAnswer.ts'
import { ORGANIZATION_CLAIM } from './subjects.ts'
import type { Parts } from '../parts.ts'

/** Serves introspection and revocation. Both are for the app to which a token was issued. */
export const serveTokenStatus = (router: Router, { project_id, connectedApps, m2mClients, tokenSigner, authorizations }: Parts) => {
  const both = atBothPlaces(router, project_id)

  /** Reads the app and its token. `token_type_hint` is not needed: no token is of both kinds. */
  const read = async (request: PageRequest) => {
    const parameters = await readParameters(request)
    const { client_id } = authenticateClient(request, parameters, (id) => connectedApps.withSecrets(id) ?? m2mClients.active(id))
    const { token } = parameters
    if (token === undefined) return refuseOAuth('invalid_request', 'token is missing.')
    return { client_id, token, access: await authorizations.accessToken(token), refresh: authorizations.refreshToken(token) }
  }

  both('POST /oauth2/introspect', async (request) => {
    const { client_id, token, access, refresh } = await read(request)
    if (access?.client.client_id === client_id) return answerOAuth({ active: true, token_type: 'access_token', ...access.claims })
    if (refresh?.client.client_id === client_id && !refresh.spent) {
      const { authorization, subject, scopes, iat, exp } = refresh
      return answerOAuth({
        active: true,
        token_type: 'refresh_token',
        sub: subject.id,
        scope: scopes.join(' '),
        client_id,
        aud: [project_id, ...(authorization.resources ?? [])],
        iss: issuerOf(request),
        iat,
        nbf: iat,
        exp,
        ...(subject.organization && { [ORGANIZATION_CLAIM]: subject.organization }),
      })
    }
    const program = m2mClients.active(client_id) && (await tokenSigner.read(token))
    // Tokens of programs are not kept: each is good until it expires, as long as its client is.
    if (program && program.sub === client_id && program.jti === undefined)
      return answerOAuth({ active: true, token_type: 'access_token', client_id, ...program })
    // RFC 7662, section 2.2: nothing else about a token that is not active, or not this app's.
    return answerOAuth({ active: false })
  })

  both('POST /oauth2/revoke', async (request) => {
    const { client_id, access, refresh } = await read(request)
    const owner = (access ?? refresh)?.client.client_id
    // RFC 7009, section 2.1: the token of another app is refused. RFC 7009, section 2.2: one that
    // is not valid is no error.
    if (owner !== undefined && owner !== client_id) return refuseOAuth('invalid_grant', 'The token belongs to another client.')
    if (refresh) authorizations.revoke(refresh.authorization_id)
    if (access?.claims.jti !== undefined) authorizations.revokeAccessToken(access.claims.jti)
    // RFC 7009, section 2.2: clients ignore the body, but the provider's SDKs read one.
    return answerOAuth({})
  })
}
