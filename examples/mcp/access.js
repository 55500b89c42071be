import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { API, BACKEND, ISSUER, RESOURCE, STYTCH_PROJECT_ID, STYTCH_SECRET } from './project.js'

/** What clients read about the provider (RFC 8414). */
export const metadata = await fetch(`${ISSUER}/.well-known/oauth-authorization-server`).then((answer) => {
  if (!answer.ok) throw new Error(`${ISSUER} has no metadata: status ${answer.status}`)
  return answer.json()
})
const keys = createRemoteJWKSet(new URL(metadata.jwks_uri))
const authorization = `Basic ${btoa(`${STYTCH_PROJECT_ID}:${STYTCH_SECRET}`)}`

/**
 * Whether the user still lets the app in. A token stays valid for up to an hour after they have
 * revoked it, so the provider is asked.
 */
const isLetIn = async (token, user_id, client_id) => {
  // needs the scope openid
  if (BACKEND) return (await fetch(metadata.userinfo_endpoint, { headers: { authorization: `Bearer ${token}` } })).ok
  const answer = await fetch(`${API}/v1/users/${encodeURIComponent(user_id)}/connected_apps`, { headers: { authorization } })
  if (!answer.ok) return false
  const { connected_apps } = await answer.json()
  return connected_apps.some(({ connected_app_id }) => connected_app_id === client_id)
}

/**
 * Checks the token of a request: who issued it, for which server, whether it is in time and still
 * wanted. Scopes are checked by each tool.
 */
export const verifyAccessToken = async (token) => {
  const { payload } = await jwtVerify(token, keys, { issuer: metadata.issuer, audience: RESOURCE, algorithms: ['RS256', 'EdDSA'] }).catch(
    () => {
      throw new InvalidTokenError('The token is not valid, has expired or is for another server.')
    },
  )
  const { sub, azp, client_id = azp, scope, exp } = payload
  if (!(await isLetIn(token, sub, client_id))) throw new InvalidTokenError('The user has revoked the access of this app.')
  return { token, clientId: client_id, scopes: scope.split(' '), expiresAt: exp, extra: { user_id: sub } }
}
