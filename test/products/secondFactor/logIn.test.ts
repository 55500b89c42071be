/**
 * Tests the second factor that a host's own server asks for before it begins a session, after every
 * kind of first factor.
 */
import { closeAll, idle, mail, newParent, open, provider, recording, sent, type Login } from '../../harness/login.ts'
import { screenIn, until } from '../../harness/screen.ts'
import { en } from '../../../src/strings/en.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../../src/client/core.ts'
import { LatchkeyClient } from '../../../src/entries/index.ts'
import { installPasskeys } from '../../../src/tools/playground/softwarePasskeys.ts'
import { announceEthereum, createEthereumWallet } from '../../../src/tools/testing/softwareWallets.ts'
import { secondFactor } from '../../../src/widget/laterChunks.ts'
import { appCode, CODE, email, password, RECOVERY, totp, APP, rows } from './setUp.ts'

const test = suite('a second factor before the session')

const DONE = 'You have successfully logged in.'
const EXPIRED = 'This log-in has expired, because it took too long. Please log in again.'
const ends: (() => void)[] = []

test.before(async () => {
  await secondFactor.load()
})
test.after.each(async () => {
  for (const end of ends.splice(0)) end()
  await closeAll()
})

const newClient = () => {
  const client = new LatchkeyClient({ backend: 'http://provider.test' })
  ends.push(client.destroy)
  return client
}

/** A user with an app, at a server that asks for it first. */
const demand = (project: object = {}) => {
  provider.project({ backend: true, second_factor: 'before_session', ...project })
  provider.seed({ users: [{ emails: [{ email }], password, totp }] })
}

/** The log-in by password, as far as the first factor. */
const byPassword = async (login: Login) => {
  await login.type('input[type=email]', email)
  await login.press('Continue with email')
  await login.type('#password-input', password)
  await login.press('Continue')
}

const arrive = (config: object = { products: ['passwords'] }, more: object = {}) =>
  open({ client: newClient(), config: { sessionOptions: { sessionDurationMinutes: 45 }, ...config }, ...more })

const types = ({ events }: Login) => events.map(({ type }) => type)

const provesTheApp = async (login: Login, first: string[]) => {
  await login.see(APP)
  assert.is(login.client.session.getSync(), null)
  assert.equal(types(login), first)
  await login.type(CODE, appCode())
  await login.see(DONE)
  await until(() => types(login).at(-1) === 'AUTHENTICATE_FLOW_COMPLETE', 'the end of the flow')
  assert.equal(types(login), [...first, 'SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.is(login.client.session.getSync()!.authentication_factors.length, 2)
  assert.equal(login.errors, [])
  assert.equal([document.cookie, JSON.stringify(login.events).includes('eyJ')], ['', false])
}

test('after a password', async () => {
  demand()
  const login = await arrive()
  await byPassword(login)
  await provesTheApp(login, [])
  assert.equal(
    sent('POST /totps/authenticate').map(({ totp_code, ...rest }) => rest),
    [{ session_duration_minutes: 45 }],
  )
})

test('after a code by email', async () => {
  demand()
  const login = await arrive({ products: ['otp'], otpOptions: { methods: ['email'] } })
  await login.type('input[type=email]', email)
  await login.press('Continue with email')
  await login.see('Enter passcode')
  await login.type(CODE, (await mail()).code!)
  await provesTheApp(login, ['OTP_LOGIN_OR_CREATE'])
})

test('after a link by email', async () => {
  demand()
  const login = await arrive({ products: ['emailMagicLinks'] })
  await login.type('input[type=email]', email)
  await login.press('Continue with email')
  const { url } = await mail()
  history.replaceState(null, '', new URL(url!).search)
  const opened = await open({ client: newClient(), authenticateByUrl: true })
  await provesTheApp(opened, [])
  assert.is(location.search, '')
})

test('after a new password', async () => {
  demand()
  const client = newClient()
  await client.passwords.resetByEmailStart({ email })
  const token = new URL((await mail()).url!).searchParams.get('token')!
  const parent = newParent()
  const { callbacks, events } = recording()
  client.mountResetPassword({ elementId: parent, passwordResetToken: token, callbacks, strings: en })
  const screen = screenIn(parent)
  await screen.type('input[autocomplete=new-password]', 'another sentence nobody says 8')
  await until(() => screen.all('button[type=submit]:not([aria-disabled=true])').length, 'a strong password')
  screen.find('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await screen.see(APP)
  assert.equal([events, client.session.getSync()], [[], null])
  await screen.type(CODE, appCode())
  await screen.see(DONE)
  assert.ok(client.session.getSync())
})

test('after a sign-in with another provider', async () => {
  demand()
  const start = await provider.fetch(
    new Request('http://provider.test/v1/public/oauth/google/start?login_redirect_url=http://localhost/in'),
  )
  const allow = /href="([^"]*email=[^"]*)"/.exec(await start.text())![1]!.replaceAll('&amp;', '&')
  const back = await provider.fetch(new Request(new URL(allow, 'http://provider.test'), { redirect: 'manual' }))
  history.replaceState(null, '', new URL(back.headers.get('location')!).search)
  const login = await arrive({ products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }] } }, { authenticateByUrl: true })
  // it did not begin in this browser
  await login.press('Log in')
  await provesTheApp(login, [])
})

