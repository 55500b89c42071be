/**
 * Tests usage errors, which a call throws with an exact message before it sends anything
 * (docs/internals/protocol.md#usage-checks).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answers } from '../answers.ts'
import { methodOf } from '../b2b/member.ts'
import { openBrowser, rejection, settle, type Tab } from '../fakeBrowser.ts'
import { testUsage } from '../usageTable.ts'

type Client = ReturnType<Tab['client']>
const duration = { session_duration_minutes: 30 }
const DURATION = 'session_duration_minutes must be a number.'
const wrong = (value: unknown) => value as never

/** The method, the call, and what is wrong with it. */
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
  ['session.authenticate', (client) => client.session.authenticate({ session_duration_minutes: NaN }), DURATION],
  ['otps.authenticate', (client) => client.otps.authenticate('1', 'm', { session_duration_minutes: Infinity }), DURATION],
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

testUsage(test, 'usage.json', (left) => {
  const browser = openBrowser({ network: answers() })
  const client = browser.open({ left }).client()
  return {
    call: (method, args) => methodOf(client, method)(...args),
    sent: browser.calls,
  }
})

/**
 * Our own additional checks, for arguments that the provider would refuse with a vaguer message.
 */
const own: [method: string, args: unknown[], fault: string][] = [
  ['otps.authenticate', ['1', undefined, duration], 'method_id must be a string.'],
  ['session.authenticate', [{ session_duration_minutes: '30' }], DURATION],
  ['passwords.resetBySession', [{ password: 'p', session_duration_minutes: [] }], DURATION],
  ['webauthn.authenticate', [{ ...duration, conditional_mediation: 5 }], 'conditional_mediation must be a boolean.'],
  ['webauthn.authenticateImmediately', [{}], 'session_duration_minutes must be a number.'],
  ['webauthn.upgrade', [{ session_duration_minutes: '5' }], DURATION],
  ['webauthn.upgrade', [{ domain: 5 }], 'domain must be a string.'],
  ['oauth.googleOneTap.start', [{ login_redirect_url: 5 }], 'login_redirect_url must be a string.'],
  ['oauth.googleOneTap.start', [{ cancel_on_tap_outside: 'x' }], 'cancel_on_tap_outside must be a boolean.'],
]
for (const [method, args, fault] of own) {
  test(`${method}(${JSON.stringify(args).slice(1, -1)})`, async () => {
    const browser = openBrowser({ network: answers() })
    const client = browser.open().client()
    await settle()
    const before = browser.sent.length
    const { code, message } = await rejection(methodOf(client, method)(...args))
    assert.equal([code, message], ['usage', `Invalid call to latchkey.${method}\n${fault}`])
    assert.is(browser.sent.length, before)
  })
}

test('null counts as absent even without a check, and for whole options objects', async () => {
  const browser = openBrowser({ network: answers() })
  const client = browser.open().client()
  await settle()
  browser.sent.length = 0
  await client.session.authenticate({ session_duration_minutes: wrong(null) })
  await client.session.authenticate(wrong(null))
  await client.passwords.resetBySession({ password: 'p', session_duration_minutes: wrong(null) })
  await client.otps.sms.loginOrCreate('+14155550100', { expiration_minutes: wrong(null), locale: 'en' })
  await client.otps.email.send('ada@example.com', wrong(null))
  await client.cryptoWallets.authenticateStart({ crypto_wallet_address: 'a', crypto_wallet_type: 'solana', siwe_params: wrong(null) })
  // A host's data about a user is sent as it is.
  await client.user.update({ name: wrong(null), untrusted_metadata: { gone: null } })
  await client.session.revoke(wrong(null))
  assert.equal(
    browser.sent.filter(({ path }) => path !== '/events').map(({ body }) => body ?? null),
    [
      {},
      {},
      { password: 'p' },
      { locale: 'en', phone_number: '+14155550100' },
      { email: 'ada@example.com' },
      { crypto_wallet_address: 'a', crypto_wallet_type: 'solana' },
      { untrusted_metadata: { gone: null } },
      null,
    ],
  )
})
/** Ids that would lead to another call (URL, section 4.4), or that cannot be part of a URL. */
const noIds = ['', '.', '..', undefined, null, 7, {}, ['a'], '\ud800', 'a\udfff']

for (const method of [
  'user.deleteEmail',
  'user.deletePhoneNumber',
  'user.deleteTOTP',
  'user.deleteCryptoWallet',
  'user.deleteOAuthRegistration',
  'user.deleteWebauthnRegistration',
  'user.deleteBiometricRegistration',
  'user.revokedConnectedApp',
  'webauthn.update',
]) {
  test(`${method}: an id is checked before it becomes part of a URL`, async () => {
    const browser = openBrowser({ network: answers() })
    const client = browser.open().client()
    await settle()
    const before = browser.sent.length
    const [namespace, name] = method.split('.') as [string, string]
    const call = (id: unknown) =>
      (client as any)[namespace][name](method === 'webauthn.update' ? { webauthn_registration_id: id, name: 'x' } : id)
    const field = method === 'webauthn.update' ? 'webauthn_registration_id' : 'id'
    for (const id of noIds) {
      const { code, message } = await rejection(call(id))
      assert.equal(
        [code, message],
        ['usage', `Invalid call to latchkey.${method}\n${field} must be a string other than '', '.' and '..'.`],
        `${id}`,
      )
    }
    assert.is(browser.sent.length, before)
    for (const id of ['...', '.a', '%2e%2e', 'a/../b', '\ud83d\ude00']) await call(id)
    assert.equal(
      browser.sent.slice(before).map(({ path }) => path.replace('/revoke', '').split('/').at(-1)),
      ['...', '.a', '%252e%252e', 'a%2F..%2Fb', '%F0%9F%98%80'],
    )
  })
}

test('webauthn.update of nothing', async () => {
  const client = openBrowser({ network: answers() }).open().client()
  assert.is((await rejection(client.webauthn.update(wrong(undefined)))).code, 'usage')
})

test('oauth: a sign-in starts at exactly one provider', async () => {
  const browser = openBrowser({ network: answers() })
  const tab = browser.open()
  const oauth = tab.client().oauth as unknown as Record<string, { start(): Promise<void> }>
  for (const provider of ['', '.', '..']) {
    const { code, message } = await rejection(oauth[provider]!.start())
    assert.equal([code, message], ['usage', "Invalid call to startOAuthFlow\nprovider must be a string other than '', '.' and '..'."])
  }
})

test('updateSession accepts null instead of a JWT', () => {
  const tab = openBrowser({ network: answers() }).open()
  const client = tab.client()
  client.session.updateSession({ session_token: 'old', session_jwt: 'old' })
  client.session.updateSession({ session_token: 'token', session_jwt: null })
  assert.is(tab.window.document.cookie, 'stytch_session=token')
})

const misgiven: [field: string, tokens: unknown][] = [
  ...[undefined, null, {}, { session_token: 5 }, { session_jwt: 'j' }].map((tokens): [string, unknown] => ['session_token', tokens]),
  ['session_jwt', { session_token: 't', session_jwt: {} }],
]
for (const [field, tokens] of misgiven) {
  test(`session.updateSession(${JSON.stringify(tokens)}) throws synchronously`, () => {
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

test("nothing is checked that the provider's SDK does not check", async () => {
  const client = openBrowser({ network: answers() }).open().client()
  await client.otps.sms.loginOrCreate(wrong(undefined))
  await client.magicLinks.email.send(wrong(5))
})

test.run()
