import { magicLinks } from '../../client/namespaces/magicLinks.ts'
import type { MailProduct } from '../../ui/map.ts'
import { linkOptions } from './linkOptions.ts'

/** Sends a link with the host's options, and tells the host and the log. */
export const sendMail = (async ({ core, config, emit }, email) => {
  const answer = await magicLinks(core).email.loginOrCreate(email, linkOptions(config))
  emit('MAGIC_LINK_LOGIN_OR_CREATE', { ...answer, email })
  core.log('email_sent', { email, type: 'login_or_create_eml' })
  return { name: 'EmailConfirmation', email }
}) satisfies MailProduct['sendMail']
