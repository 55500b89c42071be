/**
 * Stable codes of what can go wrong, for hosts that branch on them rather than on classes. An answer of the provider's has code `api` and says
 * more in `error_type`.
 */
export type ErrorCode =
  | 'api'
  | 'schema'
  | 'unreachable'
  | 'invalid_response'
  | 'usage'
  | 'insecure_random'
  // fraud protection: the provider wants a proof that cannot be had here
  | 'captcha_required'
  // Google's One Tap cannot be set up
  | 'one_tap'
  // the consent screen: it stands in a frame of another site; the answer leads elsewhere than where the app asked to be answered
  | 'foreign_frame'
  | 'unexpected_redirect'
  // passkeys
  | 'passkey_aborted'
  | 'passkey_cancelled'
  | 'passkey_domain'
  | 'passkey_registered'
  | 'passkey_unreadable'
  | 'passkeys_unsupported'
  | NativeCode

/** What the provider's native SDKs report across a bridge (wire.md 1.9); `latchkey/compat*` alone has classes for these. */
export type NativeCode =
  | 'no_current_session'
  | 'no_biometrics_registration'
  | 'biometrics_unavailable'
  | 'key_invalidated'
  | 'keystore_unavailable'
  | 'no_biometrics_enrolled'
  | 'biometrics_already_enrolled'
  | 'device_credentials_not_allowed'
  | 'user_cancellation'
  | 'user_locked_out'
  | 'missing_google_client_id'
  | 'missing_pkce'
  | 'missing_public_key'
  | 'challenge_signing_failed'
  | 'missing_authorization_credential_id_token'
  | 'invalid_authorization_credential'
  | 'no_credentials_present'
  | 'sdk_not_configured'
  | 'failed_code_challenge'
  | 'passkeys_unsupported'
  | 'failed_to_decrypt_data'
  | 'biometrics_failed'
  | 'invalid_start_url'
  | 'invalid_redirect_scheme'
  | 'missing_url'
  | 'invalid_credential_type'
  | 'missing_attestation_object'
  | 'json_data_not_convertible_to_string'
  | 'random_number_generation_failed'
  | 'passkeys_invalid_encoding'
  | 'passkeys_misconfigured'
  | 'signinwithapple_misconfigured'
  | 'missing_cipher_iv'
  | 'invalid_private_key_length'
  | 'biometric_registration_id_is_null_or_blank'
  | 'dfp_not_configured'
  | 'idp_oauth_flow_missing_param'
  | 'internal'

/** The codes that we throw ourselves: all but those of the native SDKs alone. Each has words for the visitor (`ui/explain.tsx`). */
export type OwnCode = Exclude<ErrorCode, Exclude<NativeCode, 'passkeys_unsupported'>>

/** What an error of code `invalid_response` says is wrong with the answer (spec section 8); each has words for the visitor. */
export type InvalidAnswer =
  | 'Invalid response from our servers.'
  | 'Invalid JSON response from our servers.'
  | 'Invalid or no response from server'

/** What stands for an `error_type` and an `error_message` that an answer lacks: ours, and not to be taken for the provider's words. */
export interface Unsaid {
  error_type: 'unknown_error'
  error_message: 'The request failed.'
}

/** The body of an error answer. */
export interface ApiErrorBody {
  status_code: number
  error_type: string
  error_message: string
  error_url: string
  request_id?: string
  error_details?: object
}

/** What the classes are called in `name`: `Latchkey…`, or in the compat entries the provider's own names (wire.md row 38). */
export const naming = { prefix: 'Latchkey' }

/** The root of every error that the client throws on its own account. */
export class LatchkeyError extends Error {
  readonly code: ErrorCode
  /** How long the server asks to be left alone (`Retry-After`), in ms. */
  declare retry_after?: number
  constructor(kind: string, message: string, code: ErrorCode) {
    super(message)
    this.name = naming.prefix + kind
    this.code = code
  }
}

/** The provider refused: `error_type` says why, in the spelling of spec section 8. */
export class LatchkeyAPIError extends LatchkeyError implements ApiErrorBody {
  declare readonly status_code: number
  declare readonly error_type: string
  declare readonly error_message: string
  declare readonly error_url: string
  declare readonly request_id?: string
  declare readonly error_details?: object
  constructor({ status_code, error_type, error_message, error_url, request_id, error_details }: ApiErrorBody) {
    super(
      'APIError',
      `[${status_code}] ${error_type}\n${error_message}\nSee ${error_url} for more information.\n` +
        (request_id ? `request_id: ${request_id}\n` : '') +
        (error_details ? JSON.stringify(error_details) + '\n' : ''),
      'api',
    )
    Object.assign(this, { status_code, error_type, error_message, error_url, request_id, error_details })
  }

  /** Takes anything for an API error: what it does not say, or says in another type, becomes `status`, `unknown_error` (wire.md 1.9). */
  static from(thing: unknown, status = 400): LatchkeyAPIError {
    const said = (thing || {}) as Record<string, unknown>
    const told = <Value>(value: unknown, otherwise: Value) => (typeof value === typeof otherwise ? (value as Value) : otherwise)
    return new LatchkeyAPIError({
      status_code: told(said.status_code, status),
      error_type: told<string>(said.error_type, 'unknown_error' satisfies Unsaid['error_type']),
      error_message: told(said.error_message, told<string>(said.message, 'The request failed.' satisfies Unsaid['error_message'])),
      error_url: told(said.error_url, ''),
      request_id: told(said.request_id, '') || undefined,
      error_details: said.error_details as object,
    })
  }
}

/** The body sent is not what the provider's schema wants; the message has a line `path: message` for each fault. */
export class LatchkeyAPISchemaError extends LatchkeyError {
  constructor(answer: { body?: unknown }) {
    const faults = Array.isArray(answer.body) ? answer.body : []
    const lines = faults.map((fault: { dataPath?: unknown; message?: unknown } | null) => `\n${fault?.dataPath}: ${fault?.message}`)
    super('APISchemaError', `Request does not match expected schema${lines.join('')}`, 'schema')
  }
}

/** No answer, or none that the provider could have given. */
export class LatchkeyAPIUnreachableError extends LatchkeyError {
  constructor(message: string, code: 'unreachable' | 'invalid_response' = 'unreachable') {
    super('APIUnreachableError', message, code)
  }
}

/** A condition on this device rather than at the provider. */
export class LatchkeySDKError extends LatchkeyError {
  constructor(
    message: string,
    code: ErrorCode,
    readonly options?: unknown,
  ) {
    super('SDKError', message, code)
  }
}
