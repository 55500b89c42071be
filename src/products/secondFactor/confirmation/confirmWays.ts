import type { Session, User } from '../../../api/entities.ts'
import { text } from '../../../api/kinds.ts'
import { objects } from '../../../api/listOfObjects.ts'

/** How somebody who is signed in can confirm it. */
export type ConfirmWay = { way: 'passkey' | 'password' | 'totp' } | { way: 'email' | 'sms'; to: string }

/** What decides which ways there are. */
interface Known {
  user?: User
  session?: Session
  /** Whether this browser can ask for a passkey. */
  passkeys: boolean
  /** How long codes are valid at a host's own server. If it names some, it sends no others. */
  codes?: { email?: number; sms?: number }
  /** Whether a host's own server answers, at which an authenticator app only follows a password. */
  backend?: unknown
}

/** Which way the factor of a session belongs to, by how it was delivered. */
const ways: Record<string, ConfirmWay['way']> = {
  webauthn_registration: 'passkey',
  knowledge: 'password',
  email: 'email',
  sms: 'sms',
  authenticator_app: 'totp',
}

/**
 * Returns the ways that a visitor has, with the one of their last log-in first, as far as the
 * session says it. Nobody has checked the fields of either.
 */
export function confirmWaysOf({ user, session, passkeys, codes, backend }: Known): ConfirmWay[] {
  const proven = (list: unknown, field: string) =>
    text(objects<Record<string, unknown>>(list).find((one) => one.verified === true && text(one[field]))?.[field])
  const email = proven(user?.emails, 'email')
  const number = proven(user?.phone_numbers, 'phone_number')
  const all = [
    passkeys && objects(user?.webauthn_registrations).length > 0 && { way: 'passkey' as const },
    !!user?.password && objects(user.emails).length > 0 && { way: 'password' as const },
    email && (!codes || codes.email) && { way: 'email' as const, to: email },
    number && (!codes || codes.sms) && { way: 'sms' as const, to: number },
    !backend && objects<{ verified?: unknown }>(user?.totps).some(({ verified }) => verified) && { way: 'totp' as const },
  ].filter((one) => !!one)
  const factors = objects<{ delivery_method?: string; last_authenticated_at?: string }>(session?.authentication_factors)
  const timeOf = (factor?: (typeof factors)[number]) => factor?.last_authenticated_at ?? ''
  const newest = factors.reduce<(typeof factors)[number] | undefined>((best, one) => (timeOf(one) < timeOf(best) ? best : one), undefined)
  const last = Object.hasOwn(ways, newest?.delivery_method ?? '') && ways[newest!.delivery_method!]
  return [...all.filter(({ way }) => way === last), ...all.filter(({ way }) => way !== last)]
}
