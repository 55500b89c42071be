import type { ScreenSet } from '../../../ui/map.ts'
import { PasswordResetForm } from './PasswordResetForm.tsx'

export { passwords } from '../../../client/passwords.ts'

/** The page that a reset mail leads to. */
export const screens = { PasswordResetForm } satisfies ScreenSet
