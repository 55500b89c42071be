/**
 * Tests the client together with the emulator, for everything that only both together can prove.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator, type EmulatorOptions } from '../../src/tools/emulator/index.ts'
import { openBrowser, PT, rejection, until, type Sent } from './fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }

const setUp = (options?: EmulatorOptions) => {
  const emulator = createEmulator(options)
  const network = ({ url, init }: Sent) =>
    emulator.fetch(new Request(url, { ...init, headers: { ...init.headers, Origin: 'https://app.example.com' } }))
  const browser = openBrowser({ network })
  const tab = browser.open()
  return { emulator, browser, tab, client: tab.client(), outbox: () => emulator.outbox().at(-1)! }
}

for (const [method, to] of [
  ['sms', '+14155550100'],
  ['whatsapp', '+14155550100'],
  ['email', 'ada@example.com'],
] as const) {
  test(`a code by ${method} signs in, after a wrong one is refused without side effects`, async () => {
    const { client, outbox } = setUp()
    const { method_id } = await client.otps[method].loginOrCreate(to)
    const { code } = outbox()
    const error = await rejection(client.otps.authenticate(code === '000000' ? '000001' : '000000', method_id, duration))
    assert.is(error.error_type, 'otp_code_not_found')
    assert.is(client.session.getSync(), null)
    const answer = await client.otps.authenticate(code!, method_id, duration)
    assert.equal(client.user.getSync(), answer.user)
    assert.equal(client.session.getTokens(), { session_token: answer.session_token, session_jwt: answer.session_jwt })
    assert.is((await client.user.get()).user_id, answer.user_id)
    assert.is((await client.session.authenticate({ session_duration_minutes: 60 })).session.session_id, answer.session.session_id)
  })
}

test('a link signs in only the browser that requested it, by PKCE', async () => {
  const { browser, emulator, client, outbox } = setUp({ project: { pkce_required_for_email_magic_links: true } })
  const home = 'https://app.example.com/in?a=1'
  await client.magicLinks.email.loginOrCreate('ada@example.com', { login_magic_link_url: home, signup_magic_link_url: home })
  const link = await emulator.fetch(new Request(outbox().url!, { redirect: 'manual' }))
  const arrival = link.headers.get('location') ?? outbox().url!
  const stranger = openBrowser({ network: browser.network }).open({ url: arrival }).client()
  assert.match((await rejection(stranger.authenticateByUrl(duration))).error_type, /pkce|magic_link/)
  await client.magicLinks.email.loginOrCreate('ada@example.com')
  const tab = browser.open({ url: arrival })
  const outcome = await tab.client().authenticateByUrl(duration)
  assert.ok(outcome?.handled)
  assert.is(tab.window.location.href, home)
  // The tab that requested the link is signed in too.
  assert.is(client.session.getSync()?.user_id, outcome!.handled && outcome!.data.user_id)
})

test('a reload keeps the session, and a revoked one is invalid everywhere', async () => {
  const { browser, client, outbox } = setUp()
  const { method_id } = await client.otps.email.loginOrCreate('ada@example.com')
  await client.otps.authenticate(outbox().code!, method_id, duration)
  const token = client.session.getTokens()!
  const reloaded = browser.open().client()
  assert.is(reloaded.session.getInfo().fromCache, true)
  await until(() => !reloaded.session.getInfo().fromCache, 'the provider confirms the session')
  await reloaded.session.revoke()
  assert.is(client.session.getSync(), null)
  client.session.updateSession(token)
  assert.is((await rejection(client.session.authenticate())).error_type, 'session_not_found')
  assert.is(client.session.getTokens(), null)
})

test('the log reaches the provider, which accepts every request', async () => {
  const { emulator, tab, client } = setUp()
  await client.otps.email.loginOrCreate('ada@example.com')
  tab.window.dispatchEvent(new tab.window.Event('pagehide'))
  await until(() => emulator.events().length, 'the log')
  assert.equal(
    emulator.events().map(({ event }) => [event.public_token, event.event_name]),
    [[PT, 'sdk_instance_instantiated']],
  )
  assert.equal(emulator.crashes(), [])
})

test.run()
