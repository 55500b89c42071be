/** Tests the error classes of the drop-in entries. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as latchkey from '../../src/api/errors.ts'
import { LatchkeySDKUsageError } from '../../src/api/usageError.ts'
import * as compat from '../../src/entries/compat/entryExports.ts'
import { providerError } from '../../src/entries/compat/providerErrors.ts'

/** Native codes and the classes for them. */
const codes: [string, keyof typeof compat][] = [
  ['no_current_session', 'NoCurrentSessionError'],
  ['no_biometrics_registration', 'NoBiometricsRegistrationError'],
  ['biometrics_unavailable', 'BiometricsUnavailableError'],
  ['key_invalidated', 'KeyInvalidatedError'],
  ['device_hardware_error', 'BiometricsUnavailableError'],
  ['biometrics_not_available', 'BiometricsUnavailableError'],
  ['no_biometrics_enrolled', 'NoBiometricsEnrolledError'],
  ['keystore_unavailable', 'KeystoreUnavailableError'],
  ['no_biometric_key', 'KeyInvalidatedError'],
  ['device_credentials_not_allowed', 'DeviceCredentialsNotAllowedError'],
  ['user_cancellation', 'UserCancellationError'],
  ['user_locked_out', 'UserLockedOutError'],
  ['google_onetap_missing_id_token', 'MissingAuthorizationCredentialIDTokenError'],
  ['google_onetap_missing_member', 'InvalidAuthorizationCredentialError'],
  ['oauth_apple_missing_id_token', 'MissingAuthorizationCredentialIDTokenError'],
  ['oauth_apple_credential_invalid', 'InvalidAuthorizationCredentialError'],
  ['missing_public_key', 'MissingPublicKeyError'],
  ['challenge_signing_failed', 'ChallengeSigningFailedError'],
  ['missing_authorization_credential_id_token', 'MissingAuthorizationCredentialIDTokenError'],
  ['invalid_authorization_credential', 'InvalidAuthorizationCredentialError'],
  ['no_credentials_present', 'NoCredentialsPresentError'],
  ['sdk_not_configured', 'SDKNotConfiguredError'],
  ['failed_code_challenge', 'FailedCodeChallengeError'],
  ['passkeys_unsupported', 'PasskeysUnsupportedError'],
  ['failed_to_decrypt_data', 'FailedToDecryptDataError'],
  ['biometrics_failed', 'BiometricsFailedError'],
  ['invalid_start_url', 'InvalidStartUrlError'],
  ['invalid_redirect_scheme', 'InvalidRedirectSchemeError'],
  ['missing_url', 'MissingUrlError'],
  ['invalid_credential_type', 'InvalidCredentialTypeError'],
  ['missing_attestation_object', 'MissingAttestationObjectError'],
  ['json_data_not_convertible_to_string', 'JSONDataNotConvertibleToStringError'],
  ['random_number_generation_failed', 'RandomNumberGenerationFailed'],
  ['passkeys_invalid_encoding', 'PasskeysInvalidEncoding'],
  ['passkeys_misconfigured', 'PasskeysMisconfigured'],
  ['signinwithapple_misconfigured', 'SignInWithAppleMisconfigured'],
  ['missing_cipher_iv', 'MissingCipherIv'],
  ['invalid_private_key_length', 'InvalidPrivateKeyLength'],
  ['biometric_registration_id_is_null_or_blank', 'BiometricRegistrationIdIsNullOrBlank'],
  ['dfp_not_configured', 'DFPNotConfigured'],
  ['anything else', 'InternalError'],
  ['toString', 'InternalError'],
  ['', 'InternalError'],
]

for (const [code, name] of codes) {
  test(`the native code '${code}' is ${name}`, () => {
    const error = compat.errorToStytchError(new Error(code))
    assert.instance(error, compat[name])
    assert.instance(error, compat.StytchSDKError)
    assert.instance(error, compat.StytchError)
    assert.is(error.name, name === 'InternalError' ? 'Internal Error' : name)
    assert.ok(error.message.length > 15 && /\.$/.test(error.message))
  })
}

