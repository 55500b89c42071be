import * as api from '../api/oauth.ts'
import type { OAuthAuthenticated } from '../api/oauth.ts'
import type { OAuthProvider, SessionDuration } from '../api/entities.ts'
import { hostChecks } from '../api/hostChecks.ts'
import { navigate } from '../browser/navigate.ts'
import type { Core } from './core.ts'
import { fetched } from './failure.ts'
import { addressOf, handedOn, withQuery, type ElsewhereOptions } from './elsewhere.ts'

/** What a host may say of a sign-in elsewhere (wire.md 1.3). */
export interface OAuthStartOptions extends ElsewhereOptions {
  /** Where a visitor who has an account comes back to; must be a redirect URL of the project. */
  login_redirect_url?: string
  /** Where a new visitor comes back to. */
  signup_redirect_url?: string
}

export interface OAuthStart {
  /**
   * Sends the page to the other side; it comes back to the redirect URL with a token. Resolves when the page is on its way.
   * @throws a usage error, as a rejection
   */
  start(options?: OAuthStartOptions): Promise<void>
}

/** What a host may say of Google's prompt (wire.md 1.3). */
export interface OneTapOptions {
  login_redirect_url?: string
  signup_redirect_url?: string
  /** Called when the visitor closes the prompt, and for no other end of it. */
  onOneTapCancelled?(): void
  /** Whether a tap beside the prompt closes it. Default true. */
  cancel_on_tap_outside?: boolean
}

/**
 * Whether the prompt is shown; if not, why: Google's word for it (`user_cancel`, `opt_out_or_no_session`), `unknown_reason` where Google has none, or
 * `oauth_config_not_found`, `fedcm_cannot_embed`, `aborted`.
 */
export type OneTapOutcome = { success: true } | { success: false; reason: string }

/** `client.oauth` (wire.md 1.3): `client.oauth.google.start()`. Any other name is taken for a provider that is newer than this client. */
export type OAuthNamespace = Record<OAuthProvider, OAuthStart> & {
  googleOneTap: {
    /**
     * Shows Google's floating prompt; the page goes on when the visitor has chosen an account.
     * @throws as a rejection, an error of code `one_tap` where the prompt cannot be set up: `One Tap could not load: <reason>`
     */
    start(options?: OneTapOptions): Promise<OneTapOutcome>
  }
  /** Signs in with the token that came back, by the proof key of the start, which is this tab's. */
  authenticate(token: string, options: SessionDuration): Promise<OAuthAuthenticated>
}

/** The address that a sign-in begins at, with its parameters in the provider's order (wire.md 2.2). */
export const startUrl = (
  base: string,
  provider: string,
  public_token: string,
  code_challenge: string | undefined,
  options: OAuthStartOptions,
): string =>
  withQuery(`${base}/v1/public/oauth/${encodeURIComponent(provider)}/start`, {
    public_token,
    code_challenge,
    ...handedOn(options),
    login_redirect_url: options.login_redirect_url,
    signup_redirect_url: options.signup_redirect_url,
  })

/**
 * Makes the address that a sign-in begins at, with a fresh proof key in it, and notes the start in the log. Whoever asks sends the page there.
 * @throws a usage error, as a rejection
 */
export async function beginAt(core: Core, provider: string, given?: OAuthStartOptions): Promise<string> {
  const options = (await (await core.engine()).check(api.start, given, { provider })) || {}
  const { custom_scopes } = options

  return addressOf(core, 'oauth', (base, code_challenge) => startUrl(base, provider, core.publicToken, code_challenge, options), {
    provider_type: provider,
    custom_scopes,
  })
}

/** `client.oauth`: sign-in with other providers, and Google's One Tap. */
export const oauth = (core: Core): OAuthNamespace => {
  const own: Pick<OAuthNamespace, 'authenticate' | 'googleOneTap'> = {
    googleOneTap: {
      async start(given) {
        const { check } = await core.engine()
        const options = (await check(api.oneTap, given)) || {}
        return (await fetched(import('./oneTap.ts'))).startOneTap(core, options)
      },
    },
    async authenticate(token, options) {
      const proofKeys = await (await core.engine()).proofKeys()
      return proofKeys.spend(['oauth'], (code_verifier) => {
        if (hostChecks && !code_verifier && core.bootstrap.pkceRequiredForOAuth !== false)
          core.warn('No PKCE verifier is stored: did this sign-in begin in another browser?')
        return core.send(api.authenticate, { token, code_verifier, ...options })
      })
    },
  }
  const startAt = (provider: string): OAuthStart => ({ start: async (options) => void navigate(await beginAt(core, provider, options)) })
  return new Proxy(own as OAuthNamespace, {
    // nothing that looks for a promise may take this for one
    get: (target, name) => Reflect.get(target, name) ?? (typeof name === 'string' && name !== 'then' ? startAt(name) : undefined),
  })
}
