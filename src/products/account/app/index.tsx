import type { ScreenSet } from '../../../ui/map.ts'
import { AccountApp } from './AccountApp.tsx'
import { AccountRecoveryCodes } from './AccountRecoveryCodes.tsx'

/** The screens that set up an authenticator app, and show its recovery codes. */
export const screens = { AccountApp, AccountRecoveryCodes } satisfies ScreenSet
