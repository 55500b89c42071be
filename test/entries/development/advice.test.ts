/** Tests the advice that a host gets in development: path, fault and fix. */
import '../../harness/dom.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { advice, type Subject } from '../../../src/entries/development/advice.ts'

const test = suite('advice')

// Browsers have this function, but happy-dom does not. test/chromium/theme.matrix.test.ts tests it
// in a real browser.
Object.defineProperty(globalThis, 'CSS', { value: { supports: (_: string, value: string) => value !== 'banana' } })

const login = (config: object) => ({ config })
const cases: [what: string, subject: Subject, given: unknown, told: string[]][] = [
  ['nothing at all', 'mountLogin', {}, []],
  [
    'every option as it should be',
    'mountLogin',
    {
      config: {
        products: ['oauth', 'emailMagicLinks', 'otp'],
        emailMagicLinksOptions: { loginRedirectURL: 'https://a.test/in', domainHint: 'a.test' },
        otpOptions: { methods: ['sms'], expirationMinutes: 5 },
        oauthOptions: { providers: [{ type: 'google', one_tap: true, position: 'embedded' }, { type: 'new' }] },
        sessionOptions: { sessionDurationMinutes: 60 },
        enableShadowDOM: true,
        rememberLastMethod: false,
      },
      styles: { colorScheme: 'auto', colors: { primary: 'red' }, hideHeaderText: false, logo: { logoImageUrl: 'x' } },
      strings: { 'login.title': 'Hi' },
      callbacks: { onEvent() {} },
      authenticateByUrl: true,
    },
    [],
  ],
  ['a press before a link is spent', 'mountLogin', { authenticateByUrl: 'press' }, []],
  ['the same on the page for a new password', 'mountResetPassword', { passwordResetToken: 'a', authenticateByUrl: 'press' }, []],
  [
    'a misspelled press',
    'mountLogin',
    { authenticateByUrl: 'click' },
    ["authenticateByUrl has to be true, false or 'press', but it is 'click'."],
  ],
  ['codes as the second way beside passwords', 'mountLogin', login({ products: ['passwords'], otpOptions: { methods: ['email'] } }), []],
  ['undefined counts as absent', 'mountLogin', { config: undefined, styles: undefined }, []],

  ['a misspelled key', 'mountLogin', login({ product: ['otp'] }), ["config.product is not an option. Write 'products'."]],
  [
    'another spelling',
    'mountLogin',
    login({ emailMagicLinksOptions: { login_redirect_url: 'x' } }),
    ["config.emailMagicLinksOptions.login_redirect_url is not an option. Write 'loginRedirectURL'."],
  ],
  [
    'a key in a list',
    'mountLogin',
    login({ products: ['oauth'], oauthOptions: { providers: [{ type: 'google', onetap: true }] } }),
    ["config.oauthOptions.providers[0].onetap is not an option. Write 'one_tap'."],
  ],
  [
    'an unknown key',
    'mountLogin',
    { theme: {} },
    ['theme is not an option. The options are: styles, language, strings, callbacks, config, authenticateByUrl.'],
  ],
  [
    'a callback with other capitals',
    'mountLogin',
    { callbacks: { onevent() {} } },
    ["callbacks.onevent is not an option. Write 'onEvent'."],
  ],
  [
    'an inherited name',
    'options',
    { toString: 1 },
    [
      'toString is not an option. The options are: customBaseUrl, endpointOptions, endpoints, dfppaUrl, dfpCdnUrl, cookieOptions, keepSessionAlive, nonce, timeout.',
    ],
  ],

  [
    'a single product is not a list',
    'mountLogin',
    login({ products: 'otp' }),
    ["config.products has to be a list, but it is 'otp'. Write ['otp']."],
  ],
  [
    'a product that does not exist',
    'mountLogin',
    login({ products: ['sms'] }),
    ["config.products[0] has to be one of 'emailMagicLinks', 'otp', 'passwords', 'oauth', 'passkeys', 'crypto', but it is 'sms'."],
  ],
  [
    'minutes as text',
    'mountLogin',
    login({ products: ['otp'], otpOptions: { methods: ['sms'], expirationMinutes: '5' } }),
    ["config.otpOptions.expirationMinutes has to be a number of minutes, but it is '5'. Write 5."],
  ],
  [
    'a session too short',
    'mountLogin',
    login({ sessionOptions: { sessionDurationMinutes: 1 } }),
    ['config.sessionOptions.sessionDurationMinutes has to be at least 5 minutes, but it is 1.'],
  ],
  [
    'true as text',
    'mountLogin',
    login({ enableShadowDOM: 'true' }),
    ["config.enableShadowDOM has to be true or false, but it is 'true'. Write true."],
  ],
  [
    'a redirect without a host',
    'mountLogin',
    login({ emailMagicLinksOptions: { loginRedirectURL: '/in' } }),
    ["config.emailMagicLinksOptions.loginRedirectURL has to be an absolute URL, such as https://example.com/in, but it is '/in'."],
  ],
  ['an option of the client', 'options', { timeout: '5 s' }, ["timeout has to be a number of milliseconds, but it is '5 s'."]],
  ['a negative time', 'options', { timeout: -1 }, ['timeout has to be at least 0 ms, which is no limit, but it is -1.']],
  ['NaN', 'options', { timeout: NaN }, ['timeout has to be a number of milliseconds, but it is NaN.']],
  ['no time limit', 'options', { timeout: 0 }, []],
  [
    'a backend beside a public token',
    'options',
    { backend: '/auth' },
    [
      'backend is not an option. The options are: customBaseUrl, endpointOptions, endpoints, dfppaUrl, dfpCdnUrl, cookieOptions, keepSessionAlive, nonce, timeout.',
    ],
  ],
  ['a backend on the same site', 'backendOptions', { backend: '/auth', timeout: 5000 }, []],
  ['a backend on another site', 'backendOptions', { backend: 'https://auth.example.com' }, []],
  [
    'a backend that is another site by mistake',
    'backendOptions',
    { backend: '//auth' },
    ["backend has to be a path of your own site, such as /auth, or an http(s) URL, but it is '//auth'."],
  ],
  [
    'an option of the provider beside a backend',
    'backendOptions',
    { backend: '/auth', customBaseUrl: 'https://a.example' },
    ['customBaseUrl is not an option. The options are: backend, keepSessionAlive, nonce, timeout.'],
  ],
  ['no time limit, as Infinity', 'options', { timeout: Infinity }, []],
  [
    'a code that never expires',
    'mountLogin',
    login({ products: ['otp'], otpOptions: { methods: ['sms'], expirationMinutes: Infinity } }),
    ['config.otpOptions.expirationMinutes has to be a finite number of minutes, but it is Infinity.'],
  ],
  ['a missing required option', 'mountResetPassword', {}, ['passwordResetToken is missing.']],
  [
    'an unknown method of a second factor',
    'mountSecondFactor',
    { methods: ['totp', 'recovery'] },
    ["methods[1] has to be one of 'totp', 'sms', 'recoveryCode', but it is 'recovery'."],
  ],
  ['one method of a second factor', 'mountSecondFactor', { methods: 'sms' }, ["methods has to be a list, but it is 'sms'. Write ['sms']."]],
  [
    'an option of the log-in',
    'mountSecondFactor',
    { authenticateByUrl: true },
    ['authenticateByUrl is not an option. The options are: styles, language, strings, callbacks, config, methods.'],
  ],
  ['an invalid token', 'mountResetPassword', { passwordResetToken: 7 }, ['passwordResetToken has to be a text, but it is 7.']],
  [
    'an invalid color',
    'mountLogin',
    { styles: { buttons: { primary: { textColor: 'banana' } } } },
    ["styles.buttons.primary.textColor is 'banana', which is not CSS for this place, and is ignored. Fix the value."],
  ],

  [
    'a misspelled message id',
    'mountLogin',
    { strings: { 'login.titel': 'Hi' } },
    ["strings['login.titel'] is not the id of a message, and has no effect. Write 'login.title'."],
  ],
  [
    'an unknown message id',
    'mountLogin',
    { strings: { x: 'Hi' } },
    ["strings['x'] is not the id of a message, and has no effect. The ids are those of latchkey/strings/en."],
  ],

  [
    'a passkey without a question that cannot come',
    'mountLogin',
    { config: { products: ['emailMagicLinks'], successURL: '/home', passkeyOptions: { upgrade: true } } },
    [
      "config.passkeyOptions.upgrade does nothing without 'passwords'. Add it to config.products.",
      "config.passkeyOptions.upgrade does nothing without 'passkeys'. Add it to config.products.",
      'config.passkeyOptions.upgrade does nothing with config.successURL, which leaves the page. Call client.webauthn.upgrade() on the next page.',
    ],
  ],
  [
    'passkeys alone',
    'mountLogin',
    login({ products: ['passkeys'] }),
    ["config.products has passkeys alone: a visitor without one cannot sign up. Add another product, such as 'emailMagicLinks'."],
  ],
  [
    'links and email codes',
    'mountLogin',
    login({ products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email'] } }),
    ["config.products has 'emailMagicLinks' and 'otp' with the method 'email': there can be one of the two. Take out one."],
  ],
  [
    'codes without a method',
    'mountLogin',
    login({ products: ['otp'] }),
    ["config.products has 'otp', but config.otpOptions.methods is empty: nothing shows. Write otpOptions: { methods: ['sms'] }."],
  ],
  [
    'social sign-in without a provider',
    'mountLogin',
    login({ products: ['oauth'] }),
    [
      "config.products has 'oauth', but config.oauthOptions.providers is empty: nothing shows. Write oauthOptions: { providers: [{ type: 'google' }] }.",
    ],
  ],
  [
    'options without their product',
    'mountLogin',
    login({ products: ['emailMagicLinks'], otpOptions: { methods: ['sms'] } }),
    ["config.otpOptions does nothing without its product. Add 'otp' to config.products."],
  ],
  [
    'a product twice',
    'mountLogin',
    login({ products: ['emailMagicLinks', 'emailMagicLinks'] }),
    ["config.products has 'emailMagicLinks' twice. It shows once: take one out."],
  ],
  [
    'One Tap of somebody else',
    'mountLogin',
    login({ products: ['oauth'], oauthOptions: { providers: [{ type: 'github', one_tap: true }] } }),
    ["config.oauthOptions.providers[0].one_tap is Google's alone, and the provider is 'github'. Take it out."],
  ],
]

for (const [what, subject, given, told] of cases) test(what, () => assert.equal(advice(subject, given), told))

test('advice for any value breaks nothing', () => {
  for (const given of [null, 7, 'x', [], () => {}, { config: [] }, { config: null }, { styles: 'red' }, { config: { products: null } }]) {
    for (const line of advice('mountLogin', given)) assert.match(line, / (has to be|is not an option)/)
  }
})

test('null counts as absent, and is not a fault', () => {
  assert.equal(advice('options', null), [])
  assert.equal(advice('options', { customBaseUrl: null, cookieOptions: { path: null } }), [])
  assert.equal(advice('mountLogin', { config: { products: null, otpOptions: null }, styles: null, strings: null, callbacks: null }), [])
})

test.run()
