import * as api from '../../api/otps.ts'
import type { EmailOtpOptions, OtpOptions, OtpSent, SmsOtpOptions } from '../../api/otps.ts'
import type { Authenticated, Confirmation, SessionDuration } from '../../api/entities.ts'
import type { Core } from '../core.ts'

/** One way to send codes. */
export interface OtpChannel<Options> {
  /**
   * Sends a code to a visitor: to a phone number in E.164 format, or to an email address. A visitor
   * without an account gets one.
   */
  loginOrCreate(destination: string, options?: Options): Promise<OtpSent>
  /** Sends a code to an existing user. If somebody is signed in, it is their second factor. */
  send(destination: string, options?: Options): Promise<OtpSent>
}

/** `client.otps`: one-time codes. */
export interface OtpNamespace {
  /** Codes by SMS. */
  sms: OtpChannel<SmsOtpOptions>
  /** Codes by WhatsApp. */
  whatsapp: OtpChannel<OtpOptions>
  /** Codes by email. */
  email: OtpChannel<EmailOtpOptions>
  /** Signs in with a code of six digits, and the `method_id` of the answer when it was sent. */
  authenticate(
    code: string,
    method_id: string,
    options: SessionDuration & Confirmation,
  ): Promise<
    Authenticated & {
      /** The id of the address or number that the code went to. */
      method_id: string
    }
  >
}

/** Creates `client.otps`. */
export const otps = (core: Core): OtpNamespace => {
  const channel = (method: api.OtpMethod, send: typeof api.send) => {
    const field = method === 'email' ? 'email' : 'phone_number'
    return {
      loginOrCreate: (destination: string, options?: OtpOptions) =>
        core.send(api.loginOrCreate, { ...options, [field]: destination }, { method }),
      send: async (destination: string, options?: OtpOptions) =>
        core.send(send, { ...options, [field]: destination }, { method, factor: await (await core.life()).factor() }),
    }
  }
  return {
    sms: channel('sms', api.send),
    whatsapp: channel('whatsapp', api.send),
    email: channel('email', api.sendEmail),
    authenticate: (token, method_id, options) => core.send(api.authenticate, { token, method_id, ...options }),
  }
}
