/** Usage errors (spec section 5, wire.md 1.3): before anything is sent, with the exact message. */
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answers } from './answers.ts'
import { openBrowser, rejection, settle, type Tab } from './tabs.ts'

type Client = ReturnType<Tab['client']>
const duration = { session_duration_minutes: 30 }
const DURATION = 'session_duration_minutes must be a number.'
const wrong = (value: unknown) => value as never

/** Method, call, and what is wrong with it. */
const rows: [string, (client: Client) => Promise<unknown>, string][] = [
  ['magicLinks.authenticate', (client) => client.magicLinks.authenticate(wrong(undefined), duration), 'Token must be a string.'],
  ['magicLinks.authenticate', (client) => client.magicLinks.authenticate(wrong(5), duration), 'Token must be a string.'],
  ['magicLinks.authenticate', (client) => client.magicLinks.authenticate('t', wrong(undefined)), DURATION],
  ['magicLinks.authenticate', (client) => client.magicLinks.authenticate('t', wrong({})), DURATION],
  ['magicLinks.authenticate', (client) => client.magicLinks.authenticate('t', wrong({ session_duration_minutes: '30' })), DURATION],
  ['otps.authenticate', (client) => client.otps.authenticate(wrong(123456), 'm', duration), 'Code must be a string.'],
  ['otps.authenticate', (client) => client.otps.authenticate(wrong(null), 'm', duration), 'Code must be a string.'],
  ['otps.authenticate', (client) => client.otps.authenticate('1', wrong({}), duration), 'method_id must be a string.'],
  ['otps.authenticate', (client) => client.otps.authenticate('1', 'm', wrong(null)), DURATION],
  ['session.authenticate', (client) => client.session.authenticate({ session_duration_minutes: wrong('30') }), DURATION],
  ['session.authenticate', (client) => client.session.authenticate({ session_duration_minutes: wrong(null) }), DURATION],
]

for (const [method, call, fault] of rows) {
  test(`${method}: ${call.toString().replace(/^.*? => client\./, '')}`, async () => {
    const browser = openBrowser({ network: answers() })
    const tab = browser.open()
    const client = tab.client()
    await settle()
    const before = browser.sent.length
    const error = await rejection(call(client))
    assert.is(error.message, `Invalid call to latchkey.${method}\n${fault}`)
    assert.is(error.name, 'LatchkeySDKUsageError')
    assert.is(error.code, 'usage')
    assert.instance(error, tab.latchkey.LatchkeySDKUsageError)
    assert.is(browser.sent.length, before)
  })
}

/** What must be given, by spec section 5; the good arguments are those of test/wire/calls.json. */
const required: Record<string, Record<string, string>> = {
  'oauth.authenticate': { token: 'Token must be a string.', session_duration_minutes: DURATION },
  'passwords.create': { email: 'email', password: 'password', session_duration_minutes: DURATION },
  'passwords.authenticate': { email: 'email', password: 'password', session_duration_minutes: DURATION },
  'passwords.resetByEmailStart': { email: 'email' },
  'passwords.resetByEmail': { token: 'token', password: 'password', session_duration_minutes: DURATION },
  'passwords.resetByExistingPassword': {
    email: 'email',
    existing_password: 'existing_password',
    new_password: 'new_password',
    session_duration_minutes: DURATION,
  },
  'passwords.resetBySession': { password: 'password' },
  'cryptoWallets.authenticate': {
    crypto_wallet_address: 'crypto_wallet_address',
    crypto_wallet_type: 'crypto_wallet_type',
    signature: 'signature',
    session_duration_minutes: DURATION,
  },
  'totps.create': { expiration_minutes: 'expiration_minutes must be a number.' },
  'totps.authenticate': { totp_code: 'totp_code', session_duration_minutes: DURATION },
  'totps.recover': { recovery_code: 'recovery_code', session_duration_minutes: DURATION },
  'session.exchangeAccessToken': { access_token: 'access_token', session_duration_minutes: DURATION },
  'session.attest': { profile_id: 'profile_id', token: 'token' },
  'impersonation.authenticate': { impersonation_token: 'impersonation_token' },
}

const calls = JSON.parse(readFileSync(new URL('../wire/calls.json', import.meta.url), 'utf8')) as { call: string; args: unknown[] }[]

