import { magicLinks } from '../../client/namespaces/magicLinks.ts'
import { optionsOf } from '../../ui/host/productOptions.ts'
import type { MailProduct } from '../../ui/map.ts'

/** Sends a link with the host's options, and tells the host and the log. */
export const sendMail = (async ({ core, config, emit }, email) => {
  const options = optionsOf(config, 'emailMagicLinksOptions')
  const answer = await magicLinks(core).email.loginOrCreate(email, {
    login_magic_link_url: options.loginRedirectURL,
    login_expiration_minutes: options.loginExpirationMinutes ?? 30,
    login_template_id: options.loginTemplateId,
    signup_magic_link_url: options.signupRedirectURL,
    signup_expiration_minutes: options.signupExpirationMinutes ?? 30,
    signup_template_id: options.signupTemplateId,
    locale: options.locale,
    create_user_as_pending: options.createUserAsPending,
  })
  emit('MAGIC_LINK_LOGIN_OR_CREATE', { ...answer, email })
  core.log('email_sent', { email, type: 'login_or_create_eml' })
  return { name: 'EmailConfirmation', email }
}) satisfies MailProduct['sendMail']
