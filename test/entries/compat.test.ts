/**
 * Checks that a host of the provider's SDK can switch to `latchkey/compat` by changing its import
 * line (docs/decisions/README.md#the-providers-name-appears-only-in-the-drop-in-entries).
 */
import { closeAll, newParent, provider } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../src/client/core.ts'
import * as compat from '../../src/entries/compat/index.ts'
import * as headless from '../../src/entries/compat/headless.ts'
import * as b2b from '../../src/entries/compat/b2b/headless.ts'
import { rejection } from '../harness/rejection.ts'

const test = suite('compat')
test.after.each(closeAll)

const options = { customBaseUrl: 'http://provider.test' }

/** The exports that all entries of the provider's SDK have. */
const shared = [
  'Products',
  'OAuthProviders',
  'Wallets',
  'OneTapPositions',
  'OTPMethods',
  'StytchEventType',
  'RNUIProducts',
  'B2BProducts',
  'AuthFlowType',
  'RedirectURLType',
  'B2BMFAProducts',
  'B2BOAuthProviders',
  'UNRECOVERABLE_ERROR_TYPES',
  'errorToStytchError',
  'StytchError',
  'StytchAPIError',
  'StytchAPISchemaError',
  'StytchAPIUnreachableError',
  'StytchSDKError',
  'StytchSDKUsageError',
  'StytchSDKAPIError',
  'StytchSDKSchemaError',
  'SDKAPIUnreachableError',
  'BiometricRegistrationIdIsNullOrBlank',
  'BiometricsAlreadyEnrolledError',
  'BiometricsFailedError',
  'BiometricsUnavailableError',
  'ChallengeSigningFailedError',
  'DFPNotConfigured',
  'DeviceCredentialsNotAllowedError',
  'FailedCodeChallengeError',
  'FailedToDecryptDataError',
  'InternalError',
  'InvalidAuthorizationCredentialError',
  'InvalidCredentialTypeError',
  'InvalidPrivateKeyLength',
  'InvalidRedirectSchemeError',
  'InvalidStartUrlError',
  'JSONDataNotConvertibleToStringError',
  'KeyInvalidatedError',
  'KeystoreUnavailableError',
  'MissingAttestationObjectError',
  'MissingAuthorizationCredentialIDTokenError',
  'MissingCipherIv',
  'MissingGoogleClientIDError',
  'MissingPKCEError',
  'MissingPublicKeyError',
  'MissingUrlError',
  'NoBiometricsEnrolledError',
  'NoBiometricsRegistrationError',
  'NoCredentialsPresentError',
  'NoCurrentSessionError',
  'PasskeysInvalidEncoding',
  'PasskeysMisconfigured',
  'PasskeysUnsupportedError',
  'RandomNumberGenerationFailed',
  'SDKNotConfiguredError',
  'SignInWithAppleMisconfigured',
  'UserCancellationError',
  'UserLockedOutError',
  'IDPOAuthFlowMissingParamError',
]

const parsers = ['parseOAuthAuthorizeParams', 'parseOAuthLogoutParams']

/** The names of clients for users. Version 6 has the newer ones. */
const clients = [...parsers, 'StytchHeadlessClient', 'StytchClient', 'createStytchClient', 'createStytchHeadlessClient']

/** What only version 6 has, next to its clients. */
const screens6 = [
  'StytchUI',
  'StytchResetPassword',
  'StytchPasskeyRegistration',
  'StytchIdentityProvider',
  'mountLogin',
  'mountResetPassword',
  'mountPasskeyRegistration',
  'mountIdentityProvider',
  'defaultTheme',
  'defaultDarkTheme',
  'shadcnTheme',
  // a class in its declarations alone
  'StytchDOMEvent',
]

for (const [entry, module, names] of [
  ['compat', compat, [...shared, ...clients, ...screens6, 'StytchUIClient']],
  ['compat/headless', headless, [...shared, ...clients]],
  [
    'compat/b2b/headless',
    b2b,
    [...shared, ...parsers, 'StytchB2BHeadlessClient', 'StytchB2BClient', 'createStytchB2BClient', 'createStytchB2BHeadlessClient'],
  ],
] as const) {
  test(`${entry} has exactly the exports of the provider's SDK, 5 and 6`, () => {
    assert.equal(Object.keys(module).sort(), [...names].sort())
  })
}

test("constants have the provider's values", () => {
  assert.equal(Object.values(compat.Products).sort(), ['crypto', 'emailMagicLinks', 'oauth', 'otp', 'passkeys', 'passkeys', 'passwords'])
  assert.equal(compat.OTPMethods, { SMS: 'sms', WhatsApp: 'whatsapp', Email: 'email' })
  assert.equal(
    [...compat.UNRECOVERABLE_ERROR_TYPES],
    ['unauthorized_credentials', 'user_unauthenticated', 'invalid_secret_authentication', 'session_not_found'],
  )
  const types = ['MAGIC_LINK_LOGIN_OR_CREATE', 'OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE']
  assert.equal(
    types.filter((type) => !(Object.values(compat.StytchEventType) as string[]).includes(type)),
    [],
  )
})

