import { start } from '../../api/b2b/oauth.ts'
import { navigate } from '../../browser/navigate.ts'
import type { Core } from '../core.ts'
import { addressOf, handedOn, withQuery, type ElsewhereOptions } from '../elsewhere.ts'

/** The providers that a member's sign-in can begin at (spec section 1). */
export type B2bOAuthProvider = 'google' | 'microsoft' | 'hubspot' | 'slack' | 'github'

/** Where a sign-in to an organization comes back to; redirects must be URLs of the project. */
export interface OrganizationStartOptions extends ElsewhereOptions {
  organization_id?: string
  /** In place of the id. */
  organization_slug?: string
  login_redirect_url?: string
  signup_redirect_url?: string
}

export interface DiscoveryStartOptions extends ElsewhereOptions {
  discovery_redirect_url?: string
}

export interface SsoStartOptions {
  connection_id: string
  login_redirect_url?: string
  signup_redirect_url?: string
}

/** Each sends the page elsewhere, and resolves when it is on its way; it comes back with a token. Usage errors are rejections. */
export interface B2bOAuthStart {
  /** Signs in to one organization. */
  start(options?: OrganizationStartOptions): Promise<void>
  discovery: {
    /** Signs in to any: the visitor chooses the organization afterwards. */
    start(options?: DiscoveryStartOptions): Promise<void>
  }
}

/** The query of a start page, in the provider's order, but for the public token. */
type Query = Record<string, string | undefined>

const leave = async (
  core: Core,
  kind: 'oauth' | 'sso',
  path: string,
  query: (pkce_code_challenge?: string) => Query,
  about?: { provider_type: string },
) =>
  void navigate(
    await addressOf(
      core,
      kind,
      (base, code_challenge) => withQuery(`${base}/v1/${path}/start`, { public_token: core.publicToken, ...query(code_challenge) }),
      about,
    ),
  )

export const oauthStart = (core: Core, provider: B2bOAuthProvider): B2bOAuthStart => {
  const startAt = (place: string) => async (given?: OrganizationStartOptions & DiscoveryStartOptions) => {
    const options = (await (await core.engine()).check(start, given)) || {}
    const { organization_id, organization_slug: slug, login_redirect_url, signup_redirect_url, discovery_redirect_url } = options
    return leave(
      core,
      'oauth',
      `b2b/public/oauth/${provider}${place}`,
      (pkce_code_challenge) => ({
        organization_id,
        slug,
        ...handedOn(options),
        pkce_code_challenge,
        login_redirect_url,
        signup_redirect_url,
        discovery_redirect_url,
      }),
      { provider_type: provider },
    )
  }
  return { start: startAt(''), discovery: { start: startAt('/discovery') } }
}

export const ssoStart =
  (core: Core) =>
  async ({ connection_id, login_redirect_url, signup_redirect_url }: SsoStartOptions): Promise<void> =>
    leave(core, 'sso', 'public/sso', (pkce_code_challenge) => ({
      connection_id,
      pkce_code_challenge,
      login_redirect_url,
      signup_redirect_url,
    }))
