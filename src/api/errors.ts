import type { LatchkeySDKUsageError } from './usageError.ts'

/** The stable codes of errors. Branch on them rather than on classes or messages. For `api`, `error_type` says more. */
export type ErrorCode =
  | 'api'
  | 'schema'
  | 'unreachable'
  | 'invalid_response'
  | 'usage'
  | 'insecure_random'
  // fraud protection: the provider wants a proof that this page cannot get
  | 'captcha_required'
  // Google's One Tap cannot be set up
  | 'one_tap'
  // the consent screen: another site has put it in a frame; the answer leads somewhere other than the app asked for
  | 'foreign_frame'
  | 'unexpected_redirect'
  // a second factor: the user has none of the methods that the host allows
  | 'no_second_factor'
  // passkeys
  | 'passkey_aborted'
  | 'passkey_cancelled'
  | 'passkey_domain'
  | 'passkey_registered'
  | 'passkey_unreadable'
  | 'passkeys_unsupported'
  | NativeCode

/** The codes of what the provider's native SDKs report across a bridge. Only `latchkey/compat` and its siblings have classes for these. */
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

/** The codes of errors that Latchkey itself throws: all except those that only native SDKs have. Each has a text for the visitor (`ui/screen/explain.tsx`). */
export type OwnCode = Exclude<ErrorCode, Exclude<NativeCode, 'passkeys_unsupported'>>

