import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'

/** What a host may say about a link (wire.md 1.3). Expirations are minutes. */
export interface EmailLinkOptions {
  /** Where the link leads a visitor who has an account; must be a redirect URL of the project. */
  login_magic_link_url?: string
  /** Where it leads a new visitor. */
  signup_magic_link_url?: string
  login_expiration_minutes?: number
  signup_expiration_minutes?: number
  login_template_id?: string
  signup_template_id?: string
  /** Language of the message, as the provider names it: `en`, `es`, `pt-br`. */
  locale?: string
  /** Keeps a new account pending until the link is opened (wire.md row 35). */
  create_user_as_pending?: boolean
}

export interface SendEmailLink extends EmailLinkOptions {
  email: string
  code_challenge?: string
}

export const loginOrCreate = call<SendEmailLink, Answer>('POST /magic_links/email/login_or_create', { guard: 'retry' })
/** `:factor` is `secondary` when a session exists, else `primary`. */
export const send = call<SendEmailLink, Answer>('POST /magic_links/email/send/:factor', { guard: 'retry' })

export const authenticate = call<{ token: string; code_verifier?: string } & SessionDuration, Authenticated & { method_id: string }>(
  'POST /magic_links/authenticate',
  {
    method: 'magicLinks.authenticate',
    needs: { token: ['string', 'Token'], session_duration_minutes: 'number' },
    signsIn: true,
  },
)
