import type { User } from '../../../api/entities.ts'
import type { BaseParts } from '../baseParts.ts'

/**
 * Returns the function that shows a user to a server, which sees more than a browser: the host's
 * own id, and whether the user is locked.
 */
export const createUserView =
  ({ users, locks }: BaseParts) =>
  ({ password, ...user }: User) => {
    const lock = locks.of(user.user_id)
    const external_id = users.externalIdOf({ ...user, password })
    return { ...user, ...(password && { password }), ...(external_id !== undefined && { external_id }), is_locked: Boolean(lock), ...lock }
  }

export type UserView = ReturnType<typeof createUserView>
