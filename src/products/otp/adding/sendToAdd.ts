import type { OtpSent } from '../../../api/otps.ts'
import { otps } from '../../../client/namespaces/otps.ts'
import { expirationOf } from '../../../ui/fields/codeExpiration.ts'
import { optionsOf } from '../../../ui/host/productOptions.ts'
import type { Ui } from '../../../ui/context.ts'
import type { DestinationKind } from '../../../ui/map.ts'

/**
 * Sends a code to an address or a number that the visitor wants to add. For a visitor who is signed
 * in, the provider adds it to their account, unconfirmed until they enter the code.
 */
export const sendToAdd = ({ core, config }: Ui, kind: DestinationKind, destination: string): Promise<OtpSent> => {
  const expiration_minutes = expirationOf(config)
  const { loginTemplateId, signupTemplateId, locale } = optionsOf(config, 'otpOptions')
  return kind === 'email'
    ? otps(core).email.send(destination, {
        expiration_minutes,
        login_template_id: loginTemplateId,
        signup_template_id: signupTemplateId,
        locale,
      })
    : otps(core).sms.send(destination, { expiration_minutes, locale })
}
