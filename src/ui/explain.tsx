import type { ReactNode } from 'react'
import type { InvalidAnswer, OwnCode, Unsaid } from '../api/errors.ts'
import type { words as base } from './baseWords.ts'
import { words } from './explainWords.ts'
import type { Ui } from './context.ts'
import { translator } from './words.ts'

type Id = keyof (typeof words & typeof base)

/** Which message stands for which `error_type` (spec section 8). Of the others the visitor reads what the provider's server says. */
const types: Record<string, Id> & Record<Unsaid['error_type'], Id> = {
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
  // a flow with a proof key that this browser does not have (RFC 7636, section 4.6): begun in another one, or on another device
  pkce_expected_code_verifier: 'error.startedElsewhere',
  pkce_mismatch: 'error.startedElsewhere',
  pkce_did_not_expect_code_verifier: 'error.startedElsewhere',
  captcha_required: 'error.captchaRequired',
  unknown_error: 'error.unexpected',
}

/**
 * Which message stands for which code of ours: `message` is for developers, so that a code without words does not compile. Those with the general sentence
 * are said better by the screens that meet them, but for the first two.
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
  passkey_aborted: 'error.unexpected',
  passkey_cancelled: 'error.unexpected',
  passkey_domain: 'error.unexpected',
  passkey_registered: 'error.unexpected',
  passkey_unreadable: 'error.unexpected',
  passkeys_unsupported: 'error.unexpected',
}

/** The code `invalid_response` has three sentences in the specification, and so three messages. */
const answers: Record<InvalidAnswer, Id> = {
  'Invalid response from our servers.': 'error.invalidResponse',
  'Invalid JSON response from our servers.': 'error.invalidJson',
  'Invalid or no response from server': 'error.noResponse',
}

const unsaid: Unsaid['error_message'] = 'The request failed.'

/** How much of a server's text is shown, in characters. */
const MOST = 1000

/** A server's text as a visitor is shown it: no longer than that, and without control characters, those that turn text around (UAX #9) included. */
const served = (text: string): string => [...text.replace(/\p{Bidi_C}/gu, '').replace(/\p{Cc}+/gu, ' ')].slice(0, MOST).join('').trim()

/** What an error says for itself that was made in the visitor's words; its `message` is the developer's all the same. */
export interface Worded {
  sentence: string
}

/** The text for an error; undefined where nobody expected that a visitor would meet it, a fault of ours or of the host's page. */
function told(error: unknown, strings: Record<string, unknown>): string | undefined {
  const t = translator(words, strings)
  const { sentence, error_type, error_message, code, message } = (error || {}) as Partial<Worded & Record<string, unknown>>
  const find = (table: Record<string, Id>, key: unknown) => typeof key === 'string' && Object.hasOwn(table, key) && t(table[key]!)
  if (sentence) return sentence
  if (error_type) return find(types, error_type) || (error_message !== unsaid && served(`${error_message || ''}`)) || t('error.unexpected')
  // a form's, which has nothing but its sentence
  if (typeof message === 'string' && code === undefined && !(error instanceof Error)) return message
  return (code === 'invalid_response' && find(answers, message)) || find(codes, code) || undefined
}

/** The text for an error, in the visitor's language; only what the provider says of an `error_type` that has no message is in the provider's. */
export const sentence = (error: unknown, strings: Record<string, unknown>): string =>
  told(error, strings) || translator(words, strings)('error.unexpected')

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

/**
 * What a visitor is shown for an error. One that nobody expected is also reported, so that it is not lost to the page's own reporting; a wrong call of the
 * host's is a warning, as the visitor does not read what is wrong with it.
 */
export function explain(error: unknown, strings: Record<string, unknown>): ReactNode {
  if ((error as { code?: unknown } | null | undefined)?.code === 'usage') console.warn(error)
  if (!told(error, strings)) reportError(error)
  return linked(sentence(error, strings))
}

/** The same, once its words are here. */
export const explained = async (error: unknown, ui: Ui): Promise<ReactNode> => {
  const { laterWords } = await ui.kit.load()
  await laterWords(ui)
  return explain(error, ui.strings)
}
