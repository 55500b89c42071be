/**
 * Classes, under the provider's names, for errors that the provider's native SDKs report to a page
 * as a code. The messages are our own. The `code` of an error is the native code, if there is one.
 */
import { LatchkeySDKError, type NativeCode } from '../../api/errors.ts'

type NativeErrorClass = new () => LatchkeySDKError

const native = (name: string, code: NativeCode, message: string): NativeErrorClass =>
  class extends LatchkeySDKError {
    override name = name
    constructor() {
      super(message, code)
    }
  }

/** The classes by native code, for {@link errorToStytchError}. */
const classes: Record<string, NativeErrorClass> = {}

/** Creates the class of an error that native SDKs report by its code, or by `otherCodes`. */
const errorClass = (name: string, code: NativeCode, message: string, ...otherCodes: string[]): NativeErrorClass => {
  const Class = native(name, code, message)
  for (const reportedAs of [code, ...otherCodes]) classes[reportedAs] = Class
  return Class
}

const keys = 'Ask the visitor to sign in in another way, and register their biometrics again.'
const developer = 'The developer of the app has to fix this.'

export const NoCurrentSessionError = errorClass(
  'NoCurrentSessionError',
  'no_current_session',
  'There is no session currently available. Make sure the user is authenticated with a valid session.',
)
export const NoBiometricsRegistrationError = errorClass(
  'NoBiometricsRegistrationError',
  'no_biometrics_registration',
  'There is no biometric registration on this device. Make one first.',
)
export const BiometricsUnavailableError = errorClass(
  'BiometricsUnavailableError',
  'biometrics_unavailable',
  'This device cannot check fingerprints or faces now.',
  'device_hardware_error',
  'biometrics_not_available',
)
export const KeyInvalidatedError = errorClass(
  'KeyInvalidatedError',
  'key_invalidated',
  `The key on this device is no longer valid. ${keys}`,
  'no_biometric_key',
)
export const KeystoreUnavailableError = errorClass(
  'KeystoreUnavailableError',
  'keystore_unavailable',
  'The key store of this device cannot be used.',
)
export const NoBiometricsEnrolledError = errorClass(
  'NoBiometricsEnrolledError',
  'no_biometrics_enrolled',
  'No fingerprint or face is set up on this device. Set one up in its settings.',
)
export const BiometricsAlreadyEnrolledError = native(
  'BiometricsAlreadyEnrolledError',
  'biometrics_already_enrolled',
  'This device has a biometric registration already. Delete it to make another.',
)
export const UserCancellationError = errorClass('UserCancellationError', 'user_cancellation', 'The visitor canceled.')
export const UserLockedOutError = errorClass(
  'UserLockedOutError',
  'user_locked_out',
  'Too many attempts have failed: this device has locked biometrics for a while.',
)
export const DeviceCredentialsNotAllowedError = errorClass(
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
export const MissingAuthorizationCredentialIDTokenError = errorClass(
  'MissingAuthorizationCredentialIDTokenError',
  'missing_authorization_credential_id_token',
  'The credential of the other side carries no ID token.',
  'google_onetap_missing_id_token',
  'oauth_apple_missing_id_token',
)
export const InvalidAuthorizationCredentialError = errorClass(
  'InvalidAuthorizationCredentialError',
  'invalid_authorization_credential',
  'The credential of the other side is of a kind that is not known.',
  'google_onetap_missing_member',
  'oauth_apple_credential_invalid',
)
export const NoCredentialsPresentError = errorClass(
  'NoCredentialsPresentError',
  'no_credentials_present',
  'This device holds no credential for this app.',
)
export const MissingPublicKeyError = errorClass('MissingPublicKeyError', 'missing_public_key', `The public key is missing. ${keys}`)
export const ChallengeSigningFailedError = errorClass(
  'ChallengeSigningFailedError',
  'challenge_signing_failed',
  `The key could not sign the challenge. ${keys}`,
)
export const SDKNotConfiguredError = errorClass(
  'SDKNotConfiguredError',
  'sdk_not_configured',
  'The client has no public token yet. Configure it before its first call.',
)
export const FailedCodeChallengeError = errorClass(
  'FailedCodeChallengeError',
  'failed_code_challenge',
  'The proof key of this sign-in could not be made.',
)
export const PasskeysUnsupportedError = errorClass('PasskeysUnsupportedError', 'passkeys_unsupported', 'This device cannot do passkeys.')
export const PasskeysInvalidEncoding = errorClass(
  'PasskeysInvalidEncoding',
  'passkeys_invalid_encoding',
  'The answer of the passkey is not encoded as it should be.',
)
export const PasskeysMisconfigured = errorClass(
  'PasskeysMisconfigured',
  'passkeys_misconfigured',
  `Passkeys are not set up for this app and domain. ${developer}`,
)
export const FailedToDecryptDataError = errorClass(
  'FailedToDecryptDataError',
  'failed_to_decrypt_data',
  `What this device keeps could not be decrypted. ${keys}`,
)
export const BiometricsFailedError = errorClass(
  'BiometricsFailedError',
  'biometrics_failed',
  'The fingerprint or face was not recognized. Try again.',
)
export const InvalidStartUrlError = errorClass(
  'InvalidStartUrlError',
  'invalid_start_url',
  `The address that the sign-in begins at is not valid. ${developer}`,
)
export const InvalidRedirectSchemeError = errorClass(
  'InvalidRedirectSchemeError',
  'invalid_redirect_scheme',
  `The scheme of the redirect address is not valid: both addresses need the same one. ${developer}`,
)
export const MissingUrlError = errorClass('MissingUrlError', 'missing_url', 'The sign-in came back without an address. Try again.')
export const InvalidCredentialTypeError = errorClass(
  'InvalidCredentialTypeError',
  'invalid_credential_type',
  'The credential is not of the kind that was asked for.',
)
export const MissingAttestationObjectError = errorClass(
  'MissingAttestationObjectError',
  'missing_attestation_object',
  'The new passkey came without its attestation. Try again.',
)
export const JSONDataNotConvertibleToStringError = errorClass(
  'JSONDataNotConvertibleToStringError',
  'json_data_not_convertible_to_string',
  'The answer of the passkey cannot be written as text.',
)
export const RandomNumberGenerationFailed = errorClass(
  'RandomNumberGenerationFailed',
  'random_number_generation_failed',
  'This device gave no secure random numbers, without which nobody is signed in.',
)
export const SignInWithAppleMisconfigured = errorClass(
  'SignInWithAppleMisconfigured',
  'signinwithapple_misconfigured',
  `Sign in with Apple is not set up for this app. ${developer}`,
)
export const MissingCipherIv = errorClass(
  'MissingCipherIv',
  'missing_cipher_iv',
  `What this device keeps lacks the initialization vector of its cipher. ${keys}`,
)
export const InvalidPrivateKeyLength = errorClass(
  'InvalidPrivateKeyLength',
  'invalid_private_key_length',
  `The private key is not of the right length. ${keys}`,
)
export const BiometricRegistrationIdIsNullOrBlank = errorClass(
  'BiometricRegistrationIdIsNullOrBlank',
  'biometric_registration_id_is_null_or_blank',
  `The id of the biometric registration is empty. ${keys}`,
)
export const DFPNotConfigured = errorClass('DFPNotConfigured', 'dfp_not_configured', `The telemetry client is not configured. ${developer}`)

/** The query string of the consent page lacks a parameter that it needs. */
export class IDPOAuthFlowMissingParamError extends LatchkeySDKError {
  override name = 'IDPOAuthFlowMissingParamError'
  constructor(param: string) {
    super(`Required parameter is missing: ${param}. Please reach out to the application developer.`, 'idp_oauth_flow_missing_param')
  }
}

/** Any other error. `options` is the value that was thrown. */
export class InternalError extends LatchkeySDKError {
  override name = 'Internal Error'
  constructor(error?: unknown) {
    super('Something went wrong inside the native SDK that has no error of its own.', 'internal', error)
  }
}

/** Returns the error for the native code in `message`; {@link InternalError} if unknown. */
export const errorToStytchError = (error: unknown): LatchkeySDKError => {
  const code = String((error as { message?: unknown } | null | undefined)?.message)
  const Class = Object.hasOwn(classes, code) ? classes[code] : undefined
  return Class ? new Class() : new InternalError(error)
}

// The same names as types, for hosts that use them in annotations. All classes have the same shape.

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
