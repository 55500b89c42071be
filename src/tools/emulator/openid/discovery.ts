import { isTestToken } from '../requests/authorization.ts'
import { refuse, requestId } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { atBothPlaces, issuerOf } from './endpoints.ts'
import { standardScopes } from './scopes.ts'
import type { Parts } from '../parts.ts'

/**
 * Serves what an OpenID client reads first: the provider's metadata (OpenID Connect Discovery,
 * section 3; RFC 8414) and its keys. Every URL begins with the one at which the emulator was
 * reached, so a client finds it under any name.
 */
export const serveDiscovery = (router: Router, { project, project_id, clientDocuments, tokenSigner }: Parts) => {
  const metadata = (issuer: string) => {
    // The page with `mountIdentityProvider` also takes log-outs.
    const consentPage = project.idp_authorization_url ?? `${issuer}/consent/`
    return {
      issuer,
      authorization_endpoint: consentPage,
      end_session_endpoint: consentPage,
      token_endpoint: `${issuer}/v1/oauth2/token`,
      userinfo_endpoint: `${issuer}/v1/oauth2/userinfo`,
      introspection_endpoint: `${issuer}/v1/oauth2/introspect`,
      revocation_endpoint: `${issuer}/v1/oauth2/revoke`,
      ...(project.dynamic_client_registration_enabled && { registration_endpoint: `${issuer}/v1/oauth2/register` }),
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: clientDocuments.isSupported,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      scopes_supported: [...Object.keys(standardScopes), ...(project.rbac_policy?.scopes ?? []).map(({ scope }) => scope)],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      // Of these three, the last is true if it is left out (OpenID Connect Discovery, section 3).
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_supported: [
        ...['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash'],
        ...['name', 'given_name', 'middle_name', 'family_name', 'picture', 'locale'],
        ...['email', 'email_verified', 'phone_number', 'phone_number_verified'],
      ],
    }
  }

  const both = atBothPlaces(router, project_id)
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    both(`GET /.well-known/${name}`, (request) => Response.json(metadata(issuerOf(request))))
  }

  const keySet = async () => Response.json({ ...(await tokenSigner.keySet()), request_id: requestId(), status_code: 200 })
  both('GET /.well-known/jwks.json', keySet)
  // The provider's paths for its own SDKs, of users and of members. Browsers know the project by
  // its public token.
  for (const path of ['/v1/sessions/jwks', '/v1/b2b/sessions/jwks', '/sdk/v1/sessions/jwks']) {
    router.page(`GET ${path}/:project_id`, ({ params: { project_id: requestedId = '' } }) =>
      requestedId === project_id || (path.startsWith('/sdk/') && isTestToken(requestedId)) ? keySet() : refuse('project_not_found'),
    )
  }
}
