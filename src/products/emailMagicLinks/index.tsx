import type { ScreenSet } from '../../ui/map.ts'
import { EmailConfirmation } from './EmailConfirmation.tsx'

export { magicLinks } from '../../client/namespaces/magicLinks.ts'
export { sendMail } from './sendMail.ts'

/** The screen that follows the form for an email link. */
export const screens = { EmailConfirmation } satisfies ScreenSet
