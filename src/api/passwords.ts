import { call } from './call.ts'
import type { Answer, Authenticated, Confirmation, SessionDuration } from './entities.ts'

/** Options of the email for a new password. */
export interface ResetOptions {
  /**
   * Where the link leads that signs the visitor in without a new password: a redirect URL of the
   * project. Default: the project's default one.
   */
  login_redirect_url?: string
  /**
   * Your page that asks for the new password: a redirect URL of the project. Default: the project's
   * default one.
   */
  reset_password_redirect_url?: string
  /** How long the link is valid, in minutes. Default 30 at the provider. */
  reset_password_expiration_minutes?: number
  /** The project's template for the email. Default: the project's default one. */
  reset_password_template_id?: string
  /** The language of the email, as the provider names it: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
}

export interface StartReset extends ResetOptions {
  email: string
  code_challenge?: string
}

/** The rating of a password. */
export interface PasswordStrength extends Answer {
  /** Whether the project's policy accepts the password. */
  valid_password: boolean
  /** How hard the password is to guess, by zxcvbn: 0 to 4. */
  score: number
  /** Whether the password is on a list of breached passwords (Have I Been Pwned). */
  breached_password: boolean
  /** Whether the provider refuses a breached password for a new account. */
  breach_detection_on_create: boolean
  /**
   * The policy of the project: `zxcvbn` goes by the score, `luds` by the kinds of characters and
   * the length.
   */
  strength_policy: 'zxcvbn' | 'luds' | 'none'
  /** What makes the password weak, and how to make it better. */
  feedback: {
    /** How to make the password better, in sentences in English. */
    suggestions: string[]
    /** What makes the password weak, in a sentence in English. Empty if nothing does. */
    warning: string
    /** What the policy `luds` counts, and how much of it the password has. */
    luds_requirements: {
      /** Whether it has a digit. */
      has_digit: boolean
      /** Whether it has a lower-case letter. */
      has_lower_case: boolean
      /** Whether it has a symbol. */
      has_symbol: boolean
      /** Whether it has an upper-case letter. */
      has_upper_case: boolean
      /** How many more characters the policy asks for. */
      missing_characters: number
      /** How many more kinds of characters the policy asks for. */
      missing_complexity: number
      /**
       * How many characters a password may have, if this one has more. Only a host's own server
       * says so, under any policy.
       */
      maximum_characters?: number
    }
  }
}

const credentials = { password: 'string', email: 'string', session_duration_minutes: 'number' } as const

export const create = call<{ email: string; password: string } & SessionDuration, Authenticated & { email_id: string }>('POST /passwords', {
  method: 'passwords.create',
  guard: 'retry',
  needs: credentials,
  signsIn: true,
})

export const authenticate = call<{ email: string; password: string } & SessionDuration & Confirmation, Authenticated>(
  'POST /passwords/authenticate',
  {
    method: 'passwords.authenticate',
    guard: 'retry',
    needs: credentials,
    signsIn: true,
  },
)

export const resetByEmailStart = call<StartReset, Answer>('POST /passwords/email/reset/start', {
  method: 'passwords.resetByEmailStart',
  guard: 'retry',
  needs: {
    email: 'string',
    login_redirect_url: 'string?',
    reset_password_redirect_url: 'string?',
    reset_password_template_id: 'string?',
    reset_password_expiration_minutes: 'number?',
    locale: 'string?',
  },
})

export const resetByEmail = call<{ token: string; password: string; code_verifier?: string } & SessionDuration, Authenticated>(
  'POST /passwords/email/reset',
  {
    method: 'passwords.resetByEmail',
    guard: 'retry',
    needs: { token: 'string', password: 'string', session_duration_minutes: 'number' },
    signsIn: true,
  },
)

export const resetByExistingPassword = call<
  { email: string; existing_password: string; new_password: string } & SessionDuration,
  Authenticated
>('POST /passwords/existing_password/reset', {
  method: 'passwords.resetByExistingPassword',
  guard: 'retry',
  needs: { email: 'string', existing_password: 'string', new_password: 'string', session_duration_minutes: 'number' },
  signsIn: true,
})

export const resetBySession = call<{ password: string } & Partial<SessionDuration>, Authenticated>('POST /passwords/session/reset', {
  method: 'passwords.resetBySession',
  guard: 'retry',
  needs: { password: 'string', session_duration_minutes: 'number?' },
  signsIn: true,
  whole: true,
})

export const strengthCheck = call<{ email?: string; password: string }, PasswordStrength>('POST /passwords/strength_check', {
  method: 'passwords.strengthCheck',
  needs: { email: 'string?', password: 'string' },
  gives: {
    valid_password: 'boolean',
    score: 'number',
    'breached_password?': 'boolean',
    'strength_policy?': 'string',
    feedback: {
      'warning?': 'string',
      'suggestions?': ['string'],
      'luds_requirements?': {
        'has_digit?': 'boolean',
        'has_lower_case?': 'boolean',
        'has_symbol?': 'boolean',
        'has_upper_case?': 'boolean',
        'missing_characters?': 'number',
        'missing_complexity?': 'number',
        'maximum_characters?': 'number',
      },
    },
  },
})
