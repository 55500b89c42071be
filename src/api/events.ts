import { call } from './call.ts'

/** The X-SDK-Client blob (wire.md 2.1): what a request says of the page it comes from. */
export interface Telemetry {
  event_id: string
  app_session_id: string
  persistent_id: string
  /** ISO 8601, by the visitor's clock. */
  client_sent_at: string
  timezone: string
  stytch_user_id?: string
  stytch_session_id?: string
  stytch_member_id?: string
  stytch_member_session_id?: string
  app: { identifier: string }
  sdk: { identifier: string; version: string }
}

interface NoCallbacks {
  event_callback_registered: false
  error_callback_registered: false
  success_callback_registered: false
}

/** The log's events (wire.md row 10) and what each one tells. Never a token, code, password or verifier. */
export interface LogDetails {
  sdk_instance_instantiated: NoCallbacks
  b2b_sdk_instance_instantiated: NoCallbacks
  render_login_screen: { options: unknown; bootstrap: unknown }
  render_idp_screen: { bootstrap: unknown }
  email_sent: { email: string; type: EmailPurpose }
  email_try_again_clicked: { email: string; type: EmailPurpose }
  start_oauth_flow: { provider_type: string; [detail: string]: unknown }
}

export type LogName = keyof LogDetails

/** What an e-mail was sent for (wire.md row 10). */
export type EmailPurpose = 'login_or_create_eml' | 'login_or_create_otp' | 'reset_password'

export interface LogEntry {
  telemetry: Telemetry
  event: { public_token: string; event_name: LogName; details: LogDetails[LogName] }
}

/** A batch of the log: the body is the bare array, answered by anything (wire.md 2.1). */
export const log = call<LogEntry[], unknown>('POST /events')
