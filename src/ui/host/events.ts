import type { Answer, Authenticated } from '../../api/entities.ts'
import type { LatchkeyError } from '../../api/errors.ts'
import type { OtpSent } from '../../api/otps.ts'
import type { AccountSection, SecondFactorMethod } from './config.ts'

/** The events of a widget, by type. Their data is what the provider answered. */
export interface WidgetEvents {
  /** A log-in link has been sent to the visitor. */
  MAGIC_LINK_LOGIN_OR_CREATE: Answer & {
    /** The address that it went to. */
    email: string
  }
  /** A code has been sent to the visitor, for the first time or again. */
  OTP_LOGIN_OR_CREATE: OtpSent
  /** The visitor has signed in with a code. */
  OTP_AUTHENTICATE: Authenticated & {
    /** The id of the address or number that the code went to. */
    method_id: string
  }
  /** A new visitor has set a password, and is signed in. */
  PASSWORD_CREATE: Authenticated & {
    /** The id of the visitor's email address. */
    email_id: string
  }
  /** The visitor has signed in with their password. */
  PASSWORD_AUTHENTICATE: Authenticated
  /**
   * An email for a new password has been sent, although the visitor did not press 'Forgot
   * Password?'.
   */
  PASSWORD_RESET_BY_EMAIL_START: Answer
  /** The visitor has set a new password on the page that the email leads to, and is signed in. */
  PASSWORD_RESET_BY_EMAIL: Authenticated
  /** The visitor has created a passkey. */
  PASSKEY_REGISTER: Authenticated & {
    /** The id of the passkey. */
    webauthn_registration_id: string
  }
  /** The visitor has signed in with a passkey. */
  PASSKEY_AUTHENTICATE: Authenticated & {
    /** The id of the passkey. */
    webauthn_registration_id: string
  }
  /** The visitor continues without a new passkey. */
  PASSKEY_SKIP: Record<string, never>
  /** The visitor is done with their passkeys. */
  PASSKEY_DONE: Record<string, never>
  /**
   * A code for a second factor has been sent to the visitor's phone, for the first time or again.
   */
  SECOND_FACTOR_SMS_SEND: OtpSent
  /** The visitor has proved a second factor, which is in the session now. */
  SECOND_FACTOR_AUTHENTICATE: Authenticated & {
    /** How they have proved it. */
    method: SecondFactorMethod
  }
  /**
   * The visitor has changed their account. `client.user.getSync()` already has the change, apart
   * from connected apps.
   */
  ACCOUNT_CHANGED: {
    /** What the visitor has done. */
    change: 'added' | 'removed' | 'renamed'
    /** The part of the account that has changed. */
    section: AccountSection
    /** The id of what was added, removed or renamed. */
    id: string
  }
  /** The wallet is connected, and has been asked to sign the challenge. */
  CRYPTO_WALLET_AUTHENTICATE_START: Answer & {
    /** The text to sign. */
    challenge: string
  }
  /**
   * The visitor has come back from another provider without a log-in, because they have cancelled
   * there or something has failed. The widget says why.
   */
  OAUTH_NOT_COMPLETED: {
    /** The provider: `google`. */
    provider_type: string
    /** Why, as the page's URL said it: `access_denied` for a visitor who has cancelled. */
    error: string
    /** What else the URL said, for developers. Anybody can write a URL, so do not show it. */
    error_description: string
  }
  /** The visitor has signed in with their wallet. */
  CRYPTO_WALLET_AUTHENTICATE: Authenticated
  /**
   * The visitor is signed in, and the widget has told them so. Each log-in has one such event, and
   * so has each second factor, also if the session had two factors from the start.
   */
  AUTHENTICATE_FLOW_COMPLETE: Record<string, never>
  /** The consent screen is about to process an app's request. */
  OAUTH_AUTHORIZE_FLOW_START: {
    /** The app's OAuth client id. */
    client_id: string
    /** Where the app wants the visitor sent back to. */
    redirect_uri: string
    /** What the app asks for, separated by spaces. */
    scope: string
  }
  /**
   * The app gets access, and the visitor is about to be sent back to it. If the app gets an error
   * after all, `onError` receives that instead.
   */
  OAUTH_AUTHORIZE_FLOW_COMPLETE: Record<string, never>
  /** The visitor has denied the request, and is about to be sent back to the app. */
  OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED: Record<string, never>
}

/** One event; `type` says which. */
export type WidgetEvent = {
  [Type in keyof WidgetEvents]: {
    /** Which event it is. */
    type: Type
    /** What the provider answered. */
    data: WidgetEvents[Type]
  }
}[keyof WidgetEvents]

/**
 * Your functions that the widget calls. The page gets the same, as plain copies, in the DOM events
 * `latchkey:event` (without the session's tokens) and `latchkey:error` (the fields of the error and
 * its `message`).
 */
export interface Callbacks {
  /**
   * Receives every event. If it throws, that is reported as an uncaught error, and the widget
   * continues.
   */
  onEvent?(event: WidgetEvent): void
  /**
   * Receives every error that the visitor is shown. `error.code` says what went wrong; it is
   * undefined for a form that was filled in wrongly. The consent screen also tells you when it
   * sends an app an error in place of a code: `error.error_type` is what the app is told (OpenID
   * Connect Core, section 3.1.2.6).
   */
  onError?(error: LatchkeyError): void
}
