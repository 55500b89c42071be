import type { OtpMethod, OtpSent } from '../../api/otps.ts'
import { otps } from '../../client/namespaces/otps.ts'
import { expirationOf } from '../../ui/fields/codeExpiration.ts'
import type { WidgetOtpOptions } from '../../ui/host/config.ts'
import { useUi } from '../../ui/context.ts'
import type { MailProduct, Sender } from '../../ui/map.ts'

/**
 * Sends a code with the expiration and with what `more` picks from the host's options. Emits an
 * event and writes to the log.
 */
async function sendCode(
  { core, config, kit, emit }: Sender,
  method: OtpMethod,
  destination: string,
  more: (options: WidgetOtpOptions) => object,
): Promise<OtpSent> {
  const { optionsOf } = await kit.load()
  const answer = await otps(core)[method].loginOrCreate(destination, {
    expiration_minutes: expirationOf(config),
    ...more(optionsOf(config, 'otpOptions')),
  })
  emit('OTP_LOGIN_OR_CREATE', answer)
  if (method === 'email') core.log('email_sent', { email: destination, type: 'login_or_create_otp' })
  return answer
}

/**
 * Sends a code from a form or from the resend link. The email form sends all of the host's options;
 * the phone forms and every resend (`again`) send only the expiration.
 */
export function useSendCode(method: OtpMethod): (destination: string, again?: boolean) => Promise<OtpSent> {
  const ui = useUi()
  return (destination, again) =>
    sendCode(ui, method, destination, ({ loginTemplateId, signupTemplateId, locale }) =>
      method === 'email' && !again ? { login_template_id: loginTemplateId, signup_template_id: signupTemplateId, locale } : {},
    )
}

/**
 * Sends a code from the password screens. Their button adds the locale; a code that is sent without
 * a press (`automatic`) has only the expiration.
 */
export const sendMail = (async (ui, email, automatic) => {
  const { method_id } = await sendCode(ui, 'email', email, ({ locale }) => (automatic ? {} : { locale }))
  return { name: 'OTPAuthenticate', method: 'email', destination: email, methodId: method_id }
}) satisfies MailProduct['sendMail']
