import { confirmationScreen } from '../../ui/screen/Confirmation.tsx'
import type { LinkMail, ScreenSet } from '../../ui/map.ts'
import { PasswordCreateOrLogin } from './PasswordCreateOrLogin.tsx'
import { PasswordMailSent } from './PasswordMailSent.tsx'
import { sendResetMail } from './sendResetMail.ts'
import { words } from './words.ts'

/** Sends a link for a new password to a visitor who has come with one that is of no use. */
export const sendMail = (async (ui, email) => {
  await sendResetMail(ui, email)
  return { name: 'PasswordForgot', email }
}) satisfies LinkMail['sendMail']

/** The screens that follow the password form. */
export const screens = {
  PasswordCreateOrLogin,
  PasswordForgot: PasswordMailSent,
  PasswordBreached: PasswordMailSent,
  PasswordSetNew: PasswordMailSent,
  PasswordDedupe: PasswordMailSent,
  PasswordConfirmation: confirmationScreen(words, 'success.title', 'login.success.content', 'AUTHENTICATE_FLOW_COMPLETE', 'password'),
} satisfies ScreenSet
