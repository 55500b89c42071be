import { HTTPException } from 'hono/http-exception'

/** The provider's refusals by `error_type`: the HTTP status and a message for developers. */
export const refusals = {
  bad_request: [400, 'The body of the request is not JSON.'],
  request_too_large: [413, 'The body of the request is larger than 1 MB.'],
  invalid_argument: [
    400,
    'A parameter has a value that this call does not know. Check the parameters that have a fixed set of values or a format.',
  ],
  route_not_found: [404, 'There is no such route. Check the method and the path.'],
  too_many_requests: [429, 'Too many requests for this recipient. Wait before the next one.'],

  captcha_failed: [429, 'The captcha token is unknown, expired, already used, or for another site key or action than LOGIN.'],
  captcha_required: [403, 'A host’s own server that keeps bots away answers this: the proof is missing, unknown, expired or already used.'],
  telemetry_id_not_found: [404, 'The telemetry id is missing, unknown, expired or already used.'],

  unauthorized_origin: [403, 'This call lacks the header X-SDK-Client, which no form of another site can send.'],
  email_verification_required: [403, 'Confirm your email address first.'],
  second_factor_expired: [401, 'The first factor was too long ago. Log in again.'],
  unauthorized_credentials: [
    401,
    'The password is wrong, or the authorization header is neither `Basic base64(public token:session token)` of a test project nor `Basic base64(project id:secret)`.',
  ],
  user_unauthenticated: [401, 'This call needs a session, and the request carries none.'],
  user_not_found: [404, 'There is no such user.'],
  duplicate_user_external_id: [400, 'Another user has this external_id.'],
  invalid_role: [400, "The project's rbac_policy has no such role."],
  invalid_exchange_primary_factor_fields: [400, 'Send an email_address or a phone_number, and only one of them.'],
  invalid_exchange_primary_factor_user: [400, 'The user must have exactly one email address or phone number, and no other factor.'],
  user_search_invalid_cursor: [400, 'The cursor is not the next_cursor of an earlier answer.'],
  user_search_invalid_limit: [400, 'limit must be a whole number from 1 to 1000.'],
  user_search_invalid_operator: [400, 'The operator of a query is AND or OR.'],
  user_search_missing_filter_name: [400, 'An operand of the query has no filter_name.'],
  user_search_filter_name_must_be_string: [400, 'The filter_name of an operand is not a string.'],
  user_search_filter_name_not_recognized: [400, 'There is no filter of users with this filter_name.'],
  user_search_missing_filter_value: [400, 'An operand of the query has no filter_value.'],
  user_search_expected_bool: [400, 'The filter_value of this filter is true or false.'],
  user_search_expected_string: [400, 'The filter_value of this filter is a string.'],
  user_search_expected_array_of_string: [400, 'The filter_value of this filter is a list of strings.'],
  user_search_expected_object: [400, 'The filter_value of this filter is an object.'],
  user_search_expected_timestamp: [400, 'The filter_value of this filter is a time in RFC 3339.'],
  user_search_missing_greater_than: [400, 'created_at_between needs a greater_than.'],
  user_search_missing_less_than: [400, 'created_at_between needs a less_than.'],
  user_search_invalid_status_filter: [400, 'The status of a user is active or pending.'],
  user_search_email_address_fuzzy_too_short: [400, 'A part of an email address has at least three characters.'],
  user_search_phone_number_fuzzy_too_short: [400, 'A part of a phone number has at least three characters.'],
  user_search_full_name_fuzzy_too_short: [400, 'A part of a name has at least three characters.'],
  consumer_session_authorization_error: [403, 'The roles of the user do not allow this action.'],
  no_session_arguments: [400, 'This call needs a session_token or a session_jwt, and the request has neither.'],
  too_many_session_arguments: [400, 'The request names two sessions. Send one token or one JWT.'],
  no_session_revoke_arguments: [400, 'The request names no session: send its id, its token or its JWT.'],
  too_many_session_revoke_arguments: [400, 'The request names two sessions. Send one id, one token or one JWT.'],
  migrate_from_external_missing_userinfo: [
    400,
    'The project names no UserInfo endpoint of another provider, and the emulator cannot call one.',
  ],
  custom_claims_too_large: [400, 'The custom claims of a session cannot exceed 4 kB of JSON.'],
  stytch_claims_in_custom_claims: [400, 'The name of a custom claim cannot begin with https://stytch.com/.'],
  unauthorized_action: [403, 'This call needs a session with two factors, one of them less than an hour old, because the user has two.'],
  confirmation_refused: [403, 'This belongs to another account than the one that is signed in.'],
  session_not_found: [404, 'The session has expired, was revoked or never existed.'],
  invalid_session_duration_minutes: [400, 'session_duration_minutes must be a whole number from 5 to 525600.'],

  invalid_email: [400, 'The email address is not valid.'],
  inactive_email: [400, 'Mail to this address has bounced, so the address is marked inactive.'],
  email_not_found: [404, 'No user has this email address.'],
  duplicate_email: [400, 'Another user has this email address.'],
  invalid_phone_number: [400, 'The phone number is not a valid number in E.164 format.'],
  invalid_phone_number_country_code: [400, 'No country has the calling code of this phone number.'],
  unsubscribed_phone_number: [400, 'The owner of this phone number has unsubscribed. A text with START from it subscribes again.'],
  phone_number_not_found: [404, 'No user has this phone number.'],
  duplicate_phone_number: [400, 'Another user has this phone number.'],

  invalid_expiration: [400, 'A link can last 5 to 10080 minutes, the secret of an authenticator app 5 to 1440.'],
  invalid_expiration_otp: [400, 'A code can last 1 to 10 minutes.'],
  attribute_mismatch: [400, 'The ip_address or the user_agent is not the one with which the code or the link was requested.'],
  too_many_user_selection_arguments: [400, 'Send a user_id, a session_token or a session_jwt, and only one of them.'],
  invalid_code: [400, 'A code has six digits.'],
  otp_code_not_found: [404, 'The code is wrong, expired or already used.'],
  user_lock_limit_reached: [429, 'Too many failed attempts. This user is locked for a while.'],

  invalid_magic_link_url: [400, 'The redirect URL is not an absolute URL that a browser can be sent to.'],
  no_match_for_provided_magic_link_url: [400, 'The redirect URL is not among the redirect URLs of the project.'],
  magic_link_not_found: [404, 'The user has no invitation that is still valid.'],
  unable_to_auth_magic_link: [401, 'The link is unknown, expired or already used.'],

  weak_password: [400, 'The password is weaker than the policy of the project allows.'],
  breached_password: [400, 'The password is on a list of breached passwords.'],
  reset_password: [401, 'The password must be reset before it works again.'],
  password_already_exists: [400, 'The user already has a password.'],
  session_too_old_to_reset_password: [401, 'The session has no password, link or code that is at most five minutes old.'],
  invalid_hash_type: [400, 'The emulator verifies argon_2i, argon_2id, md_5, pbkdf_2, phpass, scrypt, sha_1 and sha_512, and no bcrypt.'],
  invalid_hash: [400, 'The hash is not of this hash_type, or its configuration is missing.'],
  invalid_md_5_hash: [400, 'The hash is not 16 bytes in hexadecimal digits or base64.'],
  invalid_sha_1_hash: [400, 'The hash is not 20 bytes in hexadecimal digits or base64.'],
  invalid_sha_512_hash: [400, 'The hash is not 64 bytes in hexadecimal digits or base64.'],
  invalid_phpass_hash_prefix: [400, 'A phpass hash begins with $P$ or $H$.'],
  invalid_phpass_hash_format: [400, 'A phpass hash has 34 characters, the fourth from 5 to P.'],
  invalid_base64_scrypt_hash: [400, 'The hash is not base64.'],
  invalid_base64_scrypt_salt: [400, 'The salt is not base64.'],
  invalid_scrypt_n_parameter: [400, 'N is a power of two from 2 to 262144.'],
  invalid_scrypt_parameters: [
    400,
    'A hash that is no PHC string needs a scrypt_config: r from 1 to 32, p from 1 to 16, a hash of 16 bytes or more.',
  ],
  scrypt_key_length_mismatch: [400, 'The length of the hash in bytes is not the key_length.'],
  invalid_argon_2_salt: [400, 'The salt is not base64 of 8 bytes or more.'],
  invalid_argon_2_iteration_amount: [400, 'iteration_amount is a whole number from 1 to 100.'],
  invalid_argon_2_threads: [400, 'threads is a whole number from 1 to 255.'],
  invalid_argon_2_memory: [400, 'memory is a whole number of KiB, at least eight times the threads and at most 1048576.'],
  invalid_argon_2_key_length: [400, 'The hash has 4 to 1024 bytes.'],
  argon_2_key_length_mismatch: [400, 'The length of the hash in bytes is not the key_length.'],
  invalid_pbkdf_2_hash: [400, 'The hash is not base64, or there is no pbkdf_2_config.'],
  invalid_pbkdf_2_salt: [400, 'The salt is not base64.'],
  invalid_pbkdf_2_algorithm: [400, 'algorithm is sha256 or sha512.'],
  invalid_pbkdf_2_iteration_amount: [400, 'iteration_amount is a whole number from 1 to 5000000.'],
  pbkdf_2_key_length_mismatch: [400, 'The length of the hash in bytes is not the key_length.'],
  password_not_found: [404, 'No user has such a password.'],
  no_user_password: [400, 'The user has no password.'],

  cannot_update_trusted_metadata: [401, 'A browser can change untrusted_metadata, but never trusted_metadata.'],
  totp_not_found: [404, 'The user has no such authenticator app.'],
  crypto_wallet_not_found: [404, 'The user has no such wallet.'],
  oauth_user_registration_not_found: [404, 'The user has no such OAuth registration.'],
  webauthn_registration_not_found: [404, 'The user has no such passkey.'],
  biometric_registration_not_found: [404, 'The user has no such biometric registration.'],

  invalid_wallet_type: [400, 'A wallet is of type ethereum or solana.'],
  invalid_crypto_wallet_address: [400, 'This is not an address of that chain, or its checksum is wrong.'],
  invalid_siwe_domain: [400, 'The domain of siwe_params has a space, a slash, ? or #, or it is missing and the uri has none.'],
  invalid_siwe_uri: [400, 'The uri of siwe_params is not an absolute URI.'],
  invalid_siwe_chain_id: [400, 'The chain_id of siwe_params is not a number.'],
  invalid_siwe_statement: [400, 'The statement of siwe_params has a line break, which EIP-4361 does not allow.'],
  invalid_siwe_message_request_id: [400, 'The message_request_id of siwe_params has a space.'],
  invalid_siwe_resource: [400, 'A resource of siwe_params is not an absolute URI.'],
  siwe_message_not_valid_yet: [401, 'The message is not valid before its not_before.'],
  duplicate_wallet_address: [400, 'Another user has this wallet.'],
  unable_to_authenticate_crypto_wallet: [
    401,
    'There is no challenge for this wallet, it has expired or was already signed, or the signature does not belong to it.',
  ],

  active_totp_exists: [400, 'The user already has an authenticator app.'],
  unable_to_authenticate_totp: [401, 'This is not the code that the authenticator app shows now.'],
  totp_code_already_authenticated: [401, 'This code was already used. Wait for the next one.'],
  unable_to_authenticate_recovery_code: [401, 'The recovery code is wrong or already used.'],

  invalid_public_key_credential: [400, 'public_key_credential is not the JSON of a public key credential.'],
  unable_to_auth_webauthn_registration: [401, 'The response does not verify, or its challenge is unknown, expired or already used.'],
  duplicate_webauthn_registration: [400, 'This passkey is already registered.'],

  oauth_config_not_found: [404, 'There is no such OAuth provider.'],
  duplicate_oauth_registration: [400, 'Another user has this account at the OAuth provider.'],
  oauth_flow_callback_error: [400, 'This sign-in is unknown, expired or finished, or its proof does not verify. Start again from the app.'],
  oauth_token_not_found: [404, 'The OAuth token is unknown, expired or already used.'],
  unable_to_auth_impersonation_token: [401, 'The impersonation token is unknown, expired or already used.'],
  trusted_token_profile_not_found: [404, 'There is no trusted token profile with this id.'],
  invalid_trusted_auth_token: [401, 'The token does not verify against its profile, or has no email address.'],
  idp_access_token_not_exchangeable: [
    400,
    'Only the access token of a first-party app with the scope full_access begins a session, once, within five minutes of its issue.',
  ],
  idp_access_token_not_found: [404, 'The access token was not issued by this project, has expired or was revoked.'],
  connected_app_consent_revoked: [401, 'The user has withdrawn the consent for which the app got this token.'],

  session_authorization_error: [403, 'The roles of the member do not allow this.'],
  session_authorization_tenancy_error: [403, 'The member belongs to another organization.'],

  organization_not_found: [404, 'There is no such organization.'],
  organization_name_missing: [400, 'The name of the organization is empty.'],
  organization_slug_already_used: [400, 'Another organization has this slug.'],
  create_organization_disabled: [403, "Members cannot create organizations: the project's create_organization_enabled is false."],
  member_not_found: [404, 'The organization has no such member, and this email address cannot join without an invitation.'],
  member_password_not_found: [404, 'No member has such a password.'],
  member_reset_password: [401, 'The password must be reset by email before it works again.'],
  invalid_member_get_fields: [400, 'Name the member by either member_id or email_address.'],
  member_oauth_token_not_found: [404, 'The emulator stores no tokens of OAuth providers.'],
  member_oidc_token_not_found: [404, 'The emulator stores no tokens of OpenID Connect providers.'],
  session_enforced_factor_matching_session_required: [
    400,
    'The member has another second factor, so the request needs an intermediate_session_token, a session_token or a session_jwt of the member.',
  ],
  duplicate_member_email: [400, 'Another member of the organization has this email address.'],
  duplicate_member_external_id: [400, 'Another member of the organization has this external_id.'],
  duplicate_member_phone_number: [400, 'Another member of the organization has this phone number.'],
  no_deleted_member_found_for_reactivation: [404, 'The member is not deleted.'],
  reactivation_email_belongs_to_another_member: [400, 'Another member of the organization has the email address by now.'],
  member_search_missing_filter_name: [400, 'An operand of the query has no filter_name.'],
  member_search_filter_name_must_be_string: [400, 'The filter_name of an operand is not a string.'],
  member_search_filter_name_not_recognized: [400, 'There is no filter of members with this filter_name.'],
  member_search_missing_filter_value: [400, 'An operand of the query has no filter_value.'],
  member_search_expected_boolean: [400, 'The filter_value of this filter is true or false.'],
  member_search_expected_string: [400, 'The filter_value of this filter is a string.'],
  member_search_expected_array_of_strings: [400, 'The filter_value of this filter is a list of strings.'],
  member_search_member_email_fuzzy_too_short: [400, 'A part of an email address has at least three characters.'],
  member_search_member_mfa_phone_number_fuzzy_too_short: [400, 'A part of a phone number has at least three characters.'],
  member_search_organization_ids_empty: [400, 'A search for members names at least one organization.'],
  organization_search_missing_filter_name: [400, 'An operand of the query has no filter_name.'],
  organization_search_filter_name_must_be_string: [400, 'The filter_name of an operand is not a string.'],
  organization_search_filter_name_not_recognized: [400, 'There is no filter of organizations with this filter_name.'],
  organization_search_missing_filter_value: [400, 'An operand of the query has no filter_value.'],
  organization_search_expected_boolean: [400, 'The filter_value of this filter is true or false.'],
  organization_search_expected_string: [400, 'The filter_value of this filter is a string.'],
  organization_search_expected_array_of_strings: [400, 'The filter_value of this filter is a list of strings.'],
  organization_search_organization_name_fuzzy_too_short: [400, 'A part of a name has at least three characters.'],
  organization_search_organization_slug_fuzzy_too_short: [400, 'A part of a slug has at least three characters.'],
  organization_search_member_email_fuzzy_too_short: [400, 'A part of an email address has at least three characters.'],
  organization_search_allowed_domain_fuzzy_too_short: [400, 'A part of a domain has at least three characters.'],
  invalid_email_for_invites: [400, 'The organization allows no invitation to this email address.'],
  intermediate_session_not_found: [404, 'The intermediate session token is missing, unknown, expired or already used.'],
  sso_connection_not_found: [404, 'There is no such connection.'],
  sso_verification_key_not_found: [404, 'The connection has no such certificate.'],
  sso_encryption_private_key_not_found: [404, 'The connection has no such private key.'],
  sso_token_not_found: [404, 'The SSO token is unknown, expired or already used.'],
  no_active_scim_connection: [404, 'The organization has no such SCIM connection.'],
  active_scim_connection_exists: [400, 'The organization already has a SCIM connection.'],
  scim_connection_not_rotating_token: [400, 'There is no second bearer token, because no rotation has started.'],

  project_not_found: [404, 'The path names another project. Use the project id that the emulator was created with.'],
  m2m_client_not_found: [404, 'There is no such M2M client.'],
  duplicate_m2m_client_id: [400, 'Another M2M client has this client_id.'],
  m2m_client_invalid_client_id: [400, 'A client_id has letters, digits, hyphens and underscores.'],
  insecure_m2m_client_secret: [400, 'A client_secret of your own has at least eight characters.'],
  invalid_m2m_client_scope: [400, 'A scope has visible ASCII characters without quotes and backslashes.'],
  m2m_client_invalid_status: [400, 'status must be active or inactive.'],
  m2m_client_already_rotating_secret: [400, 'The client already has a second secret. Complete or cancel the rotation first.'],
  m2m_client_not_rotating_secret: [400, 'The client has no second secret. Start a rotation first.'],
  m2m_search_filter_name_not_recognized: [400, 'filter_name must be client_id, client_name or scopes.'],
  m2m_search_expected_array_of_strings: [400, 'filter_value must be a list of texts.'],
  connected_app_misconfigured_client: [400, 'The document about the app, at the URL that is its client_id, cannot be used.'],
  dynamic_client_registration_not_enabled: [
    403,
    'Apps cannot register themselves in this project: its dynamic_client_registration_enabled is false.',
  ],
  too_many_connected_apps: [400, 'The project has as many apps as its connected_apps_limit allows. Delete one first.'],
  invalid_connected_app_type: [400, 'client_type must be first_party, first_party_public, third_party or third_party_public.'],
  connected_app_redirect_url_must_include_scheme: [400, 'A redirect URL must be absolute.'],
  connected_app_redirect_url_must_use_http_or_https_scheme: [400, 'A browser cannot be sent to this redirect URL, or it has a fragment.'],
  idp_invalid_access_token_expiry_minutes: [400, 'access_token_expiry_minutes must be a whole number from 5 to 1440.'],
  third_party_clients_cannot_use_full_access: [400, 'Only a first-party app can have full access.'],
  third_party_clients_require_consent_for_offline_access: [400, 'Only a first-party app can get refresh tokens without consent.'],
  connected_app_already_rotating_secret: [400, 'The app already has a second secret. Complete or cancel the rotation first.'],
  connected_app_not_rotating_secret: [400, 'The app has no second secret. Start a rotation first.'],
  public_connected_apps_do_not_have_secrets: [400, 'An app of a public type has no secret.'],
  no_oauth_authorize_user_selector: [400, 'Name the user by exactly one of user_id, session_token and session_jwt.'],
  invalid_oauth_attach_token: [400, 'The oauth_attach_token is unknown, expired or already used, or was made for another provider.'],
  connected_app_not_allowed_for_org: [403, 'The organization does not let its members use this app.'],
  connected_app_not_found: [404, 'There is no such app, or the user has not given it access.'],
  connected_app_invalid_redirect_url: [
    400,
    'The app has not registered this redirect URI. It is compared byte for byte, except the port of localhost, 127.0.0.1 and [::1].',
  ],
  oidc_prompt_none_must_be_exclusive: [400, 'prompt is none together with another value.'],

  pkce_required_for_idp_authorization_flow: [400, 'A public app must send a PKCE code_challenge.'],
  invalid_pkce_code_challenge: [
    400,
    'This project requires a PKCE code_challenge, and there is none; or it is not the base64url of a SHA-256 digest, 43 characters.',
  ],
  pkce_expected_code_verifier: [400, 'This flow began with a PKCE code_challenge, so it needs its code_verifier.'],
  pkce_did_not_expect_code_verifier: [400, 'This flow began without a PKCE code_challenge, so it accepts no code_verifier.'],
  pkce_mismatch: [400, 'The PKCE code_verifier does not belong to the code_challenge of this flow.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorType = keyof typeof refusals

/** Returns a new id for an answer, in the provider's format. */
export const requestId = () => `request-id-test-${crypto.randomUUID()}`

/** An error in the provider's format (docs/internals/protocol.md#errors). */
export const errorAnswer = (status_code: number, error_type: string, error_message: string, headers?: HeadersInit) =>
  Response.json(
    { status_code, request_id: requestId(), error_type, error_message, error_url: `https://stytch.com/docs/api/errors/${status_code}` },
    { status: status_code, headers },
  )

/** Returns the provider's refusal of this type. */
export const refusal = (type: ErrorType, headers?: HeadersInit) => {
  const [status, message] = refusals[type]
  return errorAnswer(status, type, message, headers)
}

/** Ends the request with the provider's refusal of this type. */
export function refuse(type: ErrorType, headers?: HeadersInit): never {
  const [status, message] = refusals[type]
  throw new HTTPException(status, { message: `${type}: ${message}`, res: refusal(type, headers) })
}

/**
 * Ends the request with the provider's refusal of this type, and says which of its reasons it was.
 */
export function refuseBecause(type: ErrorType, reason: string): never {
  const [status, message] = refusals[type]
  const text = `${message} ${reason}`
  throw new HTTPException(status, { message: `${type}: ${text}`, res: errorAnswer(status, type, text) })
}

/**
 * Runs one part of a larger task. If it is refused, the message begins with the path of that part;
 * the answer stays the same.
 */
export const locateRefusal = <Result>(path: string, act: () => Result): Result => {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof HTTPException)) throw error
    throw new HTTPException(error.status, { message: `${path}: ${error.message}`, res: error.res })
  }
}

/**
 * Ends the request the way the provider does when a body does not match its schema: `body` has an
 * entry for each fault.
 */
export function refuseSchema(faults: { dataPath: string; message: string }[]): never {
  throw new HTTPException(400, { res: Response.json({ status_code: 400, request_id: requestId(), body: faults }, { status: 400 }) })
}