/** The documented values of `error_type` that the screens or the emulator use. */
export type KnownErrorType =
  // requests
  | 'bad_request'
  | 'route_not_found'
  | 'too_many_requests'
  | 'captcha_failed'
  | 'captcha_required'
  | 'unknown_error'
  // sessions
  | 'unauthorized_credentials'
  | 'user_unauthenticated'
  | 'invalid_secret_authentication'
  | 'session_not_found'
  | 'invalid_session_token'
  | 'invalid_session_duration_minutes'
  | 'user_lock_limit_reached'
  // users
  | 'invalid_email'
  | 'inactive_email'
  | 'email_not_found'
  | 'duplicate_email'
  | 'invalid_phone_number'
  | 'invalid_phone_number_country_code'
  | 'unsubscribed_phone_number'
  | 'phone_number_not_found'
  | 'duplicate_phone_number'
  | 'biometric_registration_not_found'
  | 'cannot_update_trusted_metadata'
  // codes and links
  | 'invalid_code'
  | 'otp_code_not_found'
  | 'invalid_magic_link_url'
  | 'no_match_for_provided_magic_link_url'
  | 'unable_to_auth_magic_link'
  | 'pkce_expected_code_verifier'
  | 'pkce_did_not_expect_code_verifier'
  | 'pkce_mismatch'
  // passwords
  | 'weak_password'
  | 'breached_password'
  | 'reset_password'
  | 'no_user_password'
  // authenticator apps, passkeys and wallets
  | 'totp_not_found'
  | 'active_totp_exists'
  | 'totp_code_already_authenticated'
  | 'invalid_public_key_credential'
  | 'webauthn_registration_not_found'
  | 'duplicate_webauthn_registration'
  | 'unable_to_auth_webauthn_registration'
  | 'crypto_wallet_not_found'
  | 'invalid_crypto_wallet_address'
  // sign-ins with other providers
  | 'oauth_config_not_found'
  | 'oauth_flow_callback_error'
  | 'oauth_token_not_found'
  | 'oauth_user_registration_not_found'
  | 'trusted_token_profile_not_found'
  // organizations and their members
  | 'organization_not_found'
  | 'organization_slug_already_used'
  | 'member_not_found'
  | 'member_password_not_found'
  | 'duplicate_member_phone_number'
  | 'unauthorized_action'
  | 'intermediate_session_not_found'
  | 'sso_connection_not_found'
  | 'sso_token_not_found'
  // accounts, organizations and sessions that a server manages
  | 'argon_2_key_length_mismatch'
  | 'attribute_mismatch'
  | 'invalid_argon_2_iteration_amount'
  | 'invalid_argon_2_key_length'
  | 'invalid_argon_2_memory'
  | 'invalid_argon_2_salt'
  | 'invalid_argon_2_threads'
  | 'invalid_base64_scrypt_hash'
  | 'invalid_base64_scrypt_salt'
  | 'invalid_hash'
  | 'invalid_hash_type'
  | 'invalid_md_5_hash'
  | 'invalid_pbkdf_2_algorithm'
  | 'invalid_pbkdf_2_hash'
  | 'invalid_pbkdf_2_iteration_amount'
  | 'invalid_pbkdf_2_salt'
  | 'invalid_phpass_hash_format'
  | 'invalid_phpass_hash_prefix'
  | 'invalid_scrypt_n_parameter'
  | 'invalid_scrypt_parameters'
  | 'invalid_sha_1_hash'
  | 'magic_link_not_found'
  | 'password_already_exists'
  | 'pbkdf_2_key_length_mismatch'
  | 'scrypt_key_length_mismatch'
  | 'session_too_old_to_reset_password'
  | 'too_many_user_selection_arguments'
  | 'connected_app_not_allowed_for_org'
  | 'project_not_found'
  | 'active_scim_connection_exists'
  | 'connected_app_consent_revoked'
  | 'dynamic_client_registration_not_enabled'
  | 'custom_claims_too_large'
  | 'duplicate_member_email'
  | 'duplicate_member_external_id'
  | 'duplicate_user_external_id'
  | 'duplicate_wallet_address'
  | 'idp_access_token_not_found'
  | 'invalid_argument'
  | 'invalid_email_for_invites'
  | 'invalid_exchange_primary_factor_fields'
  | 'invalid_exchange_primary_factor_user'
  | 'invalid_expiration'
  | 'invalid_expiration_otp'
  | 'invalid_member_get_fields'
  | 'invalid_pkce_code_challenge'
  | 'invalid_role'
  | 'invalid_siwe_chain_id'
  | 'invalid_siwe_domain'
  | 'invalid_siwe_message_request_id'
  | 'invalid_siwe_resource'
  | 'invalid_siwe_statement'
  | 'invalid_siwe_uri'
  | 'invalid_trusted_auth_token'
  | 'invalid_wallet_type'
  | 'member_oauth_token_not_found'
  | 'member_oidc_token_not_found'
  | 'member_reset_password'
  | 'member_search_expected_array_of_strings'
  | 'member_search_expected_boolean'
  | 'member_search_expected_string'
  | 'member_search_filter_name_must_be_string'
  | 'member_search_filter_name_not_recognized'
  | 'member_search_member_email_fuzzy_too_short'
  | 'member_search_member_mfa_phone_number_fuzzy_too_short'
  | 'member_search_missing_filter_name'
  | 'member_search_missing_filter_value'
  | 'member_search_organization_ids_empty'
  | 'migrate_from_external_missing_userinfo'
  | 'no_active_scim_connection'
  | 'no_deleted_member_found_for_reactivation'
  | 'no_session_arguments'
  | 'no_session_revoke_arguments'
  | 'oidc_prompt_none_must_be_exclusive'
  | 'organization_name_missing'
  | 'organization_search_allowed_domain_fuzzy_too_short'
  | 'organization_search_expected_array_of_strings'
  | 'organization_search_expected_boolean'
  | 'organization_search_expected_string'
  | 'organization_search_filter_name_must_be_string'
  | 'organization_search_filter_name_not_recognized'
  | 'organization_search_member_email_fuzzy_too_short'
  | 'organization_search_missing_filter_name'
  | 'organization_search_missing_filter_value'
  | 'organization_search_organization_name_fuzzy_too_short'
  | 'organization_search_organization_slug_fuzzy_too_short'
  | 'password_not_found'
  | 'pkce_required_for_idp_authorization_flow'
  | 'reactivation_email_belongs_to_another_member'
  | 'scim_connection_not_rotating_token'
  | 'session_authorization_error'
  | 'session_authorization_tenancy_error'
  | 'session_enforced_factor_matching_session_required'
  | 'siwe_message_not_valid_yet'
  | 'sso_verification_key_not_found'
  | 'stytch_claims_in_custom_claims'
  | 'too_many_session_arguments'
  | 'too_many_session_revoke_arguments'
  | 'unable_to_auth_impersonation_token'
  | 'unable_to_authenticate_crypto_wallet'
  | 'unable_to_authenticate_recovery_code'
  | 'unable_to_authenticate_totp'
  | 'user_not_found'
  | 'user_search_email_address_fuzzy_too_short'
  | 'user_search_expected_array_of_string'
  | 'user_search_expected_bool'
  | 'user_search_expected_object'
  | 'user_search_expected_string'
  | 'user_search_expected_timestamp'
  | 'user_search_filter_name_must_be_string'
  | 'user_search_filter_name_not_recognized'
  | 'user_search_full_name_fuzzy_too_short'
  | 'user_search_invalid_cursor'
  | 'user_search_invalid_limit'
  | 'user_search_invalid_operator'
  | 'user_search_invalid_status_filter'
  | 'user_search_missing_filter_name'
  | 'user_search_missing_filter_value'
  | 'user_search_missing_greater_than'
  | 'user_search_missing_less_than'
  | 'user_search_phone_number_fuzzy_too_short'
  | 'm2m_client_not_found'
  | 'duplicate_m2m_client_id'
  | 'm2m_client_invalid_client_id'
  | 'insecure_m2m_client_secret'
  | 'invalid_m2m_client_scope'
  | 'm2m_client_invalid_status'
  | 'm2m_client_already_rotating_secret'
  | 'm2m_client_not_rotating_secret'
  | 'm2m_search_filter_name_not_recognized'
  | 'm2m_search_expected_array_of_strings'
  | 'idp_invalid_access_token_expiry_minutes'
  | 'third_party_clients_cannot_use_full_access'
  | 'third_party_clients_require_consent_for_offline_access'
  | 'invalid_oauth_attach_token'

