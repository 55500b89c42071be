import type { ScreenSet } from '../../ui/map.ts'
import { IDPConsent } from './IDPConsent.tsx'

export { idp } from '../../client/idp.ts'

export const screens = { IDPConsent } satisfies ScreenSet
