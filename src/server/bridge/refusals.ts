import type { ErrorType } from '../../api/errors.ts'

/** What a bridge answers instead of a result. A backend throws it. */
export class BridgeRefusal extends Error {
  constructor(
    /** Why, in the provider's words. */
    readonly error_type: ErrorType,
    /**
     * The same as a sentence in English. A screen shows it if it has no text of its own for the
     * type, so it contains nothing that a visitor may not read.
     */
    readonly error_message: string,
    /** The HTTP status. */
    readonly status: number,
    /** How many seconds the page should wait before it asks again. */
    readonly retryAfter?: number,
    /** What the host should hear of, because no visitor can mend it. Default: nothing. */
    readonly failure?: Error,
  ) {
    super(error_message)
  }
}

export const table: { readonly [error_type: string]: readonly [number, string] } = {
  invalid_argument: [400, 'A field of the body is missing, or not what this call takes.'],
  bad_request: [400, 'The request is not one that this server understands.'],
  request_too_large: [413, 'The body of the request is too large.'],
  route_not_found: [404, 'There is no such route on this server.'],
  unauthorized_origin: [403, 'This server answers its own pages alone.'],
  request_refused: [400, 'This is not possible at the moment. Please try again later.'],
  refused_by_host: [403, 'This is not allowed here.'],
  unauthorized_action: [403, 'You may not do this.'],
  log_in_not_allowed: [403, 'You may not log in here.'],
  sign_up_not_allowed: [403, 'You may not sign up here with this address.'],
  sign_up_disabled: [403, 'New accounts cannot be created here at the moment.'],
  captcha_required: [403, 'This server asks for a proof that the visitor is human, which this page does not have.'],
  limit_reached: [429, 'Too many requests. Wait before the next one.'],
  service_unavailable: [503, 'Logging in is not possible at the moment. Please try again soon.'],
  user_unauthenticated: [401, 'This call needs a session, and the request carries none.'],
  session_not_found: [404, 'The session has expired, was revoked or never existed.'],
  login_required: [401, 'Please log in again to confirm that it is you.'],
  session_too_old: [403, 'You logged in a while ago. Please log out, log in again and try once more.'],
  confirmation_refused: [403, 'This belongs to another account than the one that is logged in.'],
  unauthorized_credentials: [401, 'The email address or the password is wrong.'],
  email_not_verified: [403, 'Please open the link that we have sent to your email address. It confirms that the address is yours.'],
  email_verification_required: [403, 'Confirm your email address first.'],
  email_verified: [403, 'Your email address is confirmed. You can log in now.'],
  invalid_email: [400, 'The email address is not valid.'],
  duplicate_email: [400, 'Another user has this email address.'],
  invalid_phone_number: [400, 'The phone number is not a valid number in E.164 format.'],
  invalid_code: [400, 'A code has digits alone.'],
  otp_code_not_found: [404, 'The code is wrong, expired or already used.'],
  invalid_magic_link_url: [400, 'The redirect URL is not an absolute URL of http or https.'],
  no_match_for_provided_magic_link_url: [400, 'The redirect URL does not lead to a page that this server trusts.'],
  unable_to_auth_magic_link: [401, 'The link is unknown, expired or already used.'],
  weak_password: [400, 'The password is shorter or weaker than this server allows.'],
  password_too_long: [400, 'The password is longer than this server allows.'],
  breached_password: [400, 'The password is on a list of breached passwords.'],
  no_user_password: [400, 'The user has no password.'],
  user_lock_limit_reached: [429, 'Too many failed attempts. This user is locked for a while.'],
  unable_to_authenticate_totp: [401, 'This is not the code that the authenticator app shows now.'],
  unable_to_authenticate_recovery_code: [401, 'The recovery code is wrong or already used.'],
  second_factor_expired: [401, 'That took too long. Please log in again.'],
  no_second_factor: [400, 'This account needs a second step that this page does not offer.'],
  invalid_public_key_credential: [400, 'public_key_credential is not the JSON of a public key credential.'],
  unable_to_auth_webauthn_registration: [401, 'The passkey does not verify, or its challenge is unknown, expired or already used.'],
  webauthn_registration_not_found: [404, 'The user has no such passkey.'],
  duplicate_webauthn_registration: [400, 'This passkey is already registered.'],
  oauth_config_not_found: [404, 'There is no such OAuth provider.'],
  oauth_flow_callback_error: [400, 'This sign-in was canceled, has expired or is finished. Start again.'],
  oauth_user_registration_not_found: [404, 'The user has no such account at another provider.'],
  last_way_in: [400, 'This is the last way to log in to this account, so it stays.'],
  connected_app_not_found: [404, 'The user has not connected such an app.'],
  invalid_client: [400, 'The app that asks for access is unknown, or its request is not valid.'],
}

/** Creates the refusal for a reason. `message` replaces the usual one. */
export const refusal = (error_type: keyof typeof table & string, message?: string, retryAfter?: number, failure?: Error): BridgeRefusal => {
  const [status, usual] = table[error_type] ?? table.bad_request!
  return new BridgeRefusal(error_type, message ?? usual, status, retryAfter, failure)
}
