import { call } from './call.ts'

/** The content of the header `X-SDK-Client`, which describes the page that sends the call (docs/protocol.md#the-x-sdk-client-header). */
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

/** The events of the log and their details (docs/protocol.md#the-log). They never contain a token, code, password or verifier. */
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

/** The purpose of an email. */
export type EmailPurpose = 'login_or_create_eml' | 'login_or_create_otp' | 'reset_password'

export interface LogEntry {
  telemetry: Telemetry
  event: { public_token: string; event_name: LogName; details: LogDetails[LogName] }
}

/** Sends a batch of events. The body is a bare array, and the answer is ignored. */
export const log = call<LogEntry[], unknown>('POST /events')
