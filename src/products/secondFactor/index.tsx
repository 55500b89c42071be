import { confirmationScreen } from '../../ui/screen/Confirmation.tsx'
import type { ScreenSet } from '../../ui/map.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { words } from './words.ts'

/** The screens that ask for a second factor. */
export const screens = {
  SecondFactor,
  SecondFactorConfirmation: confirmationScreen(words, 'success.title', 'secondFactor.success.content', 'AUTHENTICATE_FLOW_COMPLETE'),
} satisfies ScreenSet
