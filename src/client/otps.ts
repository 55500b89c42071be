import * as api from '../api/otps.ts'
import type { EmailOtpOptions, OtpOptions, OtpSent, SmsOtpOptions } from '../api/otps.ts'
import type { Authenticated, SessionDuration } from '../api/entities.ts'
import type { Core } from './core.ts'

/** One way of sending codes. */
export interface OtpChannel<Options> {
  /** Sends a code to a visitor, known or new. `destination` is an E.164 number or an e-mail address. */
  loginOrCreate(destination: string, options?: Options): Promise<OtpSent>
  /** Sends a code to a user who exists: as a second factor when somebody is signed in. */
  send(destination: string, options?: Options): Promise<OtpSent>
}

/** `client.otps` (wire.md 1.3). */
export interface OtpNamespace {
  sms: OtpChannel<SmsOtpOptions>
  whatsapp: OtpChannel<OtpOptions>
  email: OtpChannel<EmailOtpOptions>
  /** Signs in with the code that was sent as `method_id`. */
  authenticate(code: string, method_id: string, options: SessionDuration): Promise<Authenticated & { method_id: string }>
}

/** `client.otps`: one-time codes, by SMS, WhatsApp and e-mail. */
export const otps = (core: Core): OtpNamespace => {
  const channel = (method: api.OtpMethod, send: typeof api.send) => {
    const field = method === 'email' ? 'email' : 'phone_number'
    return {
      loginOrCreate: (destination: string, options?: OtpOptions) =>
        core.send(api.loginOrCreate, { ...options, [field]: destination }, { method }),
      send: (destination: string, options?: OtpOptions) =>
        core.send(send, { ...options, [field]: destination }, { method, factor: core.status.now.session ? 'secondary' : 'primary' }),
    }
  }
  return {
    sms: channel('sms', api.send),
    whatsapp: channel('whatsapp', api.send),
    email: channel('email', api.sendEmail),
    authenticate: (token, method_id, options) => core.send(api.authenticate, { token, method_id, ...options }),
  }
}
