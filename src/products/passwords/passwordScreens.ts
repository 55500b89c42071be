import type { ScreenSet } from '../../ui/map.ts'
import { PasswordConfirmation } from './PasswordConfirmation.tsx'
import { PasswordCreateOrLogin } from './PasswordCreateOrLogin.tsx'
import { PasswordMailSent } from './PasswordMailSent.tsx'

/** The screens behind the password form. */
export const screens = {
  PasswordCreateOrLogin,
  PasswordForgot: PasswordMailSent,
  PasswordBreached: PasswordMailSent,
  PasswordSetNew: PasswordMailSent,
  PasswordDedupe: PasswordMailSent,
  PasswordConfirmation,
} satisfies ScreenSet
