import type { OtpMethod, OtpSent } from '../../api/otps.ts'
import { nothing } from '../../client/options.ts'
import { otps } from '../../client/otps.ts'
import type { LoginConfig, WidgetOtpOptions } from '../../ui/config.ts'
import { useUi, type Ui } from '../../ui/context.ts'
import type { MailingPart } from '../../ui/map.ts'

/** Minutes until a code is void: what the host says, or 5 where it says nothing (spec section 9) or no time. What is sent is what is counted down. */
export const expirationOf = ({ otpOptions }: LoginConfig): number => {
  const minutes = +(otpOptions?.expirationMinutes ?? 0)
  return minutes > 0 && minutes < Infinity ? minutes : 5
}

/** Sends a code with the host's expiration and `more` of its options, and tells the host and the log. */
async function send(
  { core, config, emit }: Ui,
  method: OtpMethod,
  destination: string,
  more: (options: WidgetOtpOptions) => object,
): Promise<OtpSent> {
  const options: WidgetOtpOptions = config.otpOptions || nothing
  const sent = await otps(core)[method].loginOrCreate(destination, {
    expiration_minutes: expirationOf(config),
    ...more(options),
  })
  emit('OTP_LOGIN_OR_CREATE', sent)
  if (method === 'email') core.log('email_sent', { email: destination, type: 'login_or_create_otp' })
  return sent
}

/** For the forms and the resend: the e-mail form sends all the host's options, the phone forms and every resend only the expiration (wire.md 2.2). */
export function useSending(method: OtpMethod): (destination: string, again?: boolean) => Promise<OtpSent> {
  const ui = useUi()
  return (destination, again) =>
    send(ui, method, destination, ({ loginTemplateId, signupTemplateId, locale }) =>
      method === 'email' && !again ? { login_template_id: loginTemplateId, signup_template_id: signupTemplateId, locale } : {},
    )
}

/** For the password screens: their button adds the locale, what is sent unasked only has the expiration (wire.md 2.2). */
export const sendMail = (async (ui, email, automatic) => {
  const { method_id } = await send(ui, 'email', email, ({ locale }) => (automatic ? {} : { locale }))
  return { name: 'OTPAuthenticate', method: 'email', destination: email, methodId: method_id }
}) satisfies MailingPart['sendMail']
