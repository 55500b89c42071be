import { call } from './call.ts'
import type { Answer, Authenticated, Confirmation, SessionDuration } from './entities.ts'
import type { Shapes } from './shape.ts'

/** How a code reaches the visitor. */
export type OtpMethod = 'sms' | 'whatsapp' | 'email'

/** Options of a code. */
export interface OtpOptions {
  /** How long the code is valid, in minutes: 1 to 10. Default 5 at the provider. */
  expiration_minutes?: number
  /** The language of the message, as the provider names it: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
}

/** Options of a code by SMS. */
export interface SmsOtpOptions extends OtpOptions {
  /**
   * Whether the message ends in the format by which phones recognize a code and offer to fill it
   * in. Default false.
   */
  enable_autofill?: boolean
  /** How long the session of a code that was filled in lasts, in minutes. */
  autofill_session_duration_minutes?: number
}

/** Options of a code by email. */
export interface EmailOtpOptions extends OtpOptions {
  /**
   * The project's template for the email to a visitor who has an account. Default: the project's
   * default one.
   */
  login_template_id?: string
  /** The project's template for the email to a new visitor. Default: the project's default one. */
  signup_template_id?: string
}

/** `phone_number` (E.164) for sms and whatsapp, `email` for email. */
export interface SendOtp extends SmsOtpOptions, EmailOtpOptions {
  phone_number?: string
  email?: string
}

/** What the provider answers when it has sent a code. */
export interface OtpSent extends Answer {
  /**
   * The id of the address or number that the code went to. `authenticate` takes it together with
   * the code.
   */
  method_id: string
}

const codeShape = { method_id: 'string' } satisfies Shapes<OtpSent>

export const loginOrCreate = call<SendOtp, OtpSent>('POST /otps/:method/login_or_create', { guard: 'retry', gives: codeShape })
/** Sends a code to an existing user. `:factor`: `secondary` in a session, else `primary`. */
export const send = call<SendOtp, OtpSent>('POST /otps/:method/send/:factor', { guard: 'retry', gives: codeShape })
/**
 * The only call to send a code that carries just a captcha token
 * (docs/internals/protocol.md#fraud-protection).
 */
export const sendEmail = call<SendOtp, OtpSent>('POST /otps/email/send/:factor', { guard: 'captcha', gives: codeShape })

export const authenticate = call<
  { token: string; method_id: string } & SessionDuration & Confirmation,
  Authenticated & { method_id: string }
>('POST /otps/authenticate', {
  method: 'otps.authenticate',
  guard: 'retry',
  needs: { token: ['string', 'Code'], session_duration_minutes: 'number', method_id: 'string' },
  signsIn: true,
})
