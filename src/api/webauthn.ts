import { call, type CallRules } from './call.ts'
import type { Answer, Authenticated, Confirmation, SessionDuration, WebauthnRegistration } from './entities.ts'

/** The checks of a host's options, before the first of the two calls that a registration makes. */
export const registerRules: CallRules = {
  method: 'webauthn.register',
  needs: {
    domain: 'string?',
    authenticator_type: 'string?',
    is_passkey: 'boolean?',
    session_duration_minutes: 'number?',
    override_id: 'string?',
    override_name: 'string?',
    override_display_name: 'string?',
    use_base64_url_encoding: 'boolean?',
    signal: 'object?',
  },
}
/** The checks of a host's options, before the first of the two calls that a log-in makes. */
export const authenticateRules: CallRules = {
  method: 'webauthn.authenticate',
  needs: {
    domain: 'string?',
    session_duration_minutes: 'number',
    is_passkey: 'boolean?',
    conditional_mediation: 'boolean?',
    signal: 'object?',
  },
}

export interface StartRegistration {
  domain: string
  /** `platform` or `cross-platform`. Default: either. */
  authenticator_type?: string
  /** Requests a passkey: a discoverable credential. */
  return_passkey_credential_options?: boolean
  override_id?: string
  override_name?: string
  override_display_name?: string
  user_agent: string
  use_base64_url_encoding?: boolean
}

/**
 * Requests the options of a registration, as a JSON string: PublicKeyCredentialCreationOptionsJSON
 * (WebAuthn, section 5.1.9).
 */
export const registerStart = call<StartRegistration, Answer & { user_id: string; public_key_credential_creation_options: string }>(
  'POST /webauthn/register/start',
  { gives: { public_key_credential_creation_options: 'string' } },
)

/** Registers a passkey. `public_key_credential` is a JSON string: RegistrationResponseJSON. */
export const register = call<
  { public_key_credential: string } & Partial<SessionDuration>,
  Authenticated & { webauthn_registration_id: string }
>('POST /webauthn/register', { gives: { 'webauthn_registration_id?': 'string' }, signsIn: true })

/**
 * Requests the options of a log-in: PublicKeyCredentialRequestOptionsJSON. `:factor` is `secondary`
 * if there is a session, else `primary`.
 */
export const authenticateStart = call<
  { domain: string; return_passkey_credential_options?: boolean },
  Answer & { public_key_credential_request_options: string }
>('POST /webauthn/authenticate/start/:factor', { gives: { public_key_credential_request_options: 'string' } })

/** Logs in with a passkey. `public_key_credential` is a JSON string: AuthenticationResponseJSON. */
export const authenticate = call<
  { public_key_credential: string } & SessionDuration & Confirmation,
  Authenticated & { webauthn_registration_id: string }
>('POST /webauthn/authenticate', {
  guard: 'retry',
  signsIn: true,
})

export const update = call<{ name: string }, Answer & { webauthn_registration: WebauthnRegistration }>(
  'PUT /webauthn/update/:webauthn_registration_id',
  { method: 'webauthn.update' },
)

/** The checks of a host's options, before a passkey is created without a question. */
export const upgradeRules: CallRules = {
  method: 'webauthn.upgrade',
  needs: { domain: 'string?', session_duration_minutes: 'number?', signal: 'object?' },
}

/** The checks of a host's options, before a log-in with a passkey that the device has. */
export const immediateRules: CallRules = {
  method: 'webauthn.authenticateImmediately',
  needs: { domain: 'string?', session_duration_minutes: 'number', signal: 'object?' },
}
