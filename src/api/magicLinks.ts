import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'

/** Options of a link by email. */
export interface EmailLinkOptions {
  /**
   * Where the link leads a visitor who has an account: a redirect URL of the project. Default: the
   * project's default one.
   */
  login_magic_link_url?: string
  /**
   * Where the link leads a new visitor: a redirect URL of the project. Default: the project's
   * default one.
   */
  signup_magic_link_url?: string
  /** How long the link of a visitor with an account is valid: 5 to 10,080 minutes. Default 60. */
  login_expiration_minutes?: number
  /**
   * How long the link of a new visitor is valid, in minutes: 5 to 10,080. Default 10,080 (a week).
   */
  signup_expiration_minutes?: number
  /**
   * The project's template for the email to a visitor who has an account. Default: the project's
   * default one.
   */
  login_template_id?: string
  /** The project's template for the email to a new visitor. Default: the project's default one. */
  signup_template_id?: string
  /** The language of the email, as the provider names it: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
  /** Whether a new account is pending until the link is opened. Default: the project's setting. */
  create_user_as_pending?: boolean
}

export interface SendEmailLink extends EmailLinkOptions {
  email: string
  code_challenge?: string
}

export const loginOrCreate = call<SendEmailLink, Answer>('POST /magic_links/email/login_or_create', { guard: 'retry' })
/** Sends a link to an existing user. `:factor`: `secondary` in a session, else `primary`. */
export const send = call<SendEmailLink, Answer>('POST /magic_links/email/send/:factor', { guard: 'retry' })

export const authenticate = call<{ token: string; code_verifier?: string } & SessionDuration, Authenticated & { method_id: string }>(
  'POST /magic_links/authenticate',
  {
    method: 'magicLinks.authenticate',
    needs: { token: ['string', 'Token'], session_duration_minutes: 'number' },
    signsIn: true,
  },
)
