import type { SessionDuration } from '../api/entities.ts'
import type { UrlOutcome } from './authenticateByUrl.ts'
import type { Core, inner } from './core.ts'
import type { CryptoWalletNamespace } from './cryptoWallets.ts'
import type { HeldSession } from './heldSession.ts'
import type { IdpNamespace } from './idp.ts'
import type { ImpersonationNamespace } from './impersonation.ts'
import type { MagicLinkNamespace } from './magicLinks.ts'
import type { OAuthNamespace } from './oauth.ts'
import type { Observed } from './observed.ts'
import type { OtpNamespace } from './otps.ts'
import type { PasswordNamespace } from './passwords.ts'
import type { RbacNamespace } from './rbac.ts'
import type { SessionCalls } from './sessionCalls.ts'
import type { State } from './state.ts'
import type { TotpNamespace } from './totps.ts'
import type { UrlToken } from './urlToken.ts'
import type { UserCalls } from './users.ts'
import type { WebauthnNamespace } from './webauthn.ts'

/** `client.user` (wire.md 1.3). */
export interface UserNamespace extends Observed<'user'>, UserCalls {}

/** `client.session` (wire.md 1.3). */
export interface SessionNamespace extends HeldSession, SessionCalls {}

/** What every consumer client offers, with or without screens (wire.md 1.3). */
export interface ConsumerClient {
  /** @internal What the screens work with. */
  readonly [inner]: Core
  readonly user: UserNamespace
  readonly session: SessionNamespace
  readonly magicLinks: MagicLinkNamespace
  readonly otps: OtpNamespace
  readonly oauth: OAuthNamespace
  readonly cryptoWallets: CryptoWalletNamespace
  readonly totps: TotpNamespace
  readonly webauthn: WebauthnNamespace
  readonly passwords: PasswordNamespace
  readonly impersonation: ImpersonationNamespace
  readonly rbac: RbacNamespace
  readonly idp: IdpNamespace
  /** Calls back with `{user, session}` whenever who is signed in changes, `{}` when nobody is. Returns the way to stop. */
  onStateChange(callback: (state: State) => void): () => void
  /**
   * Signs in with the token that a link has brought back in the address, if there is one. It leaves the address before the call, and is spent once
   * however often this is called (row 27); null without a token. The session is of 30 minutes unless `options` says otherwise.
   */
  authenticateByUrl(options?: SessionDuration): Promise<UrlOutcome>
  /**
   * Ends the client for good: its listeners, its timers, and the widgets that it has mounted. The visitor stays signed in; calls reject from then on. Clients of one
   * session share its refreshes, which end with the last of them.
   */
  destroy(): void
  /** The token in an address, by default the page's, without spending it; null where there is none. */
  parseAuthenticateUrl(href?: string): UrlToken | null
}