test('after a passkey', async () => {
  const device = installPasskeys()
  ends.push(device.remove)
  provider.project({ backend: true })
  provider.seed({ users: [{ emails: [{ email }], password, totp }] })
  const before = newClient()
  await before.passwords.authenticate({ email, password, session_duration_minutes: 30 })
  await before.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
  await before.session.revoke()
  provider.project({ second_factor: 'before_session' })
  const login = await arrive({ products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } })
  await login.press('Login with a Passkey')
  await provesTheApp(login, [])
})

test('after a wallet', async () => {
  provider.project({ backend: true })
  const wallet = createEthereumWallet()
  ends.push(announceEthereum(wallet, { name: 'MetaMask', rdns: 'io.metamask' }))
  const config = { products: ['crypto', 'emailMagicLinks'] }
  const before = await arrive(config)
  await before.press('Continue with Metamask')
  await before.see('Success!')
  const { user_id } = before.client.user.getSync()!
  await before.client.session.revoke()
  before.handle.unmount()
  // which way was used last
  localStorage.clear()
  provider.seed({ users: [] })
  await addApp(user_id)
  provider.project({ second_factor: 'before_session' })
  const login = await arrive(config)
  await login.press('Continue with Metamask')
  await provesTheApp(login, ['CRYPTO_WALLET_AUTHENTICATE_START'])
})

/** Gives a user the authenticator app, by the API for servers. */
const addApp = async (user_id: string) => {
  const state = provider.state()
  const users = state.stores.users as [string, { user_id: string; totps: object[] }][]
  const [, user] = users.find(([, { user_id: id }]) => id === user_id)!
  user.totps.push({ totp_id: 'totp-test-1', verified: true })
  ;(state.stores.authenticators as unknown[]).push([
    'totp-test-1',
    { secret: totp.secret, recoveryCodes: totp.recovery_codes, confirmBy: 0, takenStep: 0 },
  ])
  provider.state(state)
}

