import type { ScreenSet } from '../../ui/map.ts'
import { OTPAuthenticate } from './OTPAuthenticate.tsx'
import { OTPConfirmation } from './OTPConfirmation.tsx'

export { otps } from '../../client/otps.ts'
export { OtpForm } from './OtpForm.tsx'
export { sendMail } from './sending.ts'

export const screens = { OTPAuthenticate, OTPConfirmation } satisfies ScreenSet
