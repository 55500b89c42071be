import type { Answer, Authenticated } from '../api/entities.ts'
import type { OtpSent } from '../api/otps.ts'

/** What a widget tells its host (wire.md 1.7): each event's data is the provider's answer. */
export interface WidgetEvents {
  /** A log-in link has been mailed to the visitor. */
  MAGIC_LINK_LOGIN_OR_CREATE: Answer
  /** A code has been sent to the visitor, for the first time or again. */
  OTP_LOGIN_OR_CREATE: OtpSent
  /** The visitor is signed in by a code. */
  OTP_AUTHENTICATE: Authenticated & { method_id: string }
  /** A new visitor has set a password, and is signed in. */
  PASSWORD_CREATE: Authenticated & { email_id: string }
  /** The visitor is signed in by their password. */
  PASSWORD_AUTHENTICATE: Authenticated
  /** A mail for a new password that the visitor had not asked for by 'Forgot Password?'. */
  PASSWORD_RESET_BY_EMAIL_START: Answer
  /** The visitor has set a new password on the page that the mail leads to, and is signed in. */
  PASSWORD_RESET_BY_EMAIL: Authenticated
  /** The visitor has made a passkey. */
  PASSKEY_REGISTER: Authenticated & { webauthn_registration_id: string }
  /** The visitor is signed in by a passkey. */
  PASSKEY_AUTHENTICATE: Authenticated & { webauthn_registration_id: string }
  /** The visitor goes on without a new passkey. */
  PASSKEY_SKIP: Record<string, never>
  /** The visitor is done with their passkeys. */
  PASSKEY_DONE: Record<string, never>
  /** The wallet is connected, and asked to sign `challenge`. */
  CRYPTO_WALLET_AUTHENTICATE_START: Answer & { challenge: string }
  /** The visitor is signed in by their wallet. */
  CRYPTO_WALLET_AUTHENTICATE: Authenticated
  /** The visitor is signed in and has been told so (row 28). */
  AUTHENTICATE_FLOW_COMPLETE: Record<string, never>
  /** An app's request is about to be looked at. */
  OAUTH_AUTHORIZE_FLOW_START: {
    /** Of the app. */
    client_id: string
    /** Where the app wants the visitor sent back to. */
    redirect_uri: string
    /** What it asks for, space separated. */
    scope: string
  }
  /** The app has been let in, and the visitor is about to be sent back to it (row 12). Where it gets an error all the same, `onError` hears that instead. */
  OAUTH_AUTHORIZE_FLOW_COMPLETE: Record<string, never>
  /** The visitor has denied it, likewise. */
  OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED: Record<string, never>
}

/** One event, told apart by its `type`. */
export type WidgetEvent = { [Type in keyof WidgetEvents]: { type: Type; data: WidgetEvents[Type] } }[keyof WidgetEvents]

/**
 * What a host wants to hear. The same can be heard on the page, as plain copies, by the DOM events `latchkey:event` (without the session's tokens) and
 * `latchkey:error` (an error's own fields and its `message`).
 */
export interface Callbacks {
  /** Hears of everything that the visitor brings about. What it throws is reported and changes nothing. */
  onEvent?(event: WidgetEvent): void
  /**
   * Hears of every error that the visitor is shown: the error thrown, or `{message}` where a form was filled in wrongly (wire.md 1.5). Where an app is told an error in
   * place of a code, of that: `error_type` is what the app is told (OpenID Connect Core, section 3.1.2.6).
   */
  onError?(error: unknown): void
}
