import type { ScreenSet } from '../../../ui/map.ts'
import { PasskeyRegistrationStart } from './PasskeyRegistrationStart.tsx'
import { PasskeyRegistrationSuccess } from './PasskeyRegistrationSuccess.tsx'

/** Making passkeys, and the list of those that there are. */
export const screens = { PasskeyRegistrationStart, PasskeyRegistrationSuccess } satisfies ScreenSet
