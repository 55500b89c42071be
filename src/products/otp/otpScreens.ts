import { confirmationScreen } from '../../ui/screen/Confirmation.tsx'
import type { ScreenSet } from '../../ui/map.ts'
import { OTPAuthenticate } from './OTPAuthenticate.tsx'
import { words } from './words.ts'

export { sendMail } from './sendCode.ts'

/** The screens that follow a form for codes. */
export const screens = {
  OTPAuthenticate,
  OTPConfirmation: confirmationScreen(words, 'success.title', 'otp.success.content', 'AUTHENTICATE_FLOW_COMPLETE'),
} satisfies ScreenSet
