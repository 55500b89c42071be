/** The passkey button of Main, and whether this browser can offer passkeys in autofill instead. */
export { supportsAutofill } from '../../browser/passkeySupport.ts'
export { PasskeyButton } from './PasskeyButton.tsx'
