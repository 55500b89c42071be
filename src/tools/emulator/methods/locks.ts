import { timestamp } from '../state/clock.ts'
import type { StateParts } from '../state/stateParts.ts'
import { refuse } from '../requests/refusal.ts'
import { objects } from '../state/storeMap.ts'

/** Locks a user out for a while after too many failed attempts in a row, whatever the method. */
export const createLocks = ({ clock, project, stores }: Pick<StateParts, 'clock' | 'project' | 'stores'>) => {
  const failures = stores.map('failures', objects<{ count: number; lockedUntil: number }>({ count: 'number', lockedUntil: 'number' }))
  return {
    /** Returns from when to when a user is locked, or undefined if they are not. */
    of: (userId: string) => {
      const { lockedUntil } = failures.get(userId) ?? { lockedUntil: 0 }
      if (lockedUntil <= clock.now()) return undefined
      return { lock_created_at: timestamp(lockedUntil - project.lock_minutes * 60_000), lock_expires_at: timestamp(lockedUntil) }
    },
    /** Refuses a user who is locked. */
    check: (userId: string) => {
      if ((failures.get(userId)?.lockedUntil ?? 0) > clock.now()) refuse('user_lock_limit_reached')
    },
    /** Counts a failed attempt. */
    recordFailure: (userId: string) => {
      const count = (failures.get(userId)?.count ?? 0) + 1
      const locks = count >= project.lock_threshold
      failures.set(userId, locks ? { count: 0, lockedUntil: clock.now() + project.lock_minutes * 60_000 } : { count, lockedUntil: 0 })
    },
    /** Ends the series of failures after a success. */
    recordSuccess: (userId: string) => {
      failures.delete(userId)
    },
  }
}

export type Locks = ReturnType<typeof createLocks>
