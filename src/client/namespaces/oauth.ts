import { ownOptions } from '../../api/ownProperties.ts'
import * as api from '../../api/oauth.ts'
import type { OAuthAttached, OAuthAuthenticated } from '../../api/oauth.ts'
import type { OAuthProvider, SessionDuration } from '../../api/entities.ts'
import { hostChecks } from '../../api/hostChecks.ts'
import { navigate } from '../../browser/navigate.ts'
import type { Core } from '../core.ts'
import { orUnreachable } from '../calls/unreachable.ts'
import type { OneTapOptions, OneTapOutcome } from '../oneTap/oneTapPrompt.ts'
import { redirectStartUrl, providerQuery, withQuery, type RedirectStartOptions } from '../url/redirectStart.ts'

/** Options of a sign-in with another provider. */
export interface OAuthStartOptions extends RedirectStartOptions {
  /**
   * Where a visitor who has an account comes back to: a redirect URL of the project. Default: the
   * project's default one.
   */
  login_redirect_url?: string
  /**
   * Where a new visitor comes back to: a redirect URL of the project. Default: the project's
   * default one.
   */
  signup_redirect_url?: string
  /** A token of `attach`: the account is linked to the user who was signed in then. */
  oauth_attach_token?: string
}

/** The sign-in with one provider. */
export interface OAuthStart {
  /**
   * Redirects the page to the provider. It comes back to the redirect URL with a token, for
   * `authenticate`. The promise resolves when the page is about to leave.
   * @throws LatchkeySDKUsageError, as a rejection, if an option is of the wrong kind
   */
  start(options?: OAuthStartOptions): Promise<void>
}

/**
 * `client.oauth`: sign-ins with other providers, such as `client.oauth.google.start()`. Any other
 * name also works, as a provider may be newer than this client.
 */
export type OAuthNamespace = Record<OAuthProvider, OAuthStart> & {
  /** Google's One Tap. */
  googleOneTap: {
    /**
     * Shows Google's floating prompt. When the visitor has chosen an account, the page goes to the
     * redirect URL with a token, for `authenticate`.
     * @throws LatchkeySDKError of code `one_tap`, as a rejection, if the prompt cannot be set up:
     * `One Tap could not load: <reason>`
     */
    start(options?: OneTapOptions): Promise<OneTapOutcome>
  }
  /**
   * Gets a token for `start` of the same provider, which links the account that the visitor chooses
   * there to the user who is signed in.
   * @param provider the name of the provider: `google`
   */
  attach(provider: string): Promise<OAuthAttached>
  /**
   * Signs in with the token that the page came back with. If the project requires PKCE, this has to
   * be the tab that began the sign-in.
   */
  authenticate(token: string, options: SessionDuration): Promise<OAuthAuthenticated>
}

/**
 * Returns the URL at which a sign-in begins. Its parameters are in the order in which the
 * provider's SDK writes them (docs/internals/protocol.md#pages-that-a-browser-is-sent-to).
 */
export const oauthUrl = (
  base: string,
  provider: string,
  public_token: string,
  code_challenge: string | undefined,
  options: OAuthStartOptions,
): string =>
  withQuery(`${base}/v1/public/oauth/${encodeURIComponent(provider)}/start`, {
    public_token,
    code_challenge,
    ...providerQuery(options),
    login_redirect_url: options.login_redirect_url,
    signup_redirect_url: options.signup_redirect_url,
    oauth_attach_token: options.oauth_attach_token,
  })

/**
 * Creates a proof key, writes the start to the log, and returns the URL at which the sign-in
 * begins. The caller redirects the page to it.
 * @throws a usage error, as a rejection
 */
export async function oauthStartUrl(core: Core, provider: string, startOptions?: OAuthStartOptions): Promise<string> {
  const options = ownOptions(await core.check(api.startRules, startOptions, { provider }))
  const { custom_scopes } = options

  return redirectStartUrl(core, 'oauth', (base, code_challenge) => oauthUrl(base, provider, core.publicToken, code_challenge, options), {
    provider_type: provider,
    custom_scopes,
  })
}

/** Creates `client.oauth`. */
export const oauth = (core: Core): OAuthNamespace => {
  const own: Pick<OAuthNamespace, 'attach' | 'authenticate' | 'googleOneTap'> = {
    googleOneTap: {
      async start(promptOptions) {
        const options = ownOptions(await core.check(api.oneTapRules, promptOptions))
        return (await orUnreachable(import('../oneTap/oneTap.ts'))).startOneTap(core, options)
      },
    },
    attach: (provider) => core.send(api.attach, { provider }),
    async authenticate(token, options) {
      const proofKeys = await core.proofKeys()
      const send = (code_verifier?: string) => {
        if (hostChecks && !code_verifier && core.bootstrap.pkceRequiredForOAuth !== false)
          core.warn('No PKCE verifier is stored: did this sign-in begin in another browser?')
        return core.send(api.authenticate, { token, code_verifier, ...options })
      }
      return proofKeys.spend(['oauth'], send, token)
    },
  }
  const startAt = (provider: string): OAuthStart => ({
    start: async (options) => void navigate(await oauthStartUrl(core, provider, options)),
  })
  return new Proxy(own as OAuthNamespace, {
    // without `then`, or `await client.oauth` would take it for a promise
    get: (target, name) => Reflect.get(target, name) ?? (typeof name === 'string' && name !== 'then' ? startAt(name) : undefined),
  })
}
