/**
 * Tests that a host's option of another kind than it should be counts as absent: the widget opens,
 * and the form works as without it.
 */
import { closeAll, idle, newClient, open, provider, reported, sent } from '../harness/login.ts'
import { until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig, LoginProps } from '../../src/widget/publicTypes.ts'
import { configKinds } from '../../src/ui/host/optionKinds.ts'
import type { ClientOptions } from '../../src/client/publicTypes.ts'

const test = suite('odd options')
test.after.each(closeAll)

const odd: [what: string, value: unknown][] = [
  ['an object', {}],
  ['an object without a prototype', { __proto__: null, a: 1 }],
  ['a list', [[]]],
  ['a symbol', Symbol('odd')],
  ['a big integer', 5n],
  ['a function', () => {}],
  ['true', true],
  ['a date', new Date(0)],
]

/** Returns options with the same odd value in all of these names. */
const all = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]))

/** The same for each option of a product that is a text or a number. */
const allOf = (product: 'emailMagicLinksOptions' | 'otpOptions' | 'passwordOptions', value: unknown) =>
  all(
    Object.entries(configKinds[product]).flatMap(([name, kind]) => (kind === 'flag' || kind === 'choices' ? [] : [name])),
    value,
  )

interface Form {
  config: (value: unknown) => object
  field: string
  text: string
  press: string
  route: string
  body: object
}

const forms: Record<string, Form> = {
  'a link': {
    config: (value) => ({
      products: ['emailMagicLinks'],
      emailMagicLinksOptions: allOf('emailMagicLinksOptions', value),
    }),
    field: '#email-input',
    text: 'ada@example.com',
    press: 'Continue with email',
    route: 'POST /magic_links/email/login_or_create',
    body: { email: 'ada@example.com', login_expiration_minutes: 30, signup_expiration_minutes: 30 },
  },
  'a code': {
    config: (value) => ({
      products: ['otp'],
      otpOptions: { methods: ['email'], ...allOf('otpOptions', value) },
    }),
    field: '#email-input',
    text: 'ada@example.com',
    press: 'Continue with email',
    route: 'POST /otps/email/login_or_create',
    body: { email: 'ada@example.com', expiration_minutes: 5 },
  },
  'a number': {
    config: (value) => ({ products: ['otp'], otpOptions: { methods: ['sms'], expirationMinutes: value } }),
    field: '#phone-input',
    text: '(415) 555-2671',
    press: 'Continue with text message',
    route: 'POST /otps/sms/login_or_create',
    body: { phone_number: '+14155552671', expiration_minutes: 5 },
  },
  'a new password': {
    config: (value) => ({
      products: ['passwords'],
      passwordOptions: allOf('passwordOptions', value),
    }),
    field: '#email-input',
    text: 'ada@example.com',
    press: 'Continue with email',
    route: 'POST /passwords/email/reset/start',
    body: { email: 'ada@example.com', reset_password_expiration_minutes: 30 },
  },
}

for (const [what, value] of odd) {
  for (const [name, { config, field, text, press, route, body }] of Object.entries(forms)) {
    test(`${name}, with ${what} in each option: sent as without them`, async () => {
      if (name === 'a new password') provider.seed({ users: [{ emails: [{ email: text }] }] })
      const more = {
        prefill: { email: value, phone: value },
        legal: { termsURL: value, privacyURL: value },
        successURL: value,
        sessionOptions: { sessionDurationMinutes: value },
        passkeyOptions: { domain: value },
      }
      const login = await open({
        config: { ...more, ...config(value) } as LoginConfig,
        styles: { logo: { logoImageUrl: value as string } },
      })
      assert.is(login.find<HTMLInputElement>(field)!.value, '')
      await login.type(field, text)
      await login.press(press)
      await until(() => sent(route).length, route)
      const { code_challenge, ...rest } = sent(route)[0]
      assert.equal(rest, body)
      await idle()
      assert.equal([login.errors, reported], [[], []])
    })
  }

  test(`${what} instead of products, texts and styles: the widget as it is without them`, async () => {
    for (const props of [
      // a list without a name is a list without products
      { config: { products: Array.isArray(value) ? undefined : value } },
      { config: value },
      { config: { products: [value, 'emailMagicLinks'] } },
      { styles: value },
      { styles: { colors: value, container: { width: value }, hideHeaderText: undefined } },
      { strings: value },
      { strings: { 'login.title': value, 'button.emailLogin': value } },
    ]) {
      const login = await open(props as LoginProps)
      await login.see('Sign up or log in')
      assert.ok(login.button('Continue with email'), JSON.stringify(Object.keys(props)))
      await closeAll()
    }
  })

  test(`${what} instead of a product's lists: what is left of the configuration`, async () => {
    for (const config of [
      { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: value } },
      { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: value } },
      { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [value, { type: value }] } },
      { products: ['passwords'], otpOptions: { methods: value }, passwordOptions: value, oauthOptions: value },
    ]) {
      const login = await open({ config: config as LoginConfig })
      await login.see('Continue with email')
      assert.equal([login.errors, reported], [[], []])
      await closeAll()
    }
  })

  test(`${what} in the options of a client: a client as without them`, async () => {
    const given = {
      ...all(['dfppaUrl', 'dfpCdnUrl', 'nonce', 'timeout', 'keepSessionAlive'], value),
      endpointOptions: all(['testApiDomain', 'dfppaDomain', 'dfpCdnDomain'], value),
      endpoints: all(['testAPIURL', 'dfpBackendURL', 'recaptchaURL', 'googleURL'], value),
      cookieOptions: all(['opaqueTokenCookieName', 'jwtCookieName', 'istCookieName', 'path', 'domain'], value),
    }
    const client = newClient(given as ClientOptions)
    provider.seed({ users: [{ emails: [{ email: 'ada@example.com' }], password: 'fjord-violin-walnut-72' }] })
    await client.passwords.authenticate({ email: 'ada@example.com', password: 'fjord-violin-walnut-72', session_duration_minutes: 30 })
    assert.match(document.cookie, /(^|; )stytch_session=/)
    client.destroy()
  })
}

test('numbers for minutes that nobody can mean are those without the option', async () => {
  for (const value of [NaN, Infinity, -1, 0, '', 'soon']) {
    const login = await open({ config: { products: ['otp'], otpOptions: { methods: ['email'], expirationMinutes: value as number } } })
    await login.type('#email-input', 'ada@example.com')
    await login.press('Continue with email')
    await until(() => sent('POST /otps/email/login_or_create').length, 'the call')
    assert.is(sent('POST /otps/email/login_or_create')[0].expiration_minutes, 5)
    await closeAll()
  }
})

test.run()
