import type { ReactNode } from 'react'
import type { InvalidAnswer, OwnCode, RefusalDefaults } from '../../api/errors.ts'
import type { words as base } from '../words/baseWords.ts'
import sheet from '../looks/kit.css'
import { words } from '../words/kitWords.ts'
import type { FieldError, Ui } from '../context.ts'
import type { Failure } from '../failure.ts'
import { noConnection } from './icons.ts'
import { Banner } from './Message.tsx'
import { waitOf, WaitNotice } from './wait.tsx'
import { translator } from '../words/translator.ts'

type Id = keyof (typeof words & typeof base)

/**
 * The message for each `error_type`. For any other type the visitor reads the text of the
 * provider's server.
 */
const types: Record<string, Id> & Record<RefusalDefaults['error_type'], Id> = {
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
  // a flow that began in another browser or on another device: this one does not have its proof key
  // (RFC 7636, section 4.6)
  pkce_expected_code_verifier: 'error.startedElsewhere',
  pkce_mismatch: 'error.startedElsewhere',
  pkce_did_not_expect_code_verifier: 'error.startedElsewhere',
  captcha_required: 'error.captchaRequired',
  unknown_error: 'error.unexpected',
  // what a host's own server says
  email_not_verified: 'error.emailNotVerified',
  email_verified: 'error.emailVerified',
  login_required: 'error.logInAgain',
  session_too_old: 'error.logInAgain',
  confirmation_refused: 'error.notYou',
  second_factor_expired: 'error.logInAgain',
  no_second_factor: 'error.noSecondFactor',
  last_way_in: 'error.lastWayIn',
  log_in_not_allowed: 'error.logInNotAllowed',
  sign_up_not_allowed: 'error.signUpNotAllowed',
  sign_up_disabled: 'error.signUpDisabled',
  request_refused: 'error.requestRefused',
  invalid_argument: 'error.unexpected',
  request_too_large: 'error.unexpected',
  unauthorized_origin: 'error.unexpected',
  invalid_client: 'error.unexpected',
  duplicate_email: 'error.duplicateEmail',
  weak_password: 'error.weakPassword',
  password_too_long: 'error.passwordTooLong',
  limit_reached: 'error.tooManyRequests',
  service_unavailable: 'error.unreachable',
}

/**
 * The message for each error code. The error's own `message` is for developers, so a code without a
 * text here does not compile. Except for `api` and `usage`, the codes with the general message
 * `error.unexpected` have a better text on the screens where they occur.
 */
const codes: Record<OwnCode, Id> = {
  api: 'error.unexpected',
  usage: 'error.unexpected',
  schema: 'error.schema',
  unreachable: 'error.unreachable',
  invalid_response: 'error.invalidResponse',
  insecure_random: 'error.insecureRandom',
  captcha_required: 'error.captchaRequired',
  one_tap: 'error.unexpected',
  foreign_frame: 'error.unexpected',
  unexpected_redirect: 'error.unexpected',
  no_second_factor: 'error.unexpected',
  confirmation_canceled: 'error.notConfirmed',
  session_not_kept: 'error.notKept',
  passkey_aborted: 'error.unexpected',
  passkey_cancelled: 'error.unexpected',
  passkey_domain: 'error.unexpected',
  passkey_registered: 'error.unexpected',
  passkey_unreadable: 'error.unexpected',
  passkeys_unsupported: 'error.unexpected',
}

/**
 * The messages for `invalid_response`: the provider's SDK tells three cases apart, each with a
 * sentence of its own.
 */
const answers: Record<InvalidAnswer, Id> = {
  'Invalid response from our servers.': 'error.invalidResponse',
  'Invalid JSON response from our servers.': 'error.invalidJson',
  'Invalid or no response from server': 'error.noResponse',
}

const unsaid: RefusalDefaults['error_message'] = 'The request failed.'

/** The longest text of a server that is shown, in characters. */
const MAX_LENGTH = 1000

/**
 * Prepares a text from the server for the visitor: shortens it, and removes control characters,
 * including those that change the direction of text (UAX #9).
 */
const serverText = (text: string): string =>
  [...text.replace(/\p{Bidi_C}/gu, '').replace(/\p{Cc}+/gu, ' ')].slice(0, MAX_LENGTH).join('').trim()