/** Why the provider refused a call: one of the known types, or another text, because the provider may add types at any time. */
export type ErrorType = KnownErrorType | (string & {})

/** The messages of errors of code `invalid_response`. Each has a text for the visitor. */
export type InvalidAnswer =
  | 'Invalid response from our servers.'
  | 'Invalid JSON response from our servers.'
  | 'Invalid or no response from server'

/** The defaults for an `error_type` and an `error_message` that an answer lacks. They are ours, so a screen does not show them as the provider's words. */
export interface RefusalDefaults {
  error_type: 'unknown_error'
  error_message: 'The request failed.'
}

/** The body of an answer by which the provider refuses a call. */
export interface ApiErrorBody {
  /** The HTTP status. */
  status_code: number
  /** Why the provider refused. */
  error_type: ErrorType
  /** The same as a sentence in English, for developers. */
  error_message: string
  /** The page of the provider's documentation about this error, or an empty string. */
  error_url: string
  /** The id of the request, which the provider's support asks for. */
  request_id?: string
  /** More about the error, where the provider says more. */
  error_details?: object
}

/** The base of all error classes except {@link LatchkeySDKUsageError}. */
export class BaseError extends Error {
  /** What went wrong. */
  readonly code: ErrorCode
  /** Why the provider refused the call. Only an error of code `api` always has it. */
  declare readonly error_type?: ErrorType
  /** How long the server asks you to wait before the next call (`Retry-After`), in ms. */
  declare retry_after?: number
  constructor(kind: string, message: string, code: ErrorCode) {
    super(message)
    this.name = 'Latchkey' + kind
    this.code = code
  }
}

/** The provider refused the call; `error_type` says why. */
export class LatchkeyAPIError extends BaseError implements ApiErrorBody {
  /** Always `api`. */
  declare readonly code: 'api'
  /** The HTTP status of the answer. */
  declare readonly status_code: number
  /** Why the provider refused. */
  declare readonly error_type: ErrorType
  /** The same as a sentence in English, for developers. */
  declare readonly error_message: string
  /** The page of the provider's documentation about this error, or an empty string. */
  declare readonly error_url: string
  /** The id of the request, which the provider's support asks for. */
  declare readonly request_id?: string
  /** More about the error, where the provider says more. */
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

  /** Creates an API error from any value. A field that is missing or has another type gets a default: `status_code` is `status` (400), `error_type` is `unknown_error`. */
  static from(thing: unknown, status = 400): LatchkeyAPIError {
    const said = (thing || {}) as Record<string, unknown>
    const told = <Value>(value: unknown, otherwise: Value) => (typeof value === typeof otherwise ? (value as Value) : otherwise)
    return new LatchkeyAPIError({
      status_code: told(said.status_code, status),
      error_type: told<string>(said.error_type, 'unknown_error' satisfies RefusalDefaults['error_type']),
      error_message: told(said.error_message, told<string>(said.message, 'The request failed.' satisfies RefusalDefaults['error_message'])),
      error_url: told(said.error_url, ''),
      request_id: told(said.request_id, '') || undefined,
      error_details: said.error_details as object,
    })
  }
}

