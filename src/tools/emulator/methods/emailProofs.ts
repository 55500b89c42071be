import type { User } from '../../../api/entities.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Users } from '../state/users.ts'

interface Dependencies {
  users: Users
  sessions: Sessions
}

/**
 * Records that a visitor has proved an email address. If somebody had set a password before, they
 * could be a stranger: all sessions of the user end, except the one in which the visitor is
 * (`keep`, its token). `reset_sessions` says so.
 */
export const createEmailProofs =
  ({ users, sessions }: Dependencies) =>
  (user: User, email: string, keep: string | undefined) => {
    const reset_sessions = Boolean(user.password) && !users.emailOf(user, email).verified
    if (reset_sessions) sessions.revokeOthers(user, keep)
    return { ...users.verifyEmail(user, email), reset_sessions }
  }

export type EmailProofs = ReturnType<typeof createEmailProofs>
