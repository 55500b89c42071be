import type { ScreenSet } from '../../../ui/map.ts'
import { PasswordResetForm } from './PasswordResetForm.tsx'

export { passwords } from '../../../client/namespaces/passwords.ts'

/** The screen that the link in a reset email leads to. */
export const screens = { PasswordResetForm } satisfies ScreenSet
