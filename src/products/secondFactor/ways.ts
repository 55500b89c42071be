import type { Session, User } from '../../api/entities.ts'
import type { SecondFactorMethod } from '../../ui/host/config.ts'

/** A way to prove a second factor that a visitor has. */
export type Way = { step: 'totp' | 'recoveryCode' } | { step: 'sms'; number: string }

/**
 * Returns the entries of a list of the provider's answer, which nobody has checked: the visitor has
 * none of what cannot be read.
 */
const entries = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((entry) => entry && typeof entry === 'object') : []

/**
 * Returns what the factors of a session prove, each once. An email address, an account at another
 * provider and a password count as one thing, because anyone who has the first can get the others
 * (docs/decisions/README.md#a-second-factor-is-something-else). A phone counts by its number, and a
 * recovery code as its app.
 */
const proofsOf = (session: Session) =>
  new Set(
    entries(session.authentication_factors).map(({ delivery_method, phone_number_factor }) =>
      delivery_method === 'sms' || delivery_method === 'whatsapp'
        ? (phone_number_factor as { phone_number?: unknown } | undefined)?.phone_number
        : delivery_method === 'authenticator_app' || delivery_method === 'recovery_code'
          ? 'app'
          : delivery_method === 'webauthn_registration'
            ? 'passkey'
            : 'account',
    ),
  )

/** Returns whether a session has two factors that prove different things. */
export const hasTwoFactors = (session: Session): boolean => proofsOf(session).size > 1

/**
 * Returns the ways that a visitor has, in the order of `methods`: with what they have proved to be
 * theirs, and have not used in this session.
 */
export function waysOf(session: Session, user: User, methods: readonly SecondFactorMethod[]): Way[] {
  const proofs = proofsOf(session)
  const app = !proofs.has('app') && entries(user.totps).some(({ verified }) => verified)
  const numbers = entries(user.phone_numbers).flatMap(({ phone_number: number, verified }) =>
    verified && typeof number === 'string' && !proofs.has(number) ? [{ step: 'sms' as const, number }] : [],
  )
  const ways: Record<SecondFactorMethod, Way[]> = {
    totp: app ? [{ step: 'totp' }] : [],
    sms: numbers,
    recoveryCode: app ? [{ step: 'recoveryCode' }] : [],
  }
  return [...new Set(methods)].flatMap((method) => (Object.hasOwn(ways, method) ? ways[method] : []))
}

/** Masks a phone number to its end, because the person at the screen may not be its owner. */
export const masked = (number: string): string => `••••\u00a0${number.slice(-3)}`
