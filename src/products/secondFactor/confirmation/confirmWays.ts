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

/** How the factor of each way is delivered. */
const deliveries = { passkey: 'webauthn_registration', password: 'knowledge', email: 'email', sms: 'sms', totp: 'authenticator_app' }

/**
 * Returns the ways that a visitor has, with the one of their last log-in first, as far as the
 * session says it. Nobody has checked the fields of either.
 */
export function confirmWaysOf({ user: known, session, passkeys, codes, backend }: Known): ConfirmWay[] {
  type Entry = Record<string, unknown>
  const user = { ...known } as Entry
  const code = (way: 'email' | 'sms', list: unknown, field: string) => {
    const to = text(objects<Entry>(list).find(({ verified }) => verified)?.[field])
    return to && (!codes || codes[way]) && { way, to }
  }
  const ways = [
    passkeys && objects(user.webauthn_registrations).length > 0 && { way: 'passkey' as const },
    !!user.password && objects(user.emails).length > 0 && { way: 'password' as const },
    code('email', user.emails, 'email'),
    code('sms', user.phone_numbers, 'phone_number'),
    !backend && objects<Entry>(user.totps).some(({ verified }) => verified) && { way: 'totp' as const },
  ].filter((one) => !!one)
  const timeOf = (one: ConfirmWay) =>
    Math.max(
      0,
      ...objects<Entry>(session?.authentication_factors)
        .filter(({ delivery_method }) => delivery_method === deliveries[one.way])
        .map(({ last_authenticated_at }) => Date.parse(text(last_authenticated_at) ?? '') || 0),
    )
  return ways.sort((one, other) => timeOf(other) - timeOf(one))
}
