import type { ReactNode } from 'react'
import { words } from './explainWords.ts'
import { translator } from './words.ts'

/** Which message stands for which `error_type` (spec section 8). The others show what the server says. */
const messages: Record<string, keyof typeof words> = {
  invalid_email: 'error.invalidEmail',
  invalid_phone_number: 'error.invalidPhoneNumber',
  unsubscribed_phone_number: 'error.unsubscribedPhoneNumber',
  inactive_email: 'error.inactiveEmail',
  unauthorized_credentials: 'error.unauthorizedCredentials',
  user_unauthenticated: 'error.userUnauthenticated',
  email_not_found: 'error.emailNotFound',
  unable_to_auth_magic_link: 'error.unableToAuthMagicLink',
  no_user_password: 'error.noUserPassword',
  breached_password: 'error.breachedPassword',
  reset_password: 'error.resetPassword',
  oauth_token_not_found: 'error.oauthTokenNotFound',
  invalid_code: 'error.invalidCode',
  member_password_not_found: 'error.memberPasswordNotFound',
  oauth_flow_callback_error: 'error.oauthFlowCallbackError',
  unauthorized_action: 'error.unauthorizedAction',
  user_lock_limit_reached: 'error.userLockLimitReached',
  invalid_session_token: 'error.invalidSessionToken',
  session_not_found: 'error.sessionNotFound',
  invalid_phone_number_country_code: 'error.invalidPhoneNumberCountryCode',
  otp_code_not_found: 'error.otpCodeNotFound',
  duplicate_member_phone_number: 'error.duplicatePhoneNumber',
}

/**
 * Whether an error was meant for a visitor: the client's carry a code in letters (a DOMException's is a number), a form's is a bare `{message}`. The message
 * of any other, a fault of ours or of the host's page, is for engineers.
 */
const isExpected = (error: unknown): boolean => {
  const { code, message } = (error || {}) as Record<string, unknown>
  return typeof code === 'string' || (typeof message === 'string' && !(error instanceof Error))
}

/** The text for an error: its type's message, else what the server says, else a general sentence. */
export function sentence(error: unknown, strings: Record<string, unknown>): string {
  const t = translator(words, strings)
  const { error_type, error_message, message, code } = (error || {}) as Record<string, string | undefined>
  if (error_type) return Object.hasOwn(messages, error_type) ? t(messages[error_type]!) : error_message || t('error.unexpected')
  if (code === 'unreachable') return t('error.unreachable')
  return (isExpected(error) && message) || t('error.unexpected')
}

/** An http(s) URL in running text: the punctuation behind it is the sentence's, and so is a bracket that it does not open itself. */
const url = /(https?:\/\/(?:[^\s<>"'()]|\([^\s<>"'()]*\))*(?:[^\s<>"'().,;:!?\]}]|\([^\s<>"'()]*\)))/i

/** A text in which every http(s) URL is a link and nothing else is (row 8). */
export const linked = (text: string): ReactNode =>
  text.split(url).map((part, at) =>
    at % 2 ? (
      <a key={at} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  )

/** What a visitor is shown for an error. One that nobody expected is also reported, so that it is not lost to the page's own reporting. */
export function explain(error: unknown, strings: Record<string, unknown>): ReactNode {
  if (!isExpected(error)) reportError(error)
  return linked(sentence(error, strings))
}
