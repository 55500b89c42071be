import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'

/** What a host may say about a reset (wire.md 1.3). Expirations are minutes. */
export interface ResetOptions {
  /** Where the way around the new password leads: a link that signs in as it is. Must be a redirect URL of the project. */
  login_redirect_url?: string
  /** Where the page is that asks for the new password. */
  reset_password_redirect_url?: string
  reset_password_expiration_minutes?: number
  reset_password_template_id?: string
  locale?: string
}

export interface StartReset extends ResetOptions {
  email: string
  code_challenge?: string
}

/** How good a password is (spec section 3). */
export interface PasswordStrength extends Answer {
  valid_password: boolean
  /** 0 to 4, as zxcvbn counts. */
  score: number
  breached_password: boolean
  /** Whether a breached password is refused for a new account. */
  breach_detection_on_create: boolean
  strength_policy: 'zxcvbn' | 'luds' | 'none'
  feedback: {
    suggestions: string[]
    /** Empty where there is nothing to warn of. */
    warning: string
    luds_requirements: {
      has_digit: boolean
      has_lower_case: boolean
      has_symbol: boolean
      has_upper_case: boolean
      /** How many more characters the policy wants. */
      missing_characters: number
      /** How many more kinds of characters the policy wants. */
      missing_complexity: number
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

export const authenticate = call<{ email: string; password: string } & SessionDuration, Authenticated>('POST /passwords/authenticate', {
  method: 'passwords.authenticate',
  guard: 'retry',
  needs: credentials,
  signsIn: true,
})

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
      },
    },
  },
})
