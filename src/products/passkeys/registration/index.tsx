import type { ScreenSet } from '../../../ui/map.ts'
import { PasskeyRegistrationStart } from './PasskeyRegistrationStart.tsx'
import { PasskeyRegistrationSuccess } from './PasskeyRegistrationSuccess.tsx'

export const screens = { PasskeyRegistrationStart, PasskeyRegistrationSuccess } satisfies ScreenSet
