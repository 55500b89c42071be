import type { User } from '../../../api/entities.ts'
import type { ConnectedApps } from '../openid/connectedApps.ts'
import type { Project } from '../state/project.ts'
import { refuse } from '../requests/refusal.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { StateParts } from '../state/stateParts.ts'

interface Dependencies extends Pick<StateParts, 'project' | 'users'> {
  sessions: Sessions
  passwords: { remove: (user: User) => void }
  connectedApps: ConnectedApps
}

/** Refuses a user of a host's own server who has not proved an email address yet. */
export const requireProvenEmail = ({ backend }: Project, { emails }: User) => {
  if (backend && emails.length > 0 && !emails.some(({ verified }) => verified)) refuse('email_verification_required')
}

/**
 * Creates what a host's own server does before it records that an email address is proven: it
 * removes everything that was added to the account before, because that could be a stranger's.
 * Returns whether it has. `isTheirs`: the visitor is signed in to the account, so it is their own.
 */
export const createUnprovenRemoval =
  ({ project, sessions, passwords, connectedApps }: Omit<Dependencies, 'users'>) =>
  (user: User, email: string, isTheirs = false): boolean => {
    const unproven = user.emails.find((entry) => entry.email === email && !entry.verified)
    if (!project.backend || !unproven) return false
    // their password need not be reset
    unproven.verified = true
    if (isTheirs) return false
    sessions.revokeAll(user.user_id)
    passwords.remove(user)
    for (const { connected_app_id } of connectedApps.of(user.user_id)) connectedApps.revoke(user.user_id, connected_app_id)
    const lists = ['phone_numbers', 'providers', 'crypto_wallets', 'totps', 'webauthn_registrations', 'biometric_registrations'] as const
    for (const list of lists) user[list] = []
    user.emails = [unproven]
    return true
  }

export type UnprovenRemoval = ReturnType<typeof createUnprovenRemoval>

/**
 * Records that a visitor has proved an email address. If somebody had set a password before, they
 * could be a stranger: all sessions of the user end, except the one in which the visitor is
 * (`keep`, its token). `reset_sessions` says so.
 */
export const createEmailProofs =
  ({ users, sessions }: Pick<Dependencies, 'users' | 'sessions'>, removeUnproven: UnprovenRemoval) =>
  (user: User, email: string, keep: string | undefined) => {
    const hasRemoved = removeUnproven(user, email, sessions.optional({ sessionToken: keep })?.user === user)
    const reset_sessions = Boolean(user.password) && !users.emailOf(user, email).verified
    if (reset_sessions) sessions.revokeAll(user.user_id, keep)
    return { ...users.verifyEmail(user, email), reset_sessions: reset_sessions || hasRemoved }
  }

export type EmailProofs = ReturnType<typeof createEmailProofs>
