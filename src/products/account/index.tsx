import type { ScreenSet } from '../../ui/map.ts'
import { AccountOverview } from './AccountOverview.tsx'

/** The screen with what belongs to the account. */
export const screens = { Account: AccountOverview } satisfies ScreenSet