test('both entries share one set of classes', () => {
  for (const name of Object.keys(headless)) {
    if (!/StytchHeadlessClient|Client$/.test(name))
      assert.is((compat as Record<string, unknown>)[name], (headless as Record<string, unknown>)[name], name)
  }
})

test("errors have the provider's classes, names and messages", async () => {
  const client = new compat.StytchUIClient('public-token-test-compat', options)
  const wrong = await rejection(client.otps.authenticate(7 as never, 'm', { session_duration_minutes: 30 }))
  assert.instance(wrong, compat.StytchSDKUsageError)
  assert.equal([wrong.name, wrong.message], ['StytchSDKUsageError', 'Invalid call to stytch.otps.authenticate\nCode must be a string.'])

  const refused = await rejection(client.otps.authenticate('000000', 'm', { session_duration_minutes: 30 }))
  assert.instance(refused, compat.StytchAPIError)
  assert.instance(refused, compat.StytchError)
  assert.instance(refused, Error)
  assert.equal([refused.name, refused.error_type, refused.status_code], ['StytchAPIError', 'otp_code_not_found', 404])
  assert.match(refused.message, /^\[404\] otp_code_not_found\n.+\nSee https:.+ for more information\.\nrequest_id: /)

  provider.faults([{ route: '* /otps/*', drop: true }])
  const lost = await rejection(client.otps.sms.send('+14155550100'))
  assert.instance(lost, compat.StytchAPIUnreachableError)
  assert.equal([lost.name, lost.message], ['StytchAPIUnreachableError', 'Unable to contact our servers.'])

  assert.throws(
    () => client.session.updateSession({} as never),
    (error: Error) => error.message === 'Invalid call to stytch.session.updateSession\nsession_token must be a string.',
  )
  client[coreKey].destroy()
})

test("console messages have the provider's name", async () => {
  const told: string[] = []
  const { warn } = console
  console.warn = (text) => void told.push(text)
  const client = new headless.StytchHeadlessClient('project-test-1', options)
  await settled()
  console.warn = warn
  assert.ok(told.length > 0)
  for (const text of told) assert.match(text, /^\[Stytch\] /)
  client[coreKey].destroy()
})

test("mountLogin makes the provider's element, once, and keeps the screen", async () => {
  const client = new compat.StytchUIClient('public-token-test-compat-2', options)
  const parent = newParent()
  parent.id = 'login'
  const events: string[] = []
  const callbacks = { onEvent: ({ type }: { type: string }) => void events.push(type) }
  const handle = client.mountLogin({ elementId: '#login', config: { products: [compat.Products.emailMagicLinks] }, callbacks })
  const email = await until(() => parent.querySelector<HTMLInputElement>('stytch-ui #email-input'), 'the form')
  email.value = 'ada@example.com'
  email.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await settled()
  parent.querySelector('button')!.click()
  await until(() => parent.textContent!.includes('Check your email'), 'the confirmation')
  assert.equal(events, [compat.StytchEventType.MagicLinkLoginOrCreateEvent])
  client.mountLogin({ elementId: '#login', callbacks })
  await settled()
  assert.equal([parent.querySelectorAll('stytch-ui').length, parent.children.length], [1, 1])
  assert.ok(parent.textContent!.includes('Check your email'))
  handle.unmount()
  assert.throws(
    () => client.mountLogin({ elementId: '#nowhere' }),
    /^The selector you specified \(#nowhere\) .* before calling mountLogin\(\)\.$/,
  )
  client[coreKey].destroy()
})

for (const [given, wrong] of [
  [{ keepSessionAlive: 100 }, ['keepSessionAlive must be a boolean.']],
  [{ cookieOptions: { istCookieName: 7 } }, ['cookieOptions.istCookieName must be a string.']],
  [
    { keepSessionAlive: 'yes', cookieOptions: { opaqueTokenCookieName: {}, path: true, domain: 'a.example' } },
    [
      'keepSessionAlive must be a boolean.',
      'cookieOptions.opaqueTokenCookieName must be a string.',
      'cookieOptions.path must be a string.',
    ],
  ],
] as [object, string[]][]) {
  test(`options of the wrong kind, ${JSON.stringify(given)}: every client refuses them at construction, and names them all`, () => {
    for (const [name, Client] of [
      ['StytchUIClient', compat.StytchUIClient],
      ['StytchHeadlessClient', headless.StytchHeadlessClient],
      ['StytchB2BHeadlessClient', b2b.StytchB2BHeadlessClient],
    ] as const) {
      assert.throws(
        () => new Client('public-token-test-1', given as never),
        (error: Error) => error.name === 'StytchSDKUsageError' && error.message === `Invalid call to ${name}\n${wrong.join('\n')}`,
        name,
      )
    }
  })
}

test('options that are null count as absent at construction', () => {
  for (const given of [null, { keepSessionAlive: null }, { cookieOptions: null }, { cookieOptions: { path: null, jwtCookieName: null } }]) {
    new headless.StytchHeadlessClient('public-token-test-1', { ...options, ...given } as never).destroy()
  }
})

test.run()
