import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'
import type { Shapes } from './shape.ts'

/** How a code reaches a visitor (spec section 9). */
export type OtpMethod = 'sms' | 'whatsapp' | 'email'

/** What a host may say about a code (wire.md 1.3). */
export interface OtpOptions {
  /** Minutes until the code is void; the provider's default is 5. */
  expiration_minutes?: number
  locale?: string
}

export interface SmsOtpOptions extends OtpOptions {
  enable_autofill?: boolean
  autofill_session_duration_minutes?: number
}

export interface EmailOtpOptions extends OtpOptions {
  login_template_id?: string
  signup_template_id?: string
}

/** `phone_number` (E.164) for sms and whatsapp, `email` for email. */
export interface SendOtp extends SmsOtpOptions, EmailOtpOptions {
  phone_number?: string
  email?: string
}

/** `method_id` goes back with the code. */
export interface OtpSent extends Answer {
  method_id: string
}

const sent = { method_id: 'string' } satisfies Shapes<OtpSent>

export const loginOrCreate = call<SendOtp, OtpSent>('POST /otps/:method/login_or_create', { guard: 'retry', gives: sent })
/** `:factor` is `secondary` when a session exists, else `primary`. */
export const send = call<SendOtp, OtpSent>('POST /otps/:method/send/:factor', { guard: 'retry', gives: sent })
/** The one send that carries a captcha token alone (wire.md 2.3). */
export const sendEmail = call<SendOtp, OtpSent>('POST /otps/email/send/:factor', { guard: 'captcha', gives: sent })

export const authenticate = call<{ token: string; method_id: string } & SessionDuration, Authenticated & { method_id: string }>(
  'POST /otps/authenticate',
  {
    method: 'otps.authenticate',
    guard: 'retry',
    needs: { token: ['string', 'Code'], session_duration_minutes: 'number', method_id: 'string' },
    signsIn: true,
  },
)
