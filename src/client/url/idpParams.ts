import type { AuthorizeRequest, AuthorizeSubmit, LogoutRequest } from '../../api/idp.ts'

/** An app's request, as the query of your page has it. */
export interface Parsed<Params> {
  /** What is wrong with the request, for the visitor to read; null if nothing is. */
  error: string | null
  /** The parameters. A required one that is missing is empty. */
  result: Params
}

/** Returns the required parameters of a request to sign out or of an authorization request. */
const requiredNames = (isLogOut: boolean) => ['client_id', isLogOut ? 'post_logout_redirect_uri' : 'redirect_uri']

/** For which app an id token was issued, as it says itself. The provider verifies it. */
const audienceOf = (token: string | null): unknown => {
  try {
    return [JSON.parse(atob(token!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))).aud].flat()[0]
  } catch {
    return
  }
}

/**
 * Returns a parameter, or an empty text. A log-out names the app by its hint, if not by its id
 * (OpenID Connect RP-Initiated Logout, section 2).
 */
const paramOf = (query: URLSearchParams, name: string): string =>
  query.get(name) || (name === 'client_id' && (audienceOf(query.get('id_token_hint')) as string)) || ''

/** Returns the first required parameter that a request lacks. */
export const missingParam = (query: URLSearchParams, isLogOut: boolean): string | undefined =>
  requiredNames(isLogOut).find((name) => !paramOf(query, name))

/**
 * Reads the parameters with these names. A required one that is missing is empty, an optional one
 * is left out. If one of them occurs twice, the first one counts.
 */
const readParams = (query: URLSearchParams, isLogOut: boolean, optional: string[]): object =>
  Object.fromEntries(
    [...requiredNames(isLogOut), ...optional.filter((name) => query.get(name))].map((name) => [name, paramOf(query, name)]),
  )

/** Returns the parameters of an authorization request. */
export const authorizeParams = (query: URLSearchParams): AuthorizeRequest & Omit<AuthorizeSubmit, 'consent_granted'> => {
  const resources = query.getAll('resource').filter(Boolean)
  return {
    ...(readParams(query, false, ['code_challenge', 'state', 'nonce', 'prompt']) as Pick<AuthorizeRequest, 'client_id' | 'redirect_uri'>),
    response_type: query.get('response_type') || 'code',
    scopes: (query.get('scope') || '').match(/[^ ]+/g) || ['openid', 'email', 'profile'],
    ...(resources.length ? { resources } : {}),
  }
}

/** Returns the parameters of a request to sign the visitor out. */
export const logoutParams = (query: URLSearchParams) => readParams(query, true, ['id_token_hint', 'state']) as LogoutRequest

const parse = <Params>(query: URLSearchParams, isLogOut: boolean, result: Params): Parsed<Params> => {
  const missing = missingParam(query, isLogOut)
  return { error: missing ? `Required parameter is missing: ${missing}. Please reach out to the application developer.` : null, result }
}

/**
 * Reads an app's authorization request (RFC 6749, section 4.1.1) from the query of your consent
 * page. Without `response_type` it is `code`; without `scope` it is openid, email and profile.
 * `resources` has every `resource` (RFC 8707), and is left out if there is none. Never throws.
 */
export const parseOAuthAuthorizeParams = (query: URLSearchParams): Parsed<ReturnType<typeof authorizeParams>> =>
  parse(query, false, authorizeParams(query))

/**
 * Reads an app's request to sign the visitor out (OpenID Connect RP-Initiated Logout, section 2)
 * from the query of your page. Never throws.
 */
export const parseOAuthLogoutParams = (query: URLSearchParams): Parsed<LogoutRequest> => parse(query, true, logoutParams(query))
