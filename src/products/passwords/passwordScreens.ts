import { confirmationScreen } from '../../ui/Confirmation.tsx'
import type { ScreenSet } from '../../ui/map.ts'
import { PasswordCreateOrLogin } from './PasswordCreateOrLogin.tsx'
import { PasswordMailSent } from './PasswordMailSent.tsx'
import { words } from './words.ts'

/** The screens that follow the password form. */
export const screens = {
  PasswordCreateOrLogin,
  PasswordForgot: PasswordMailSent,
  PasswordBreached: PasswordMailSent,
  PasswordSetNew: PasswordMailSent,
  PasswordDedupe: PasswordMailSent,
  PasswordConfirmation: confirmationScreen(words, 'success.title', 'login.success.content', 'AUTHENTICATE_FLOW_COMPLETE', 'password'),
} satisfies ScreenSet
