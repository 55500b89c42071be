import type { ScreenSet } from '../../../ui/map.ts'
import { AccountCode } from './AccountCode.tsx'
import { AccountDestination } from './AccountDestination.tsx'

/** The screens that add an email address or a phone number to the account of a visitor. */
export const screens = { AccountDestination, AccountCode } satisfies ScreenSet
