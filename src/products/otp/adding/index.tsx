import type { ScreenSet } from '../../../ui/map.ts'
import { AccountCode } from './AccountCode.tsx'
import { AccountDestination } from './AccountDestination.tsx'
import { ConfirmEmail } from './ConfirmEmail.tsx'

/**
 * The screens that add an email address or a phone number to the account of a visitor, and that
 * confirm an address.
 */
export const screens = { AccountDestination, AccountCode, ConfirmEmail } satisfies ScreenSet
