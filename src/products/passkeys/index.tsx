export { supportsAutofill } from '../../browser/passkeySupport.ts'
export { PasskeyButton } from './PasskeyButton.tsx'