test('a recovery code in place of the app, on a device that is trusted from then on', async () => {
  demand()
  const login = await arrive()
  await byPassword(login)
  await login.see(APP)
  assert.equal(rows(login), ['Recovery code'])
  await login.press('Recovery code')
  await login.see('Enter one of the recovery codes')
  assert.equal(rows(login), ['Authenticator app'])
  login.find<HTMLInputElement>('input[type=checkbox]')!.click()
  await login.type(RECOVERY, `\u200b2. ${totp.recovery_codes[0]!.replace('-', '\u2011')}`)
  await login.press('Continue')
  await login.see('Recovery code accepted')
  assert.equal(sent('POST /totps/recover'), [{ recovery_code: totp.recovery_codes[0], session_duration_minutes: 45, trust_device: true }])
  await login.press('Continue')
  await login.see(DONE)
  await until(() => types(login).length > 1, 'the end of the flow')
  assert.equal(types(login), ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  await login.client.session.revoke()
  login.handle.unmount()
  const again = await arrive()
  await byPassword(again)
  await again.see('Success!')
  await until(() => types(again).length > 1, 'the end of the flow')
  assert.equal(types(again), ['PASSWORD_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
})

test('the box for a device is there only where the server trusts devices, and is sent only when it is checked', async () => {
  demand({ trusted_devices: false })
  const login = await arrive()
  await byPassword(login)
  await login.see(APP)
  assert.is(login.find('input[type=checkbox]'), null)
  await login.press('Back')
  await login.see('Continue')
  provider.project({ trusted_devices: true })
  await byPassword(login)
  await login.see('Trust this device')
  const box = login.find<HTMLInputElement>('input[type=checkbox]')!
  assert.is(box.checked, false)
  box.click()
  await login.type(CODE, appCode())
  await login.see(DONE)
  assert.is(sent('POST /totps/authenticate')[0].trust_device, true)
})

test('a wrong code is told, and what the visitor has chosen stays', async () => {
  demand()
  const login = await arrive()
  await byPassword(login)
  await login.see('Trust this device')
  login.find<HTMLInputElement>('input[type=checkbox]')!.click()
  await login.type(CODE, appCode() === '000000' ? '111111' : '000000')
  await login.see('This is not the code that your app shows now.')
  assert.is(login.find<HTMLInputElement>('input[type=checkbox]')!.checked, true)
  await login.type(CODE, appCode())
  await login.see(DONE)
  assert.equal(
    sent('POST /totps/authenticate').map(({ trust_device }) => trust_device),
    [true, true],
  )
})

for (const [what, lose] of [
  ['took too long', () => provider.clock.advance(11 * 60_000)],
  [
    'was in a browser that has dropped its cookies',
    () =>
      provider.faults([
        {
          route: 'POST /totps/authenticate',
          status: 401,
          body: { status_code: 401, error_type: 'user_unauthenticated', error_message: 'No.' },
        },
      ]),
  ],
] as const) {
  test(`a log-in that ${what} says so, and leads back to the start`, async () => {
    demand()
    const login = await arrive()
    await byPassword(login)
    await login.see(APP)
    lose()
    await login.type(CODE, appCode())
    await login.see(EXPIRED)
    assert.is(login.errors.length, 1)
    await login.press('Try again')
    provider.faults([])
    await byPassword(login)
    await login.type(CODE, appCode())
    await login.see(DONE)
  })
}

test('a server that asks for another second factor after the first one leads on to it', async () => {
  demand()
  const data = { request_id: 'request-id-test-1', status_code: 200, second_factor_required: true, methods: ['backup_code'] }
  const login = await arrive()
  await byPassword(login)
  await login.see(APP)
  provider.faults([{ route: 'POST /totps/authenticate', status: 200, body: { data } }])
  await login.type(CODE, appCode())
  await login.see('Enter one of the recovery codes')
  assert.equal(rows(login), [])
  assert.equal([types(login), login.client.session.getSync()], [[], null])
})

test('who is in an account already stays in it until the second factor', async () => {
  demand()
  provider.seed({ users: [{ emails: [{ email: 'bob@example.com' }], password }] })
  const client = newClient()
  await client.passwords.authenticate({ email: 'bob@example.com', password, session_duration_minutes: 30 })
  const { user_id } = client.user.getSync()!
  const login = await open({ client, config: { products: ['passwords'] } })
  await byPassword(login)
  await login.see(APP)
  assert.is(client.user.getSync()!.user_id, user_id)
  await login.type(CODE, appCode())
  await login.see(DONE)
  assert.is.not(client.user.getSync()!.user_id, user_id)
})

test('a server that asks for what the widget does not have leads to a sentence, and says so on the console', async () => {
  provider.project({ backend: true })
  const { warn } = console
  const said: string[] = []
  console.warn = (text) => void said.push(text)
  ends.push(() => (console.warn = warn))
  provider.seed({ users: [{ emails: [{ email }], password }] })
  const data = { request_id: 'request-id-test-1', status_code: 200, second_factor_required: true, methods: ['retina'] }
  provider.faults([{ route: 'POST /passwords/authenticate', status: 200, body: { data } }])
  const login = await arrive()
  await byPassword(login)
  await login.see('That did not work')
  assert.match(said.join('\n'), /asks for a second factor, but by neither totp nor backup_code/)
})

test('the visitor leaves during the call: nothing follows', async () => {
  demand()
  provider.faults([{ route: 'POST /passwords/authenticate', hold: 'first' }])
  const login = await arrive()
  await byPassword(login)
  await until(() => sent('POST /passwords/authenticate').length, 'the call')
  await login.press('Back')
  provider.release('first')
  await idle()
  assert.not.match(login.text(), /authenticator app/)
  assert.is(login.client[coreKey].status.now.session, undefined)
})

test.run()
