/**
 * Tests what the namespaces do beside sending: proof keys of reset mails, SIWE parameters, what a
 * host gets, and changes of the user and the session.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../src/tools/emulator/index.ts'
import { answers, auth, bootstrap, json, ok, refusal, user } from './answers.ts'
import { KEY, openBrowser, PT, rejection, settle, type Network } from './fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }
const open = (settings: object | null = {}, routes: Record<string, Network> = {}) => {
  const browser = openBrowser({
    network: answers({
      [`GET /projects/bootstrap/${PT}`]: () => (settings ? ok(bootstrap(settings)) : json({}, 500)),
      ...routes,
    }),
  })
  const tab = browser.open()
  const body = (path: string) => browser.to(path).at(-1)?.body as Record<string, unknown> | undefined
  return { browser, tab, client: tab.client(), body }
}

const ethereum = { crypto_wallet_address: '0xabc', crypto_wallet_type: 'ethereum' }
const solana = { crypto_wallet_address: 'abc', crypto_wallet_type: 'solana' }
for (const [name, settings, wallet, given, expected] of [
  ['required', { siwe_required_for_crypto_wallets: true }, ethereum, undefined, { uri: 'https://app.example.com' }],
  [
    'required, with the host’s own',
    { siwe_required_for_crypto_wallets: true },
    ethereum,
    { uri: 'https://a.test', chain_id: '5' },
    { uri: 'https://a.test', chain_id: '5' },
  ],
  ['required, but on Solana', { siwe_required_for_crypto_wallets: true }, solana, { chain_id: '5' }, undefined],
  ['not required', { siwe_required_for_crypto_wallets: false }, ethereum, { chain_id: '5' }, undefined],
  ['unknown', null, ethereum, undefined, { uri: 'https://app.example.com' }],
] as const) {
  test(`Sign-In with Ethereum ${name}: siwe_params ${JSON.stringify(expected)}`, async () => {
    const { client, body } = open(settings)
    await client.cryptoWallets.authenticateStart({ ...wallet, siwe_params: given })
    assert.equal(body('/crypto_wallets'), expected ? { ...wallet, siwe_params: expected } : wallet)
  })
}

test('a reset mail has the proof key of its kind, which is spent with the new password', async () => {
  const { browser, client, body } = open({ pkce_required_for_password_resets: true })
  await client.passwords.resetByEmailStart({ email: 'ada@example.com', login_expiration_minutes: 5 })
  const start = body('/passwords/email/reset/start')!
  assert.equal(Object.keys(start).sort(), ['code_challenge', 'email'])
  browser.network = answers({ 'POST /passwords/email/reset': () => refusal(401, 'breached_password') })
  await rejection(client.passwords.resetByEmail({ token: 't', password: 'p', ...duration }))
  const first = body('/passwords/email/reset')!.code_verifier as string
  assert.match(first, /^[\w-]{43}$/)
  browser.network = answers()
  await client.passwords.resetByEmail({ token: 't', password: 'q', ...duration })
  assert.is(body('/passwords/email/reset')!.code_verifier, first)
  assert.not(browser.stored.has(`${KEY}::PKCE_VERIFIER:passwords`))
})

test('a reset request with usage errors makes no proof key', async () => {
  const { browser, client } = open({ pkce_required_for_password_resets: true })
  await settle()
  for (const wrong of [undefined, null, {}]) assert.is((await rejection(client.passwords.resetByEmailStart(wrong as never))).code, 'usage')
  assert.not(browser.stored.has(`${KEY}::PKCE_VERIFIER:passwords`))
})

test("__user stays internal, except where the provider's SDK returns it", async () => {
  const whole = () => ok({ ...auth(), __user: user('user-test-2') })
  const { client } = open(
    {},
    Object.fromEntries(
      [
        '/sessions/attest',
        '/passwords/session/reset',
        '/impersonation/authenticate',
        '/passwords',
        '/totps/authenticate',
        '/sessions/exchange_access_token',
      ].map((path) => [`POST ${path}`, whole]),
    ),
  )
  for (const answer of [
    await client.session.attest({ profile_id: 'p', token: 't' }),
    await client.passwords.resetBySession({ password: 'p' }),
    await client.impersonation.authenticate({ impersonation_token: 't' }),
  ])
    assert.is(answer.__user!.user_id, 'user-test-2')
  for (const answer of [
    await client.passwords.create({ email: 'a', password: 'p', ...duration }),
    await client.totps.authenticate({ totp_code: '1', ...duration }),
    await client.session.exchangeAccessToken({ access_token: 'a', ...duration }),
  ])
    assert.not('__user' in answer)
})

test('a change of the user has taken effect when its promise resolves, and is not in the answer', async () => {
  const { client } = open(
    {},
    { 'DELETE /users/emails/e-1': () => ok({ user_id: 'user-test-1', __user: user('user-test-1', { roles: ['changed'] }) }) },
  )
  await client.otps.authenticate('1', 'm', duration)
  const seen: unknown[] = []
  client.user.onChange((now) => seen.push(now?.roles))
  const answer = await client.user.deleteEmail('e-1')
  assert.equal(Object.keys(answer).sort(), ['request_id', 'status_code', 'user_id'])
  assert.equal(seen, [['changed']])
})

test('an id is one segment of the path, whatever it contains', async () => {
  const { browser, client } = open()
  await client.user.deleteEmail('../me?x#y').catch(() => {})
  assert.is(browser.to('/users/emails/')[0]!.path, '/users/emails/..%2Fme%3Fx%23y')
})

test("every call that signs in makes the session this browser's", async () => {
  const emulator = createEmulator()
  const { browser, client } = open()
  browser.network = ({ url, init }) => emulator.fetch(new Request(url, init))
  await client.passwords.create({ email: 'ada@example.com', password: 'a sentence that nobody says 7', ...duration })
  const { secret } = await client.totps.create({ expiration_minutes: 5 })
  assert.match(secret, /^[A-Z2-7]+$/)
  assert.is(client.user.getSync()!.totps.length, 1)
  const { name } = await client.user.update({ name: { first_name: 'Ada' } }).then(() => client.user.getSync()!)
  assert.is(name.first_name, 'Ada')
  assert.equal((await client.user.getConnectedApps()).connected_apps, [])
  await client.session.revoke()
  assert.is(client.user.getSync(), null)
  await client.passwords.authenticate({ email: 'ada@example.com', password: 'a sentence that nobody says 7', ...duration })
  assert.is(client.session.getSync()!.user_id, client.user.getSync()!.user_id)
  assert.equal(emulator.crashes(), [])
})

test.run()
