import type { ScreenSet } from '../../ui/map.ts'
import { IDPConsent } from './IDPConsent.tsx'

export { idp } from '../../client/namespaces/idp.ts'

/** The identity-provider screen. */
export const screens = { IDPConsent } satisfies ScreenSet
