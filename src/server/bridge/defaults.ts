import type { WireBootstrap } from '../../api/bootstrap.ts'
import type { Session, User } from '../../api/entities.ts'
import type { PasswordStrength } from '../../api/passwords.ts'

/** How many characters a password needs, and how many it may have. */
export interface PasswordLengths {
  /** How many it needs. */
  shortest: number
  /** How many it may have. */
  longest: number
}

/** Returns the settings of a host's own server. `changes` replaces some of them. */
export const settings = (changes: Partial<WireBootstrap> = {}): WireBootstrap => ({
  project_name: null,
  disable_sdk_watermark: true,
  captcha_settings: { enabled: false },
  cname_domain: null,
  email_domains: [],
  pkce_required_for_email_magic_links: false,
  pkce_required_for_password_resets: false,
  pkce_required_for_oauth: false,
  pkce_required_for_sso: false,
  slug_pattern: null,
  create_organization_enabled: false,
  password_config: null,
  siwe_required_for_crypto_wallets: false,
  vertical: 'CONSUMER',
  ...changes,
})

/** Returns the rule of {@link settings} for passwords that only have to be long enough. */
export const byLength = ({ shortest, longest }: PasswordLengths): WireBootstrap['password_config'] => ({
  luds_complexity: 1,
  luds_minimum_count: shortest,
  luds_maximum_count: longest,
})

/** The lowest score of a password that counts, of 0 to 4. */
const LOWEST_SCORE = 3

/** Returns whether a password has so low a score that it is refused. */
export const isWeakScore = (score: number): boolean => score < LOWEST_SCORE

/**
 * Rates a password. `score` is what the host's function says, from 0 to 4; without one, the
 * length decides.
 */
export const strengthOf = (
  password: string,
  { shortest, longest }: PasswordLengths,
  score?: number,
): Omit<PasswordStrength, 'request_id' | 'status_code' | 'breach_detection_on_create'> => {
  const missing = Math.max(0, shortest - [...password].length)
  const isTooLong = password.length > longest
  const rating = score ?? (missing > 0 ? 0 : 4)
  return {
    valid_password: missing === 0 && !isTooLong && !isWeakScore(rating),
    score: rating,
    breached_password: false,
    strength_policy: score === undefined ? 'luds' : 'zxcvbn',
    feedback: {
      suggestions: [],
      warning: '',
      luds_requirements: {
        has_digit: /\d/.test(password),
        has_lower_case: /\p{Ll}/u.test(password),
        has_upper_case: /\p{Lu}/u.test(password),
        has_symbol: /[^\p{L}\d]/u.test(password),
        missing_characters: missing,
        missing_complexity: 0,
        ...(isTooLong && { maximum_characters: longest }),
      },
    },
  }
}

/** Splits a name at its last space. */
export const nameParts = (name: string): User['name'] => {
  const at = name.trim().lastIndexOf(' ')
  const [first_name, last_name] = at < 0 ? [name.trim(), ''] : [name.trim().slice(0, at), name.trim().slice(at + 1)]
  return { first_name, middle_name: '', last_name }
}

/** Joins the parts of a name, of which a page may send some. At most 300 characters. */
export const fullName = (parts: { readonly [part: string]: unknown }): string =>
  ['first_name', 'middle_name', 'last_name']
    .flatMap((part) => (typeof parts[part] === 'string' ? [parts[part].replace(/\p{Cc}+/gu, ' ').trim()] : []))
    .filter(Boolean)
    .join(' ')
    .slice(0, 300)

/** What {@link userEntity} has to know. */
export interface UserParts {
  /** The user's id. */
  id: string
  /** The full name. */
  name?: string
  /** The address. */
  email?: string
  /** Whether the user has proved the address. Default: false. */
  isVerified?: boolean
}

/** Returns a user with an address at most. `more` replaces and adds fields. */
export const userEntity = ({ id, name = '', email, isVerified = false }: UserParts, more: Partial<User> = {}): User => ({
  user_id: id,
  name: nameParts(name),
  emails: email ? [{ email_id: `email-${id}`, email, verified: isVerified }] : [],
  phone_numbers: [],
  crypto_wallets: [],
  providers: [],
  totps: [],
  webauthn_registrations: [],
  biometric_registrations: [],
  password: null,
  roles: [],
  status: 'active',
  created_at: '',
  trusted_metadata: {},
  untrusted_metadata: {},
  ...more,
})

/** What {@link sessionEntity} has to know. Times are RFC 3339. */
export interface SessionParts {
  /** The session's id, which is never what its cookie contains. */
  id: string
  /** The user's id. */
  userId: string
  /** When it began. */
  startedAt: string
  /** When it ends. */
  expiresAt: string
  /** The visitor's address. */
  address?: string
  /** The browser, as its `User-Agent` says. */
  userAgent?: string
}

/** Returns a session. */
export const sessionEntity = (session: SessionParts): Session => ({
  session_id: session.id,
  user_id: session.userId,
  authentication_factors: [],
  started_at: session.startedAt,
  last_accessed_at: new Date().toISOString(),
  expires_at: session.expiresAt,
  attributes: { ip_address: session.address ?? '', user_agent: session.userAgent ?? '' },
  custom_claims: null,
  roles: [],
})
