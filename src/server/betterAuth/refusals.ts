import { refusal, type BridgeRefusal } from '../bridge/refusals.ts'

type Reason = Parameters<typeof refusal>[0]

/** What Better Auth's codes are in the provider's words. */
const codes: { readonly [reason: string]: readonly string[] } = {
  unauthorized_credentials: ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD'],
  invalid_email: ['INVALID_EMAIL'],
  email_not_verified: ['EMAIL_NOT_VERIFIED'],
  log_in_not_allowed: ['BANNED_USER', 'banned'],
  sign_up_disabled: ['EMAIL_PASSWORD_SIGN_UP_DISABLED', 'new_user_signup_disabled', 'signup_disabled'],
  captcha_required: ['MISSING_RESPONSE', 'VERIFICATION_FAILED'],
  duplicate_email: ['USER_ALREADY_EXISTS', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'],
  weak_password: ['PASSWORD_TOO_SHORT'],
  password_too_long: ['PASSWORD_TOO_LONG'],
  breached_password: ['PASSWORD_COMPROMISED'],
  no_user_password: ['CREDENTIAL_ACCOUNT_NOT_FOUND'],
  unable_to_auth_magic_link: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'invalid_token'],
  otp_code_not_found: ['INVALID_OTP', 'OTP_EXPIRED', 'OTP_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  invalid_phone_number: ['INVALID_PHONE_NUMBER'],
  unable_to_authenticate_totp: ['INVALID_CODE'],
  unable_to_authenticate_recovery_code: ['INVALID_BACKUP_CODE'],
  second_factor_expired: ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'],
  user_lock_limit_reached: ['ACCOUNT_TEMPORARILY_LOCKED'],
  session_too_old: ['SESSION_NOT_FRESH', 'SESSION_EXPIRED'],
  unable_to_auth_webauthn_registration: ['CHALLENGE_NOT_FOUND', 'AUTHENTICATION_FAILED', 'FAILED_TO_VERIFY_REGISTRATION'],
  webauthn_registration_not_found: ['PASSKEY_NOT_FOUND'],
  duplicate_webauthn_registration: ['PREVIOUSLY_REGISTERED'],
  oauth_config_not_found: ['PROVIDER_NOT_FOUND'],
  oauth_user_registration_not_found: ['ACCOUNT_NOT_FOUND'],
  connected_app_not_found: ['LATCHKEY_APP_NOT_FOUND'],
  last_way_in: ['FAILED_TO_UNLINK_LAST_ACCOUNT'],
  no_match_for_provided_magic_link_url: [
    'INVALID_CALLBACK_URL',
    'INVALID_REDIRECT_URL',
    'INVALID_ERROR_CALLBACK_URL',
    'INVALID_NEW_USER_CALLBACK_URL',
  ],
  unauthorized_origin: ['INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN', 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED'],
}

const reasons = new Map(Object.entries(codes).flatMap(([reason, all]) => all.map((code): [unknown, Reason] => [code, reason])))

/** What an answer without a known code is, by its status. */
const byStatus: { readonly [status: number]: Reason } = {
  401: 'session_not_found',
  403: 'unauthorized_action',
  404: 'route_not_found',
  429: 'limit_reached',
}

/** Where somebody signs up or logs in, so that a hook of the host's can keep them from it. */
const signUps = /^\/sign-up\//
const logIns = /^\/(sign-in|magic-link|email-otp|phone-number|verify-email|two-factor|passkey\/verify-authentication)(\/|$)/

/** Reasons that no visitor can mend. */
const ofHost = ['request_refused', 'route_not_found', 'captcha_required']

/** What Better Auth has refused. Its message is the host's own if a hook has thrown it. */
export interface AuthRefusal {
  /** Its HTTP status. */
  status: number
  /** Its code, such as `BANNED_USER`. Better Auth makes one of the message of a hook. */
  code: string
  /** Its message. */
  message: string
}

const partsOf = (body: unknown): Record<'code' | 'message', string> => {
  const { code, message } = (typeof body === 'object' && body ? body : {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' }
}

/**
 * Returns what a hook of the host's has refused, and who may not log in or sign up. Undefined for
 * what Better Auth itself refuses for a reason that is known.
 */
export const refusedByHost = (status: number, body: unknown): AuthRefusal | undefined => {
  const parts = partsOf(body)
  const reason = reasons.get(parts.code) ?? 'log_in_not_allowed'
  return status < 429 && ['log_in_not_allowed', 'sign_up_disabled'].includes(reason) ? { status, ...parts } : undefined
}

/**
 * Returns the refusal for an answer of Better Auth to a call of `path`. Its own text is never
 * passed on: it may say more than a visitor should know.
 */
export const refusalFor = (status: number, body: unknown, path = '', headers?: Headers): BridgeRefusal => {
  const { code } = partsOf(body)
  const isDenial = status === 401 || status === 403
  const unknown = signUps.test(path) && isDenial ? 'sign_up_not_allowed' : logIns.test(path) && isDenial ? 'log_in_not_allowed' : undefined
  const reason = reasons.get(code) ?? (status >= 500 ? 'service_unavailable' : (unknown ?? byStatus[status] ?? 'request_refused'))
  const seconds = Number(headers?.get('x-retry-after') ?? headers?.get('retry-after') ?? NaN)
  const name = `Refused by Better Auth: ${status} ${/^\w{1,60}$/.test(code) ? code : ''}`.trim()
  const failure = ofHost.includes(reason) ? Object.assign(new Error(name), { name }) : undefined
  return refusal(reason, undefined, status < 500 && Number.isFinite(seconds) ? Math.max(0, seconds) : undefined, failure)
}