/** The body of the call does not match the provider's schema. The message has a line `path: message` for each field that is wrong. */
export class LatchkeyAPISchemaError extends BaseError {
  /** Always `schema`. */
  declare readonly code: 'schema'
  constructor(answer: {
    /** A `{ dataPath, message }` for each field that is wrong. */
    body?: unknown
  }) {
    const faults = Array.isArray(answer.body) ? answer.body : []
    const lines = faults.map((fault: { dataPath?: unknown; message?: unknown } | null) => `\n${fault?.dataPath}: ${fault?.message}`)
    super('APISchemaError', `Request does not match expected schema${lines.join('')}`, 'schema')
  }
}

/** There was no answer (`unreachable`), or one that cannot be the provider's (`invalid_response`). */
export class LatchkeyAPIUnreachableError extends BaseError {
  /** Which of the two it is. */
  declare readonly code: 'unreachable' | 'invalid_response'
  constructor(message: string, code: 'unreachable' | 'invalid_response' = 'unreachable') {
    super('APIUnreachableError', message, code)
  }
}

/** The codes of errors that happen on the page or the device, not at the provider. */
export type SDKErrorCode = Exclude<ErrorCode, 'api' | 'schema' | 'unreachable' | 'usage'>

/** Something went wrong on the page or the device: a passkey prompt that was closed, One Tap that cannot be set up. */
export class LatchkeySDKError extends BaseError {
  /** What went wrong. */
  declare readonly code: SDKErrorCode
  constructor(
    message: string,
    code: SDKErrorCode,
    /** Details of the error, if there are any. */
    readonly options?: unknown,
  ) {
    super('SDKError', message, code)
  }
}

/** The errors that an app can get instead of a code (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6). */
export type OAuthErrorType =
  | 'access_denied'
  | 'account_selection_required'
  | 'consent_required'
  | 'interaction_required'
  | 'invalid_request'
  | 'invalid_scope'
  | 'login_required'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_response_type'

/** An app's request failed on the consent screen. If the code is `api`, the provider has answered with an error for the app. */
export interface ConsentError extends Error {
  /** What went wrong. */
  readonly code: 'api' | 'no_current_session' | 'foreign_frame' | 'unexpected_redirect' | 'idp_oauth_flow_missing_param'
  /** The error that the app gets, or would get if this page could send it. */
  readonly error_type?: OAuthErrorType | (string & {})
  /** The text that the visitor reads, if there is an `error_type`. */
  readonly error_message?: string
  /** The name of the parameter that the app left out, for `idp_oauth_flow_missing_param`. */
  readonly options?: string
  /** Absent: this error is not an answer of the provider. */
  readonly status_code?: undefined
}

/** An error without a `code`: the visitor filled in a form wrongly, or the error was unexpected. */
export interface UncodedError {
  /** Absent. */
  readonly code?: undefined
  /** For a form, the text that the visitor reads, in the widget's language. */
  readonly message: string
  /** The type of the error, if it has one. It decides which text the visitor reads. */
  readonly error_type?: ErrorType
}

/**
 * What `onError` receives, and what calls reject with. Its `code` says which it is:
 *
 * ```ts
 * if (error.code === 'api') console.log(error.error_type, error.error_message)
 * else if (error.code === 'unreachable') console.log('Try again')
 * ```
 */
export type LatchkeyError =
  | LatchkeyAPIError
  | LatchkeyAPISchemaError
  | LatchkeyAPIUnreachableError
  | LatchkeySDKError
  | LatchkeySDKUsageError
  | ConsentError
  | UncodedError

/** The class that all error classes except {@link LatchkeySDKUsageError} extend, for `error instanceof LatchkeyError`. */
export const LatchkeyError: abstract new (
  ...given: never[]
) => LatchkeyAPIError | LatchkeyAPISchemaError | LatchkeyAPIUnreachableError | LatchkeySDKError = BaseError as never
