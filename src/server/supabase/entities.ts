import type { Session, User } from '../../api/entities.ts'
import { sessionEntity, userEntity } from '../bridge/defaults.ts'
import { object, text, type Json } from './ask.ts'

/** What Supabase gives to who has logged in. */
export interface Tokens {
  access: string
  refresh: string
  /** The user, as Supabase described them with these tokens. */
  user: Json
}

/** Reads the tokens of an answer. Undefined if it has none. */
export const tokensIn = ({ access_token, refresh_token, user }: Json): Tokens | undefined =>
  text(access_token) && text(refresh_token) ? { access: text(access_token), refresh: text(refresh_token), user: object(user) } : undefined

/**
 * Reads what an access token says about itself. Nothing relies on it before Supabase has accepted
 * the token.
 */
export const claimsOf = (access: string): Json => {
  try {
    return object(JSON.parse(Buffer.from(access.split('.')[1]!, 'base64url').toString()))
  } catch {
    return {}
  }
}

/** Returns when an access token ends, in ms since 1970. 0 if it does not say so. */
export const endOf = (access: string): number => {
  const { exp } = claimsOf(access)
  return typeof exp === 'number' ? exp * 1000 : 0
}

/** How long a session lives after its last visit, in seconds, if Supabase does not end it. */
export const LIFE = 30 * 86_400

const rows = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : [])

/** Returns whether the user has a second factor that these tokens have not been through. */
export const needsSecondFactor = ({ access, user }: Tokens): boolean =>
  rows(user.factors).some(({ status }) => status === 'verified') && claimsOf(access).aal !== 'aal2'

/** Returns the full name of a user. */
const nameOf = (user: Json): string => {
  const data = object(user.user_metadata)
  return text(data.full_name) || text(data.name)
}

/** Returns the user in the provider's words. */
export const userOf = (user: Json): User => {
  const identities = rows(user.identities)
  return userEntity(
    { id: text(user.id), name: nameOf(user), email: text(user.email), isVerified: !!text(user.email_confirmed_at) },
    {
      providers: identities
        .filter(({ provider }) => provider !== 'email' && provider !== 'phone')
        .map((identity) => ({
          oauth_user_registration_id: text(identity.identity_id),
          provider_type: text(identity.provider).replace(/^./, (first) => first.toUpperCase()),
          provider_subject: text(identity.id),
          profile_picture_url: text(object(identity.identity_data).avatar_url),
          locale: '',
        })),
      created_at: text(user.created_at),
    },
  )
}

/** Returns the session in the provider's words. */
export const sessionOf = ({ access, user }: Tokens, address?: string, userAgent?: string): Session => {
  const { session_id, iat, amr } = claimsOf(access)
  const starts = [iat, ...rows(amr).map(({ timestamp }) => timestamp)].filter((one): one is number => Number.isFinite(one))
  return sessionEntity({
    id: `session-${text(session_id)}`,
    userId: text(user.id),
    startedAt: new Date(Math.min(...starts, Date.now() / 1000) * 1000).toISOString(),
    expiresAt: new Date(Date.now() + LIFE * 1000).toISOString(),
    address,
    userAgent,
  })
}
