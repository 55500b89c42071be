import type { ScreenSet } from '../../ui/map.ts'
import { Account } from './Account.tsx'

/** The screen with what belongs to the account. */
export const screens = { Account } satisfies ScreenSet
