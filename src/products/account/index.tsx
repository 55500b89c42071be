import type { ScreenSet } from '../../ui/map.ts'
import { AccountOverview } from './AccountOverview.tsx'

export const screens = { Account: AccountOverview } satisfies ScreenSet
