import type { ScreenSet } from '../../../ui/map.ts'
import { AccountApp } from './AccountApp.tsx'
import { AccountRecoveryCodes } from './AccountRecoveryCodes.tsx'

export const screens = { AccountApp, AccountRecoveryCodes } satisfies ScreenSet
