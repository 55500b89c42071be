import { call } from './call.ts'

/**
 * The content of the header `X-SDK-Client`, which describes the page that sends the call
 * (docs/internals/protocol.md#the-x-sdk-client-header).
 */
export interface Telemetry {
  /** A new id for each request. */
  event_id: string
  /** A new id for each request. */
  app_session_id: string
  /** A new id for each request. */
  persistent_id: string
  /** ISO 8601, by the visitor's clock. */
  client_sent_at: string
  /** The visitor's time zone: `Europe/Paris`. */
  timezone: string
  /** The user who is signed in. */
  stytch_user_id?: string
  /** The user's session. */
  stytch_session_id?: string
  /** The member who is signed in. */
  stytch_member_id?: string
  /** The member's session. */
  stytch_member_session_id?: string
  /** The page. */
  app: {
    /** The host of its URL. */
    identifier: string
  }
  /** The client, under the provider's name and version. */
  sdk: {
    /** The name. */
    identifier: string
    /** The version. */
    version: string
  }
}

/** The details of the first event. */
interface NoCallbacks {
  /** Not used. The provider's SDK sends it. */
  event_callback_registered: false
  /** Not used. The provider's SDK sends it. */
  error_callback_registered: false
  /** Not used. The provider's SDK sends it. */
  success_callback_registered: false
}

/** The details of an email. */
interface SentEmail {
  /** The address. */
  email: string
  /** The purpose of the email. */
  type: EmailPurpose
}

/**
 * The events of the log and their details (docs/internals/protocol.md#the-log). They never contain
 * a token, code, password or verifier.
 */
export interface LogDetails {
  /** A client has been created, in a project of users. */
  sdk_instance_instantiated: NoCallbacks
  /** A client has been created, in a project of organizations. */
  b2b_sdk_instance_instantiated: NoCallbacks
  /** The log-in screen shows. */
  render_login_screen: {
    /** The host's config of the widget. */
    options: unknown
    /** The project's settings. */
    bootstrap: unknown
  }
  /** The consent screen shows. */
  render_idp_screen: {
    /** The project's settings. */
    bootstrap: unknown
  }
  /** An email has been sent to the visitor. */
  email_sent: SentEmail
  /** The visitor asks for the email again. */
  email_try_again_clicked: SentEmail
  /** The page is about to go to another provider. */
  start_oauth_flow: {
    /** The OAuth provider. */
    provider_type: string
    [detail: string]: unknown
  }
}

/** The name of an event. */
export type LogName = keyof LogDetails

/** The purpose of an email. */
type EmailPurpose = 'login_or_create_eml' | 'login_or_create_otp' | 'reset_password'

/** An entry of the log. */
export interface LogEntry {
  /** The page that sends it. */
  telemetry: Telemetry
  /** The event. */
  event: {
    /** The project's public token. */
    public_token: string
    /** The name of the event. */
    event_name: LogName
    /** Its details. */
    details: LogDetails[LogName]
  }
}

/** Sends a batch of events. The body is a bare array, and the answer is ignored. */
export const log = call<LogEntry[], unknown>('POST /events')
