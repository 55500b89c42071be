import type { Authenticated, Session, User } from '../../api/entities.ts'
import { sessionEntity, userEntity } from '../bridge/defaults.ts'
import { refusal } from '../bridge/refusals.ts'
import type { Asker, Json } from './ask.ts'
import { has } from './offers.ts'

/** Returns a text of Better Auth's JSON, or an empty one. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the objects in a list. */
export const rows = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((row): row is Json => typeof row === 'object' && row !== null) : []

/** Returns the domain whose pages can use the passkeys. */
export const passkeyDomain = ({ offers, base }: Asker): string => offers.passkeyDomain || new URL(base).hostname

/** Returns a passkey of the provider's from one of Better Auth's. */
export const passkeyOf = ({ id, name, createdAt, deviceType }: Json, domain: string): User['webauthn_registrations'][number] => ({
  webauthn_registration_id: text(id),
  domain,
  user_agent: '',
  verified: true,
  authenticator_type: deviceType === 'multiDevice' ? '' : 'platform',
  name: text(name) || `Passkey ${text(createdAt).slice(0, 10)}`.trim(),
})

const userOf = (user: Json, accounts: Json[], passkeys: Json[], domain: string): User => {
  const id = text(user.id)
  const credential = accounts.find(({ providerId }) => providerId === 'credential')
  return userEntity(
    { id, name: text(user.name), email: text(user.email), isVerified: user.emailVerified === true },
    {
      phone_numbers: user.phoneNumber
        ? [{ phone_id: `phone-${id}`, phone_number: text(user.phoneNumber), verified: user.phoneNumberVerified === true }]
        : [],
      providers: accounts
        .filter(({ providerId }) => providerId !== 'credential')
        .map((account) => ({
          oauth_user_registration_id: text(account.id),
          provider_type: text(account.providerId).replace(/^./, (first) => first.toUpperCase()),
          provider_subject: text(account.accountId),
          profile_picture_url: '',
          locale: '',
        })),
      totps: user.twoFactorEnabled === true ? [{ totp_id: `totp-${id}`, verified: true }] : [],
      webauthn_registrations: passkeys.map((passkey) => passkeyOf(passkey, domain)),
      password: credential ? { password_id: text(credential.id), requires_reset: false } : null,
      created_at: text(user.createdAt),
    },
  )
}

const sessionOf = (session: Json): Session =>
  sessionEntity({
    // the id, never the token, which is the cookie's value
    id: text(session.id),
    userId: text(session.userId),
    startedAt: text(session.createdAt),
    expiresAt: text(session.expiresAt),
    address: text(session.ipAddress),
    userAgent: text(session.userAgent),
  })

type SignedIn = Pick<Authenticated, 'user_id' | 'user' | 'session' | 'session_token' | 'session_jwt'>

/** Returns the rows of the session and its user, as Better Auth's cookie says, if there are any. */
export const sessionIn = async ({ ask }: Asker): Promise<{ session?: Json; user?: Json }> =>
  ask('GET /get-session', { query: { disableCookieCache: 'true' } })

/** Returns the row of who is signed in, as Better Auth's cookie says, or undefined. */
export const userIn = async (asker: Asker): Promise<Json | undefined> => (await sessionIn(asker)).user

/** Returns who is signed in by Better Auth's cookie, without a token. Throws if nobody is. */
export const signedIn = async (asker: Asker): Promise<SignedIn> => {
  const { session, user } = await sessionIn(asker)
  if (!session || !user) throw refusal('session_not_found')
  const [accounts, passkeys] = await Promise.all([
    asker.ask('GET /list-accounts'),
    has(asker.offers, 'passkey') ? asker.ask('GET /passkey/list-user-passkeys') : [],
  ])
  const userEntity = userOf(user, rows(accounts), rows(passkeys), passkeyDomain(asker))
  return { user_id: userEntity.user_id, user: userEntity, session: sessionOf(session), session_token: '', session_jwt: '' }
}

/**
 * Returns who is signed in, with a proven address or number: what is added to an account before
 * could be a stranger's. Throws a refusal otherwise.
 */
export const proven = async (asker: Asker): Promise<SignedIn> => {
  const session = await signedIn(asker)
  const { emails, phone_numbers } = session.user
  if (![...emails, ...phone_numbers].some(({ verified }) => verified)) throw refusal('email_verification_required')
  return session
}
