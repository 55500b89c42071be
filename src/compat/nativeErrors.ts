/**
 * The conditions that the provider's native SDKs report across a bridge (spec section 8, wire.md 1.9), as typed errors in our words. `code` is the native one,
 * where there is one.
 */
import { LatchkeySDKError, type NativeCode } from '../api/errors.ts'

/** What a class of them is made with: nothing but what names the case. */
type NativeError<Args extends unknown[] = []> = new (...args: Args) => LatchkeySDKError

const native = (name: string, code: NativeCode, message: string): NativeError =>
  class extends LatchkeySDKError {
    constructor() {
      super(message, code)
      this.name = name
    }
  }

const keys = 'Ask the visitor to sign in in another way, and register their biometrics again.'
const developer = 'The developer of the app has to mend this.'

export const NoCurrentSessionError = native(
  'NoCurrentSessionError',
  'no_current_session',
  'There is no session currently available. Make sure the user is authenticated with a valid session.',
)
export const NoBiometricsRegistrationError = native(
  'NoBiometricsRegistrationError',
  'no_biometrics_registration',
  'There is no biometric registration on this device. Make one first.',
)
export const BiometricsUnavailableError = native(
  'BiometricsUnavailableError',
  'biometrics_unavailable',
  'This device cannot check fingerprints or faces now.',
)
export const KeyInvalidatedError = native('KeyInvalidatedError', 'key_invalidated', `The key on this device is no longer valid. ${keys}`)
export const KeystoreUnavailableError = native(
  'KeystoreUnavailableError',
  'keystore_unavailable',
  'The key store of this device cannot be used.',
)
export const NoBiometricsEnrolledError = native(
  'NoBiometricsEnrolledError',
  'no_biometrics_enrolled',
  'No fingerprint or face is set up on this device. Set one up in its settings.',
)
export const BiometricsAlreadyEnrolledError = native(
  'BiometricsAlreadyEnrolledError',
  'biometrics_already_enrolled',
  'This device has a biometric registration already. Delete it to make another.',
)
export const UserCancellationError = native('UserCancellationError', 'user_cancellation', 'The visitor cancelled.')
export const UserLockedOutError = native(
  'UserLockedOutError',
  'user_locked_out',
  'Too many attempts have failed: this device has locked biometrics for a while.',
)
export const DeviceCredentialsNotAllowedError = native(
  'DeviceCredentialsNotAllowedError',
  'device_credentials_not_allowed',
  "The registration and this call differ on whether the device's own passcode may be used.",
)
export const MissingGoogleClientIDError = native(
  'MissingGoogleClientIDError',
  'missing_google_client_id',
  `No Google client ID is set. ${developer}`,
)
export const MissingPKCEError = native(
  'MissingPKCEError',
  'missing_pkce',
  'The proof key of this sign-in is not here. Complete this flow on the same device on which it was started.',
)
export const MissingAuthorizationCredentialIDTokenError = native(
  'MissingAuthorizationCredentialIDTokenError',
  'missing_authorization_credential_id_token',
  'The credential of the other side carries no ID token.',
)
export const InvalidAuthorizationCredentialError = native(
  'InvalidAuthorizationCredentialError',
  'invalid_authorization_credential',
  'The credential of the other side is of a kind that is not known.',
)
export const NoCredentialsPresentError = native(
  'NoCredentialsPresentError',
  'no_credentials_present',
  'This device holds no credential for this app.',
)
export const MissingPublicKeyError = native('MissingPublicKeyError', 'missing_public_key', `The public key is missing. ${keys}`)
export const ChallengeSigningFailedError = native(
  'ChallengeSigningFailedError',
  'challenge_signing_failed',
  `The key could not sign the challenge. ${keys}`,
)
export const SDKNotConfiguredError = native(
  'SDKNotConfiguredError',
  'sdk_not_configured',
  'The client has no public token yet. Configure it before its first call.',
)
export const FailedCodeChallengeError = native(
  'FailedCodeChallengeError',
  'failed_code_challenge',
  'The proof key of this sign-in could not be made.',
)
export const PasskeysUnsupportedError = native('PasskeysUnsupportedError', 'passkeys_unsupported', 'This device cannot do passkeys.')
export const PasskeysInvalidEncoding = native(
  'PasskeysInvalidEncoding',
  'passkeys_invalid_encoding',
  'The answer of the passkey is not encoded as it should be.',
)
export const PasskeysMisconfigured = native(
  'PasskeysMisconfigured',
  'passkeys_misconfigured',
  `Passkeys are not set up for this app and domain. ${developer}`,
)
export const FailedToDecryptDataError = native(
  'FailedToDecryptDataError',
  'failed_to_decrypt_data',
  `What this device keeps could not be decrypted. ${keys}`,
)
export const BiometricsFailedError = native(
  'BiometricsFailedError',
  'biometrics_failed',
  'The fingerprint or face was not recognised. Try again.',
)
export const InvalidStartUrlError = native(
  'InvalidStartUrlError',
  'invalid_start_url',
  `The address that the sign-in begins at is not valid. ${developer}`,
)
export const InvalidRedirectSchemeError = native(
  'InvalidRedirectSchemeError',
  'invalid_redirect_scheme',
  `The scheme of the redirect address is not valid: both addresses need the same one. ${developer}`,
)
export const MissingUrlError = native('MissingUrlError', 'missing_url', 'The sign-in came back without an address. Try again.')
export const InvalidCredentialTypeError = native(
  'InvalidCredentialTypeError',
  'invalid_credential_type',
  'The credential is not of the kind that was asked for.',
)
export const MissingAttestationObjectError = native(
  'MissingAttestationObjectError',
  'missing_attestation_object',
  'The new passkey came without its attestation. Try again.',
)
export const JSONDataNotConvertibleToStringError = native(
  'JSONDataNotConvertibleToStringError',
  'json_data_not_convertible_to_string',
  'The answer of the passkey cannot be written as text.',
)
export const RandomNumberGenerationFailed = native(
  'RandomNumberGenerationFailed',
  'random_number_generation_failed',
  'This device gave no secure random numbers, without which nobody is signed in.',
)
export const SignInWithAppleMisconfigured = native(
  'SignInWithAppleMisconfigured',
  'signinwithapple_misconfigured',
  `Sign in with Apple is not set up for this app. ${developer}`,
)
export const MissingCipherIv = native(
  'MissingCipherIv',
  'missing_cipher_iv',
  `What this device keeps lacks the initialization vector of its cipher. ${keys}`,
)
export const InvalidPrivateKeyLength = native(
  'InvalidPrivateKeyLength',
  'invalid_private_key_length',
  `The private key is not of the right length. ${keys}`,
)
export const BiometricRegistrationIdIsNullOrBlank = native(
  'BiometricRegistrationIdIsNullOrBlank',
  'biometric_registration_id_is_null_or_blank',
  `The id of the biometric registration is empty. ${keys}`,
)
export const DFPNotConfigured = native('DFPNotConfigured', 'dfp_not_configured', `The telemetry client is not configured. ${developer}`)

