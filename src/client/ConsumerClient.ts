import type { Core, coreKey } from './core.ts'
import type { CryptoWalletNamespace } from './namespaces/cryptoWallets.ts'
import type { LocalSession } from './session/local.ts'
import type { IdpNamespace } from './namespaces/idp.ts'
import type { ImpersonationNamespace } from './namespaces/impersonation.ts'
import type { MagicLinkNamespace } from './namespaces/magicLinks.ts'
import type { OAuthNamespace } from './namespaces/oauth.ts'
import type { Observed } from './session/observe.ts'
import type { OtpNamespace } from './namespaces/otps.ts'
import type { PasswordNamespace } from './namespaces/passwords.ts'
import type { RbacNamespace } from './namespaces/rbac.ts'
import type { SessionCalls } from './session/remote.ts'
import type { State } from './session/state.ts'
import type { TotpNamespace } from './namespaces/totps.ts'
import type { UrlLogInOptions, UrlOutcome, UrlToken } from './url/urlToken.ts'
import type { UserCalls } from './namespaces/userCalls.ts'
import type { WebauthnNamespace } from './namespaces/webauthn.ts'

/** `client.user`: the user who is signed in. */
export interface UserNamespace extends Observed<'user'>, UserCalls {}

/** `client.session`: the session of the user who is signed in. */
export interface SessionNamespace extends LocalSession, SessionCalls {}

/**
 * What every client of a project of users has, with or without screens. A method that fails rejects
 * with an error whose `code` says why (`LatchkeyError`). If the provider refused the call, the code
 * is `api`, and `error_type` says more.
 */
export interface ConsumerClient {
  /** @internal The client's core, which the screens use. */
  readonly [coreKey]: Core
  /** The user who is signed in. */
  readonly user: UserNamespace
  /** The session and its tokens. */
  readonly session: SessionNamespace
  /** Links by email. */
  readonly magicLinks: MagicLinkNamespace
  /** One-time codes by SMS, WhatsApp and email. */
  readonly otps: OtpNamespace
  /** Sign-ins with other providers, and Google's One Tap. */
  readonly oauth: OAuthNamespace
  /** Sign-ins with Ethereum and Solana wallets. */
  readonly cryptoWallets: CryptoWalletNamespace
  /** Authenticator apps as a second factor, and their recovery codes. */
  readonly totps: TotpNamespace
  /** Passkeys and security keys. */
  readonly webauthn: WebauthnNamespace
  /** Accounts with passwords. */
  readonly passwords: PasswordNamespace
  /** An administrator signs in as a user. */
  readonly impersonation: ImpersonationNamespace
  /** What the visitor who is signed in may do. */
  readonly rbac: RbacNamespace
  /** The project as an identity provider for other apps. */
  readonly idp: IdpNamespace
  /**
   * Calls you back with `{ user, session }` whenever a visitor signs in or out or their user or
   * session changes, with `{}` if nobody is signed in. Returns a function that ends the
   * subscription.
   */
  onStateChange(callback: (state: State) => void): () => void
  /**
   * Signs in with the token that a link has put into the page's URL. The token leaves the URL
   * before the call, and is spent only once, no matter how often you call this. Resolves with null
   * if there is no token. The session lasts 30 minutes unless `options` says otherwise. Without
   * `confirm` in `options`, any token in the URL logs the visitor in, also a stranger's.
   */
  authenticateByUrl(options?: UrlLogInOptions): Promise<UrlOutcome>
  /**
   * Ends the client for good: its listeners, its timers, and the widgets that it has mounted. The
   * visitor stays signed in. Calls of this client reject from then on. Clients that share a session
   * share its refreshes, which end with the last of them.
   */
  destroy(): void
  /** Reads the token in a URL, by default the page's, without spending it; null without one. */
  parseAuthenticateUrl(href?: string): UrlToken | null
}
