import type { ScreenSet } from '../../../ui/map.ts'
import { PasskeyConfirmation } from './PasskeyConfirmation.tsx'

export { askAndLogIn, explainLogIn } from './logIn.ts'
export { PasskeyAutofill } from './PasskeyAutofill.tsx'

/** The screen behind the button for passkeys. */
export const screens = { PasskeyConfirmation } satisfies ScreenSet
