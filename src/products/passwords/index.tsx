/** The password form of Main. */
export { PasswordForm } from './PasswordForm.tsx'
