/**
 * Tests `createClient`, a client made of the parts that a host names. The parts themselves are
 * tested on the client that has all of them.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answers, auth, ok } from './answers.ts'
import { openBrowser, PT, rejection, settle, type OpenOptions } from './fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }

/** A tab, and a function that creates clients in it. */
const open = (options: OpenOptions = {}) => {
  const browser = openBrowser({ network: answers() })
  const tab = browser.open(options)
  return { browser, tab, ...tab.latchkey }
}

test('it has the named parts under their names, and what every client has', async () => {
  const { createClient, otps, session, tab } = open()
  const client = createClient(PT, { session, otps })
  assert.equal(Object.keys(client).sort(), ['destroy', 'onStateChange', 'otps', 'session'])
  await settle()
  assert.equal(tab.console, [])
})

test('HeadlessClient has exactly the parts that the entry exports', () => {
  const { tab, createClient, HeadlessClient, ...entry } = open()
  const isPart = (name: string) => /^[a-z]/.test(name) && !['browser', 'parseOAuthAuthorizeParams', 'parseOAuthLogoutParams'].includes(name)
  const parts = Object.keys(entry).filter(isPart)
  assert.equal(Object.keys(new HeadlessClient(PT)).sort(), [...parts, 'destroy', 'onStateChange'].sort())
})

test('the session is kept and announced even without the session part, and destroy ends calls', async () => {
  const { createClient, otps, tab } = open()
  const client = createClient(PT, { otps })
  const heard: unknown[] = []
  const stop = client.onStateChange(({ session }) => heard.push(session?.session_id))
  await client.otps.authenticate('1', 'm', duration)
  assert.equal(heard, ['session-test-1'])
  assert.match(tab.window.document.cookie, /stytch_session=/)
  stop()
  client.destroy()
  const { code, message } = await rejection(client.otps.sms.loginOrCreate('+14155550100'))
  assert.is(code, 'usage')
  assert.match(message, 'This client was destroyed.')
})

test('options are the third argument', async () => {
  const { browser, createClient, session } = open()
  createClient(PT, { session }, { customBaseUrl: 'https://proxy.example' })
  await settle()
  assert.ok(browser.sent.every(({ url }) => url.startsWith('https://proxy.example/sdk/v1/')))
})

test('clients of one session share it, whatever their parts', async () => {
  const { browser, createClient, otps, session, user } = open()
  const header = createClient(PT, { session, user })
  const form = createClient(PT, { otps })
  await form.otps.authenticate('1', 'm', duration)
  assert.is(header.session.getSync()?.session_id, 'session-test-1')
  assert.is(header.user.getSync()?.user_id, 'user-test-1')
  await header.session.revoke()
  assert.is(browser.to('/sessions/revoke').length, 1)
})

for (const [type, name, path] of [
  ['magic_links', 'magicLinks', '/magic_links/authenticate'],
  ['oauth', 'oauth', '/oauth/authenticate'],
  ['impersonation', 'impersonation', '/impersonation/authenticate'],
] as const) {
  const url = `https://app.example.com/in?stytch_token_type=${type}&token=t`
  test(`authenticateByUrl spends a token of ${type} with the part ${name}`, async () => {
    const { browser, createClient, authenticateByUrl, parseAuthenticateUrl, tab, ...parts } = open({ url })
    const client = createClient(PT, { authenticateByUrl, parseAuthenticateUrl, ...({ [name]: parts[name] } as object) })
    assert.equal(client.parseAuthenticateUrl(), { handled: true, tokenType: type, token: 't' })
    const outcome = await client.authenticateByUrl()
    assert.equal([outcome!.handled, outcome!.tokenType], [true, type])
    assert.is(browser.to(path).length, 1)
    assert.not.match(tab.window.location.href, /token=t/)
  })

  test(`without ${name} a token of ${type} is left alone, and stays in the URL`, async () => {
    const { browser, createClient, authenticateByUrl, parseAuthenticateUrl, session, tab } = open({ url })
    const client = createClient(PT, { session, authenticateByUrl, parseAuthenticateUrl })
    const left = { handled: false, tokenType: type, token: 't' }
    assert.equal(client.parseAuthenticateUrl(), left)
    assert.equal(await client.authenticateByUrl(), left)
    assert.equal(browser.to(path), [])
    assert.match(tab.window.location.href, /token=t/)
  })
}

test("a session and a user are the provider's, whatever the parts", async () => {
  const { browser, createClient, session, tab } = open()
  tab.window.document.cookie = 'stytch_session=s; path=/'
  browser.network = answers({ 'POST /sessions/authenticate': () => ok(auth('session-test-2')) })
  const client = createClient(PT, { session })
  await settle()
  assert.is(client.session.getSync()?.session_id, 'session-test-2')
})

test('a value that is not a part is a usage error', () => {
  const { createClient, LatchkeySDKUsageError } = open()
  for (const part of [undefined, {}, 'otps']) {
    try {
      createClient(PT, { otps: part as never })
      assert.unreachable()
    } catch (error) {
      assert.instance(error, LatchkeySDKUsageError)
      assert.match((error as Error).message, 'Invalid call to createClient\nparts.otps must be a part')
    }
  }
})

test('on a server the error says that it is for browsers, with its own name', () => {
  const { createClient } = open({ globals: { window: undefined } })
  assert.throws(() => createClient(PT, {}), /^`createClient\(\)` is not supported in server environments/)
})

test.run()
