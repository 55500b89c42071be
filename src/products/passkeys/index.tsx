import type { ScreenSet } from '../../ui/map.ts'
import { PasskeyAutofill } from './PasskeyAutofill.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasskeyConfirmation } from './PasskeyConfirmation.tsx'

export { supportsAutofill } from '../../browser/webauthn.ts'
export { PasskeyAutofill, PasskeyButton }

export const screens = { PasskeyConfirmation } satisfies ScreenSet
