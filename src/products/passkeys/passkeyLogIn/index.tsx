import { confirmationScreen } from '../../../ui/screen/Confirmation.tsx'
import type { ScreenSet } from '../../../ui/map.ts'
import { words } from './words.ts'

export { askAndLogIn, explainLogIn } from './logIn.ts'
export { PasskeyAutofill } from './PasskeyAutofill.tsx'

/** The screen that follows a log-in with a passkey. */
export const screens = {
  PasskeyConfirmation: confirmationScreen(words, 'success.title', 'passkey.success.content', 'AUTHENTICATE_FLOW_COMPLETE', 'passkey'),
} satisfies ScreenSet
