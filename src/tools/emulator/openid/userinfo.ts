import type { PageRequest, Router } from '../requests/router.ts'
import { readParameters } from './clientAuthentication.ts'
import { atBothPlaces } from './endpoints.ts'
import { answerOAuth, refuseOAuth, type OAuthErrorCode } from './oauthAnswer.ts'
import { claimsFor } from './scopes.ts'
import type { Parts } from '../parts.ts'

/** Refuses a request, and says why in the header of RFC 6750, section 3. */
const refuseBearer = (error: OAuthErrorCode, description: string, more = '') =>
  refuseOAuth(error, description, { 'WWW-Authenticate': `Bearer error="${error}", error_description="${description}"${more}` })

/**
 * Reads the access token from the header, or from the form of a POST (RFC 6750, section 2). Refuses
 * both together.
 */
const bearerOf = async (request: PageRequest) => {
  const header = request.headers.get('authorization')
  const [, inHeader] = /^Bearer +([\w.~+/-]+=*)$/i.exec(header ?? '') ?? []
  if (header !== null && inHeader === undefined)
    return refuseBearer('invalid_request', 'The authorization header is not Bearer with a token.')
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  const inForm = isForm ? (await readParameters(request)).access_token : undefined
  if (inHeader !== undefined && inForm !== undefined) return refuseBearer('invalid_request', 'There are two access tokens.')
  return inHeader ?? inForm
}

/**
 * Serves what an app may know about the visitor who let it in (OpenID Connect Core, section 5.3).
 */
export const serveUserinfo = (router: Router, { project_id, authorizations }: Parts) => {
  const userinfo = async (request: PageRequest) => {
    const token = await bearerOf(request)
    // RFC 6750, section 3.1: a request without a token gets no error code.
    if (token === undefined) return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
    const grant = await authorizations.accessToken(token)
    if (!grant) return refuseBearer('invalid_token', 'The access token was not issued by this project, has expired or was revoked.')
    if (!grant.scopes.includes('openid')) return refuseBearer('insufficient_scope', 'The access token lacks the scope.', ', scope="openid"')
    return answerOAuth({ sub: grant.subject.id, ...claimsFor(grant.subject, grant.scopes) })
  }
  for (const method of ['GET', 'POST']) atBothPlaces(router, project_id)(`${method} /oauth2/userinfo`, userinfo)
}
