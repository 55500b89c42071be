import type { Answer } from '../../api/entities.ts'
import { passwords } from '../../client/namespaces/passwords.ts'
import type { Sender } from '../../ui/map.ts'

/** Minutes until the link of a reset email expires, unless the host says otherwise. */
const EXPIRATION = 30

/**
 * Sends an email with a link that resets the password, with the host's options, and writes that to
 * the log.
 */
export async function sendResetMail({ core, config, kit }: Sender, email: string): Promise<Answer> {
  const options = (await kit.load()).optionsOf(config, 'passwordOptions')
  const answer = await passwords(core).resetByEmailStart({
    email,
    login_redirect_url: options.loginRedirectURL,
    reset_password_redirect_url: options.resetPasswordRedirectURL,
    reset_password_expiration_minutes: options.resetPasswordExpirationMinutes ?? EXPIRATION,
    reset_password_template_id: options.resetPasswordTemplateId,
    locale: options.locale,
  })
  core.log('email_sent', { email, type: 'reset_password' })
  return answer
}
