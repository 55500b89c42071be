// Sign-ins of members that begin with a redirect: OAuth and SSO.
import { ownOptions } from '../../api/ownProperties.ts'
import { oauthStartRules } from '../../api/b2b/oauth.ts'
import type { B2bOAuthProvider } from '../../api/b2b/oauthProviders.ts'
import { ssoStartRules } from '../../api/b2b/sso.ts'
import { navigate } from '../../browser/navigate.ts'
import type { MemberCore } from './memberState.ts'
import { redirectStartUrl, providerQuery, withQuery, type RedirectStartOptions } from '../url/redirectStart.ts'

/**
 * Options of a sign-in to an organization with another provider. Name the organization by its id or
 * its slug.
 */
export interface OrganizationStartOptions extends RedirectStartOptions {
  /** The id of the organization. */
  organization_id?: string
  /** The short name of the organization, in place of the id. */
  organization_slug?: string
  /**
   * Where a member comes back to: a redirect URL of the project. Default: the project's default
   * one.
   */
  login_redirect_url?: string
  /**
   * Where a new member comes back to: a redirect URL of the project. Default: the project's default
   * one.
   */
  signup_redirect_url?: string
}

/** Options of a sign-in with another provider before the choice of an organization. */
export interface DiscoveryStartOptions extends RedirectStartOptions {
  /**
   * Where the visitor comes back to: a redirect URL of the project. Default: the project's default
   * one.
   */
  discovery_redirect_url?: string
}

/** Options of a sign-in by an SSO connection. */
export interface SsoStartOptions {
  /** The connection. */
  connection_id: string
  /**
   * Where a member comes back to: a redirect URL of the project. Default: the project's default
   * one.
   */
  login_redirect_url?: string
  /**
   * Where a new member comes back to: a redirect URL of the project. Default: the project's default
   * one.
   */
  signup_redirect_url?: string
  /** Parameters for the identity provider: `{ login_hint: 'ada@example.com' }`. */
  provider_params?: Record<string, string>
}

/**
 * The sign-in with one provider. Each method redirects the page to the provider, from which it
 * comes back with a token. The promise resolves when the page is about to leave, and rejects with a
 * LatchkeySDKUsageError if an option is of the wrong kind.
 */
export interface B2bOAuthStart {
  /** Begins a sign-in to one organization. */
  start(options?: OrganizationStartOptions): Promise<void>
  /** For visitors who have yet to choose an organization. */
  discovery: {
    /** Proves an address; the visitor chooses the organization afterward. */
    start(options?: DiscoveryStartOptions): Promise<void>
  }
}

/**
 * The query of the URL at which a sign-in begins, without the public token, in the order in which
 * the provider's SDK writes it.
 */
type Query = Record<string, string | undefined>

/** Sends the page to the URL at which a sign-in begins. */
const redirect = async (
  core: MemberCore,
  kind: 'oauth' | 'sso',
  path: string,
  query: (pkce_code_challenge?: string) => Query,
  about?: { provider_type: string },
) =>
  void navigate(
    await redirectStartUrl(
      core,
      kind,
      (base, code_challenge) => withQuery(`${base}/v1/${path}/start`, { public_token: core.publicToken, ...query(code_challenge) }),
      about,
    ),
  )

/** Creates the sign-in with one provider. */
export const oauthStart = (core: MemberCore, provider: B2bOAuthProvider): B2bOAuthStart => {
  const startAt = (place: string) => async (startOptions?: OrganizationStartOptions & DiscoveryStartOptions) => {
    const options = ownOptions(await core.check(oauthStartRules, startOptions))
    const { organization_id, organization_slug: slug, login_redirect_url, signup_redirect_url, discovery_redirect_url } = options
    return redirect(
      core,
      'oauth',
      `b2b/public/oauth/${provider}${place}`,
      (pkce_code_challenge) => ({
        organization_id,
        slug,
        ...providerQuery(options),
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

/** Creates `client.sso.start`. */
export const ssoStart =
  (core: MemberCore) =>
  async (options: SsoStartOptions): Promise<void> => {
    const { connection_id, login_redirect_url, signup_redirect_url, provider_params } = ownOptions(await core.check(ssoStartRules, options))
    return redirect(core, 'sso', 'public/sso', (pkce_code_challenge) => ({
      connection_id,
      ...providerQuery({ provider_params }),
      pkce_code_challenge,
      login_redirect_url,
      signup_redirect_url,
    }))
  }