for (const [method, fields] of Object.entries(required)) {
  for (const [field, fault] of Object.entries(fields)) {
    test(`${method} without ${field}, or with one of another type`, async () => {
      const { args } = calls.find(({ call }) => call === method)!
      const browser = openBrowser({ network: answers() })
      const client = browser.open().client()
      await settle()
      const before = browser.sent.length
      for (const bad of [undefined, null, {}, []]) {
        // the token of oauth.authenticate is the one that stands alone
        const given = args.map((arg) => (typeof arg === 'object' ? { ...arg, [field]: bad } : field === 'token' ? bad : arg))
        const call = method.split('.').reduce((found: any, name) => found[name], client) as (...args: unknown[]) => Promise<unknown>
        const { code, message } = await rejection(call(...given))
        const words = fault.includes(' ') ? fault : `${fault} must be a string.`
        assert.equal([code, message], ['usage', `Invalid call to latchkey.${method}\n${words}`])
      }
      assert.is(browser.sent.length, before)
    })
  }
}

const KINDS = { string: 'a string', number: 'a number', boolean: 'a boolean', object: 'an object' } as const

/** What may be left out, and is checked where it is given; and all of webauthn, of whose calls a host gives neither body. */
const optional: Record<string, [good: object, fields: Record<string, keyof typeof KINDS>]> = {
  'passwords.resetByEmailStart': [
    { email: 'a' },
    {
      login_redirect_url: 'string',
      reset_password_redirect_url: 'string',
      reset_password_expiration_minutes: 'number',
      reset_password_template_id: 'string',
      locale: 'string',
    },
  ],
  'passwords.resetBySession': [{ password: 'p' }, { session_duration_minutes: 'number' }],
  'passwords.strengthCheck': [{ password: 'p' }, { email: 'string' }],
  'session.attest': [{ profile_id: 'p', token: 't' }, { session_duration_minutes: 'number' }],
  'webauthn.register': [
    {},
    {
      session_duration_minutes: 'number',
      domain: 'string',
      authenticator_type: 'string',
      is_passkey: 'boolean',
      override_id: 'string',
      override_name: 'string',
      override_display_name: 'string',
      use_base64_url_encoding: 'boolean',
    },
  ],
  'webauthn.authenticate': [
    duration,
    {
      session_duration_minutes: 'number',
      domain: 'string',
      is_passkey: 'boolean',
      conditional_mediation: 'boolean',
      signal: 'object',
    },
  ],
}

for (const [method, [good, fields]] of Object.entries(optional)) {
  for (const [field, kind] of Object.entries(fields)) {
    test(`${method} with a ${field} of another type`, async () => {
      const browser = openBrowser({ network: answers() })
      const client = browser.open().client()
      await settle()
      const before = browser.sent.length
      for (const bad of [null, [], kind === 'string' ? 5 : 'x']) {
        const call = method.split('.').reduce((found: any, name) => found[name], client) as (options: object) => Promise<unknown>
        const { code, message } = await rejection(call({ ...good, [field]: bad }))
        assert.equal([code, message], ['usage', `Invalid call to latchkey.${method}\n${field} must be ${KINDS[kind]}.`])
      }
      assert.is(browser.sent.length, before)
    })
  }
}

const misgiven: [field: string, tokens: unknown][] = [
  ...[undefined, null, {}, { session_token: 5 }, { session_jwt: 'j' }].map((tokens): [string, unknown] => ['session_token', tokens]),
  ['session_jwt', { session_token: 't', session_jwt: {} }],
]
for (const [field, tokens] of misgiven) {
  test(`session.updateSession(${JSON.stringify(tokens)}) throws at once`, () => {
    const tab = openBrowser({ network: answers() }).open()
    const client = tab.client()
    tab.cookieWrites.length = 0
    try {
      client.session.updateSession(wrong(tokens))
      assert.unreachable()
    } catch (error: any) {
      assert.is(error.message, 'Invalid call to latchkey.session.updateSession\n' + field + ' must be a string.')
      assert.is(error.name, 'LatchkeySDKUsageError')
      assert.is(error.code, 'usage')
    }
    assert.equal(tab.cookieWrites, [])
  })
}

test('nothing is checked where the provider’s SDK checks nothing', async () => {
  const client = openBrowser({ network: answers() }).open().client()
  await client.otps.sms.loginOrCreate(wrong(undefined))
  await client.magicLinks.email.send(wrong(5))
})

test.run()
