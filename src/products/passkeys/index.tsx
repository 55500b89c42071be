/**
 * The passkey button of Main, whether the page may use passkeys, and whether this browser can offer
 * them in autofill instead.
 */
export { allowsPasskeys } from '../../browser/passkeyPolicy.ts'
export { supportsAutofill } from '../../browser/passkeySupport.ts'
export { PasskeyButton } from './PasskeyButton.tsx'