/** The query string of the consent page lacks what it needs (spec section 2). */
export class IDPOAuthFlowMissingParamError extends LatchkeySDKError {
  constructor(param: string) {
    super(`Required parameter is missing: ${param}. Please reach out to the application developer.`, 'idp_oauth_flow_missing_param')
    this.name = 'IDPOAuthFlowMissingParamError'
  }
}

/** Anything that is none of these; `options` is what was thrown. */
export class InternalError extends LatchkeySDKError {
  constructor(thrown?: unknown) {
    super('Something went wrong inside the native SDK that no error of its own stands for.', 'internal', thrown)
    this.name = 'Internal Error'
  }
}

/** The native codes that say the same as one of the classes' own. */
const classes: Record<string, NativeError> = {
  device_hardware_error: BiometricsUnavailableError,
  biometrics_not_available: BiometricsUnavailableError,
  no_biometric_key: KeyInvalidatedError,
  google_onetap_missing_id_token: MissingAuthorizationCredentialIDTokenError,
  google_onetap_missing_member: InvalidAuthorizationCredentialError,
  oauth_apple_missing_id_token: MissingAuthorizationCredentialIDTokenError,
  oauth_apple_credential_invalid: InvalidAuthorizationCredentialError,
}
for (const Class of [
  NoCurrentSessionError,
  NoBiometricsRegistrationError,
  BiometricsUnavailableError,
  KeyInvalidatedError,
  KeystoreUnavailableError,
  NoBiometricsEnrolledError,
  DeviceCredentialsNotAllowedError,
  UserCancellationError,
  UserLockedOutError,
  MissingAuthorizationCredentialIDTokenError,
  InvalidAuthorizationCredentialError,
  NoCredentialsPresentError,
  MissingPublicKeyError,
  ChallengeSigningFailedError,
  SDKNotConfiguredError,
  FailedCodeChallengeError,
  PasskeysUnsupportedError,
  PasskeysInvalidEncoding,
  PasskeysMisconfigured,
  FailedToDecryptDataError,
  BiometricsFailedError,
  InvalidStartUrlError,
  InvalidRedirectSchemeError,
  MissingUrlError,
  InvalidCredentialTypeError,
  MissingAttestationObjectError,
  JSONDataNotConvertibleToStringError,
  RandomNumberGenerationFailed,
  SignInWithAppleMisconfigured,
  MissingCipherIv,
  InvalidPrivateKeyLength,
  BiometricRegistrationIdIsNullOrBlank,
  DFPNotConfigured,
])
  classes[new Class().code] = Class

