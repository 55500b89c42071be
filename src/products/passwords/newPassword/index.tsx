import { passwords } from '../../../client/passwords.ts'
import type { ScreenSet } from '../../../ui/map.ts'
import sheet from './newPassword.css'
import { NewPassword } from './NewPassword.tsx'
import { PasswordField } from './PasswordField.tsx'
import { PasswordResetForm } from './PasswordResetForm.tsx'

/** The page that a reset mail leads to. */
export const screens: ScreenSet = { PasswordResetForm }

/** What the other password screens share with that page. One object, as in `ui/kit.ts` and for its reason. */
export const shared = { passwords, sheet, NewPassword, PasswordField }
