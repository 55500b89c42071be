import type { User } from '../../../api/entities.ts'
import type { Locks } from '../methods/locks.ts'
import type { Users } from '../state/users.ts'

interface Dependencies {
  users: Users
  locks: Locks
}

/**
 * Returns the function that shows a user to a server, which sees more than a browser: the host's
 * own id, and whether the user is locked.
 */
export const createUserView =
  ({ users, locks }: Dependencies) =>
  ({ password, ...user }: User) => {
    const lock = locks.of(user.user_id)
    const external_id = users.externalIdOf({ ...user, password })
    return { ...user, ...(password && { password }), ...(external_id !== undefined && { external_id }), is_locked: Boolean(lock), ...lock }
  }

export type UserView = ReturnType<typeof createUserView>