/** An error that carries a text for the visitor. Its `message` is still for developers. */
export interface Worded {
  sentence: string
}

/** Returns whether a call got no answer because the device has no connection. */
const isOffline = (error: unknown) => (error as { code?: unknown } | null)?.code === 'unreachable' && navigator.onLine === false

/**
 * Returns the text for an error, or undefined for an unexpected one: a bug in this code or in the
 * host's page.
 */
function knownText(error: unknown, strings: Record<string, unknown>): string | undefined {
  const t = translator(words, strings)
  const { sentence, error_type, error_message, code, message, within } = (error || {}) as Partial<
    Worded & FieldError & Record<string, unknown>
  >
  const find = (table: Record<string, Id>, key: unknown) => typeof key === 'string' && Object.hasOwn(table, key) && t(table[key]!)
  if (sentence) return sentence
  if (within) return t('error.emailAlone', { email: within })
  if (error_type)
    return find(types, error_type) || (error_message !== unsaid && serverText(`${error_message || ''}`)) || t('error.unexpected')
  // thrown by a form, with nothing but the sentence
  if (typeof message === 'string' && code === undefined && !(error instanceof Error)) return message
  if (isOffline(error)) return t('error.offline')
  return (code === 'invalid_response' && find(answers, message)) || find(codes, code) || undefined
}

/**
 * An http(s) URL in running text, without the punctuation that follows it and without a closing
 * bracket that it does not open.
 */
const url = /(https?:\/\/(?:[^\s<>"'()]|\([^\s<>"'()]*\))*(?:[^\s<>"'().,;:!?\]}]|\([^\s<>"'()]*\)))/i

/**
 * Turns the http(s) URLs in a text into links, and nothing else
 * (docs/decisions/README.md#only-http-and-https-urls-in-error-texts-become-links).
 */
export const withLinks = (text: string): ReactNode =>
  text.split(url).map((part, at) =>
    at % 2 ? (
      <a key={at} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  )

/**
 * Returns the text for an error in the visitor's language. Only the text of an unknown `error_type`
 * is in the provider's own words. An unexpected error is also reported as uncaught, so that the
 * page's error reporting receives it. A wrong call by the host is also a warning on the console,
 * because the visitor's text does not say what is wrong.
 */
export function explain(error: unknown, strings: Record<string, unknown>): string {
  if ((error as { code?: unknown } | null | undefined)?.code === 'usage') console.warn(error)
  const text = knownText(error, strings)
  if (!text) reportError(error)
  return text || translator(words, strings)('error.unexpected')
}

/**
 * Returns whether an error is about what the visitor has typed: a form has thrown it, or the server
 * has refused it.
 */
const isAboutInput = (error: unknown, { code, status_code = 400 }: { code?: string; status_code?: number }): boolean =>
  code === 'schema' || (code === 'api' ? status_code < 500 && status_code !== 429 : !(error instanceof Error))

/**
 * Returns what the visitor sees for an error, once the texts for it have loaded, and the wait if
 * the server says when to try again. In the look `quartz`, what no typing can mend is in a banner,
 * amber if the device is offline.
 */
export const failureOf = async (ui: Ui, error: unknown): Promise<Failure> => {
  const fields = (error || {}) as { retry_after?: number; code?: string; status_code?: number }
  const { retry_after } = fields
  const isMistake = isAboutInput(error, fields)
  const wait = retry_after
    ? waitOf(retry_after, (seconds) => translator(words, ui.strings)('button.retryIn', { seconds: String(seconds) }))
    : undefined
  const { fetchLaterWords } = await ui.kit.load()
  ui.adopt(sheet)
  await fetchLaterWords(ui)
  const said = withLinks(explain(error, ui.strings))
  const text = wait ? (
    <>
      {said}
      <WaitNotice wait={wait} />
    </>
  ) : (
    said
  )
  const banner = isOffline(error) ? { kind: 'warning' as const, sign: noConnection } : { kind: 'error' as const }
  return { wait, isMistake, text: ui.look && !isMistake ? <Banner {...banner}>{text}</Banner> : text }
}
