import type { EmailLinkOptions } from '../../api/magicLinks.ts'
import type { LoginConfig } from '../../ui/host/config.ts'
import { optionsOf } from '../../ui/host/productOptions.ts'

/** Returns what the host's options say about a link that the form sends. */
export function linkOptions(config: LoginConfig): EmailLinkOptions {
  const options = optionsOf(config, 'emailMagicLinksOptions')
  return {
    login_magic_link_url: options.loginRedirectURL,
    login_expiration_minutes: options.loginExpirationMinutes ?? 30,
    login_template_id: options.loginTemplateId,
    signup_magic_link_url: options.signupRedirectURL,
    signup_expiration_minutes: options.signupExpirationMinutes ?? 30,
    signup_template_id: options.signupTemplateId,
    locale: options.locale,
    create_user_as_pending: options.createUserAsPending,
  }
}
