import { confirmationScreen } from '../../ui/screen/Confirmation.tsx'
import type { ScreenSet } from '../../ui/map.ts'
import { LogInSecondFactor } from './LogInSecondFactor.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { words } from './words.ts'

/** The screens that ask for a second factor, of a visitor who is signed in or before they are. */
export const screens = {
  SecondFactor,
  SecondFactorConfirmation: confirmationScreen(words, 'success.title', 'secondFactor.success.content', 'AUTHENTICATE_FLOW_COMPLETE'),
  LogInSecondFactor,
  LogInConfirmation: confirmationScreen(words, 'success.title', 'login.success.content', 'AUTHENTICATE_FLOW_COMPLETE'),
} satisfies ScreenSet