test('every native class has a message and a code of its own', () => {
  const made = Object.entries(compat)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof compat.StytchSDKError)
    .map(([name, Class]) => [name, new (Class as new (param: string) => InstanceType<typeof compat.StytchSDKError>)('client_id')] as const)
  assert.is(made.length, 38)
  assert.is(new Set(made.map(([, { code }]) => code)).size, 38)
  assert.is(new Set(made.map(([, { message }]) => message)).size, 38)
  for (const [name, error] of made) assert.is(error.name, name === 'InternalError' ? 'Internal Error' : name)
  assert.match(new compat.IDPOAuthFlowMissingParamError('client_id').message, /^Required parameter is missing: client_id\. /)
})

test('any thrown value becomes an error', () => {
  for (const thrown of [undefined, null, 5, 'user_cancellation', {}, { message: { a: 1 } }])
    assert.instance(compat.errorToStytchError(thrown), compat.InternalError)
  assert.instance(compat.errorToStytchError({ message: 'user_cancellation' }), compat.UserCancellationError)
})

test('classes that are only exported', () => {
  const answer = { status_code: 404, error_type: 't', error_message: 'm', error_url: 'u', request_id: 'r' }
  const api = new compat.StytchSDKAPIError(answer)
  assert.is(api.message, '[404] t\nm\nSee u for more information.\nrequest_id: r\n')
  assert.is(api.name, 'StytchSDKAPIError')
  assert.is(api.error_type, 't')
  const schema = new compat.StytchSDKSchemaError({ body: [{ dataPath: 'p', message: 'q' }] })
  assert.is(schema.message, '[400] Request does not match expected schema\np: q')
  assert.is(schema.name, 'StytchSDKSchemaError')
  const unreachable = new compat.SDKAPIUnreachableError('m', 'd')
  assert.is(unreachable.message, 'm\nd')
  assert.is(unreachable.details, 'd')
  assert.instance(unreachable, Error)
})

const answer = { status_code: 404, error_type: 't', error_message: 'm', error_url: 'u' }
const both: [ours: () => Error, theirs: () => Error, kind: string][] = [
  [() => new latchkey.BaseError('Error', 'm', 'api'), () => new compat.StytchError('Error', 'm', 'api'), 'Error'],
  [() => new latchkey.LatchkeyAPIError(answer), () => new compat.StytchAPIError(answer), 'APIError'],
  [() => new latchkey.LatchkeyAPISchemaError({}), () => new compat.StytchAPISchemaError({}), 'APISchemaError'],
  [() => new latchkey.LatchkeyAPIUnreachableError('m'), () => new compat.StytchAPIUnreachableError('m'), 'APIUnreachableError'],
  [() => new latchkey.LatchkeySDKError('m', 'one_tap'), () => new compat.StytchSDKError('m', 'one_tap'), 'SDKError'],
  [() => new LatchkeySDKUsageError('a', 'm'), () => new compat.StytchSDKUsageError('a', 'm'), 'SDKUsageError'],
]
for (const [ours, theirs, kind] of both)
  test(`${kind}: the drop-in's errors have the provider's name, and Latchkey's own keep theirs`, () => {
    assert.is(ours().name, `Latchkey${kind}`)
    assert.is(theirs().name, `Stytch${kind}`)
    const Class = compat[`Stytch${kind}` as 'StytchError']
    assert.instance(theirs(), Class)
    // The same error object leaves the drop-in, with the provider's name.
    const thrown = ours()
    assert.is(providerError(thrown), thrown)
    assert.is(thrown.name, `Stytch${kind}`)
    assert.instance(thrown, Class)
  })

test("a host's own class of errors keeps its name", () => {
  class Mine extends compat.StytchAPIError {
    override name = 'Mine'
  }
  const mine = new Mine(answer)
  assert.equal([mine.name, mine.error_type, mine instanceof compat.StytchAPIError, mine instanceof Mine], ['Mine', 't', true, true])
  assert.is(providerError(mine), mine)
  assert.is(mine.name, 'Mine')
})

for (const thrown of [
  undefined,
  null,
  5,
  'LatchkeyError',
  new TypeError('m'),
  new DOMException('m', 'AbortError'),
  Object.freeze({ a: 1 }),
])
  test(`a value that is not our error leaves the drop-in unchanged: ${String(thrown)}`, () => assert.is(providerError(thrown), thrown))

test.run()
