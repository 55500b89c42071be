import { refusal, type BridgeRefusal } from '../bridge/refusals.ts'

type Reason = Parameters<typeof refusal>[0]

/** What Better Auth's codes are in the provider's words. */
const codes: { readonly [reason: string]: readonly string[] } = {
  unauthorized_credentials: ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD'],
  invalid_email: ['INVALID_EMAIL'],
  email_not_verified: ['EMAIL_NOT_VERIFIED'],
  duplicate_email: ['USER_ALREADY_EXISTS', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'],
  weak_password: ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG'],
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

/** What an answer without a code is, by its status. */
const byStatus: { readonly [status: number]: Reason } = {
  401: 'session_not_found',
  403: 'unauthorized_origin',
  404: 'route_not_found',
  429: 'limit_reached',
}

/**
 * The refusal that an answer of Better Auth stands for. Its own text is never passed on: it may say
 * more than a visitor should know.
 */
export const refusalFor = (status: number, body: unknown, headers?: Headers): BridgeRefusal => {
  const { code } = (typeof body === 'object' && body ? body : {}) as { code?: unknown }
  const reason = reasons.get(code)
  if (status >= 500) return refusal(reason ?? 'service_unavailable')
  const seconds = Number(headers?.get('x-retry-after') ?? headers?.get('retry-after') ?? NaN)
  return refusal(reason ?? byStatus[status] ?? 'bad_request', undefined, Number.isFinite(seconds) ? Math.max(0, seconds) : undefined)
}
