import type { ScreenSet } from '../../ui/map.ts'
import { OTPAuthenticate } from './OTPAuthenticate.tsx'
import { OTPConfirmation } from './OTPConfirmation.tsx'

export { sendMail } from './sending.ts'

/** The screens behind the form for codes. */
export const screens = { OTPAuthenticate, OTPConfirmation } satisfies ScreenSet