/** The error that the native code in `message` stands for; an {@link InternalError} for any other. */
export const errorToStytchError = (error: unknown): LatchkeySDKError => {
  const code = String((error as { message?: unknown } | null | undefined)?.message)
  const Class = Object.hasOwn(classes, code) ? classes[code] : undefined
  return Class ? new Class() : new InternalError(error)
}

// As types, for hosts that annotate with them: all are made alike.

export type NoCurrentSessionError = LatchkeySDKError
export type NoBiometricsRegistrationError = LatchkeySDKError
export type BiometricsUnavailableError = LatchkeySDKError
export type KeyInvalidatedError = LatchkeySDKError
export type KeystoreUnavailableError = LatchkeySDKError
export type NoBiometricsEnrolledError = LatchkeySDKError
export type BiometricsAlreadyEnrolledError = LatchkeySDKError
export type UserCancellationError = LatchkeySDKError
export type UserLockedOutError = LatchkeySDKError
export type DeviceCredentialsNotAllowedError = LatchkeySDKError
export type MissingGoogleClientIDError = LatchkeySDKError
export type MissingPKCEError = LatchkeySDKError
export type MissingAuthorizationCredentialIDTokenError = LatchkeySDKError
export type InvalidAuthorizationCredentialError = LatchkeySDKError
export type NoCredentialsPresentError = LatchkeySDKError
export type MissingPublicKeyError = LatchkeySDKError
export type ChallengeSigningFailedError = LatchkeySDKError
export type SDKNotConfiguredError = LatchkeySDKError
export type FailedCodeChallengeError = LatchkeySDKError
export type PasskeysUnsupportedError = LatchkeySDKError
export type PasskeysInvalidEncoding = LatchkeySDKError
export type PasskeysMisconfigured = LatchkeySDKError
export type FailedToDecryptDataError = LatchkeySDKError
export type BiometricsFailedError = LatchkeySDKError
export type InvalidStartUrlError = LatchkeySDKError
export type InvalidRedirectSchemeError = LatchkeySDKError
export type MissingUrlError = LatchkeySDKError
export type InvalidCredentialTypeError = LatchkeySDKError
export type MissingAttestationObjectError = LatchkeySDKError
export type JSONDataNotConvertibleToStringError = LatchkeySDKError
export type RandomNumberGenerationFailed = LatchkeySDKError
export type SignInWithAppleMisconfigured = LatchkeySDKError
export type MissingCipherIv = LatchkeySDKError
export type InvalidPrivateKeyLength = LatchkeySDKError
export type BiometricRegistrationIdIsNullOrBlank = LatchkeySDKError
export type DFPNotConfigured = LatchkeySDKError
