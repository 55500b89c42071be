import type { Session, User } from '../../../api/entities.ts'
import type { StateParts } from '../state/stateParts.ts'
import { refuse } from '../requests/refusal.ts'

/**
 * What factors prove, in the provider's three groups: a mailbox or an account elsewhere, a phone,
 * or something that is there to be a second factor.
 */
type Group = 'account' | 'phone' | 'device'

const HOUR = 3_600_000

const groups: Record<string, Group> = {
  sms: 'phone',
  whatsapp: 'phone',
  authenticator_app: 'device',
  recovery_code: 'device',
  webauthn_registration: 'device',
  biometric: 'device',
}

const groupsIn = (session: Session) =>
  new Set(session.authentication_factors.map(({ delivery_method }) => groups[delivery_method] ?? 'account'))

/** The groups of which a user has a factor that is theirs. */
const groupsOf = ({ emails, providers, password, phone_numbers, totps, webauthn_registrations, biometric_registrations }: User) => {
  const hasVerified = (list: { verified: boolean }[]) => list.some((entry) => entry.verified)
  const has: Record<Group, boolean> = {
    account: hasVerified(emails) || providers.length > 0 || password !== null,
    phone: hasVerified(phone_numbers),
    device: [totps, webauthn_registrations, biometric_registrations].some(hasVerified),
  }
  return Object.values(has).filter(Boolean).length
}

/**
 * Whether a session is as the provider wants it for a call that changes how its user signs in:
 * factors of two groups, one of which is less than an hour old. Pure.
 */
export const hasSecondFactor = (session: Session, now: number): boolean =>
  groupsIn(session).size > 1 &&
  session.authentication_factors.some(({ last_authenticated_at }) => now - Date.parse(last_authenticated_at) < HOUR)

/**
 * Whether a user has enough to prove a second factor with. Who does not may add one without it.
 * Pure.
 */
export const canProveSecondFactor = (user: User): boolean => groupsOf(user) > 1

/**
 * Creates the check of calls that change how a user signs in, for projects that require a second
 * factor for them.
 */
export const createSecondFactorCheck =
  ({ clock, project }: Pick<StateParts, 'clock' | 'project'>) =>
  ({ session, user }: { session: Session; user: User }): void => {
    const isAsked = project.second_factor === 'required' && canProveSecondFactor(user)
    if (isAsked && !hasSecondFactor(session, clock.now())) refuse('unauthorized_action')
  }

export type SecondFactorCheck = ReturnType<typeof createSecondFactorCheck>
