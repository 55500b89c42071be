import type { ScreenSet } from '../../../ui/map.ts'
import { PasskeyRegistrationStart } from './PasskeyRegistrationStart.tsx'
import { PasskeyRegistrationSuccess } from './PasskeyRegistrationSuccess.tsx'

/** The screens that create and list passkeys. */
export const screens = { PasskeyRegistrationStart, PasskeyRegistrationSuccess } satisfies ScreenSet
