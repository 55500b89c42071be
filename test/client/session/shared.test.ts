/**
 * Tests clients that share one session on a page, such as a header's and a log-in form's, in one
 * bundle or two.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { REFRESH_PERIOD } from '../../../src/client/session/refreshTimes.ts'
import { answers, auth, ok, refusal, session, signedInState, user } from '../answers.ts'
import { bearer, KEY, openBrowser, PT, rejection, settle, type Network, type OpenOptions, type Tab } from '../fakeBrowser.ts'

type Client = ReturnType<Tab['client']>

const signIn = (client: Client) => client.otps.authenticate('123456', 'm', { session_duration_minutes: 30 })

/**
 * Two clients on a page, each in a bundle of its own. `before` means that somebody has signed in
 * earlier.
 */
const pair = (
  own: [object, object] = [{}, {}],
  { before, routes, where }: { before?: boolean; routes?: Record<string, Network>; where?: OpenOptions } = {},
) => {
  const browser = openBrowser({ network: answers(routes), fake: true })
  const tab = browser.open(where)
  if (before) {
    browser.stored.set(KEY, JSON.stringify(signedInState()))
    tab.window.document.cookie = 'stytch_session=t; path=/'
    tab.window.document.cookie = 'stytch_session_jwt=j; path=/'
  }
  const bundles = [tab.latchkey, tab.copy()]
  const [header, form] = bundles.map(({ HeadlessClient }, at) => new HeadlessClient(PT, own[at])) as [Client, Client]
  return { browser, tab, header, form, tick: (ms: number) => browser.clock.tickAsync(ms) }
}

test('two clients of a token load the settings once, and check the session once, and once in every period', async () => {
  const { browser, header, form, tick } = pair(undefined, { before: true })
  await tick(REFRESH_PERIOD * 2 + 100)
  assert.is(browser.to('/projects/bootstrap/').length, 1)
  assert.is(browser.to('/sessions/authenticate').length, 3)
  for (const client of [header, form]) assert.equal(client.session.getInfo(), { session: session(), fromCache: false })
})

test("both clients report one client's sign-in and the other's sign-out, and each listener is called once", async () => {
  const { header, form, tick } = pair()
  const heard: string[] = []
  header.onStateChange(({ user }) => void heard.push(`header ${user?.user_id}, form ${form.user.getSync()?.user_id}`))
  form.onStateChange(({ user }) => void heard.push(`form ${user?.user_id}, header ${header.user.getSync()?.user_id}`))
  form.session.onChange((now) => void heard.push(`session ${now?.session_id}`))
  await tick(10)
  const nobody = heard.splice(0)
  assert.equal(nobody, [])
  await signIn(form)
  assert.equal(header.session.getSync(), session())
  assert.equal(header.session.getTokens(), form.session.getTokens())
  assert.equal(heard.splice(0).sort(), [
    'form user-test-1, header user-test-1',
    'header user-test-1, form user-test-1',
    'session session-test-1',
  ])
  await header.session.revoke()
  assert.equal([header.session.getSync(), form.session.getSync(), form.session.getTokens()], [null, null, null])
  assert.equal(heard.sort(), ['form undefined, header undefined', 'header undefined, form undefined', 'session undefined'])
})

test('the page keeps no client that was destroyed, even if nobody has signed in', async () => {
  const { tab, header, form, tick } = pair()
  await tick(10)
  const { sessions } = (tab.window as unknown as Record<symbol, { sessions: Map<string, { cores: Set<unknown> }> }>)[
    Symbol.for('latchkey')
  ]!
  const sizes = () => [...sessions.values()].map(({ cores }) => cores.size)
  assert.equal(sizes(), [2])
  header.destroy()
  assert.equal(sizes(), [1])
  form.destroy()
  assert.equal(sizes(), [0])
})

test("both clients report one client's change of the user, and a session that ended has ended for both", async () => {
  let over = false
  const { header, form, tick } = pair(undefined, {
    before: true,
    routes: {
      'PUT /users/me': () => ok({ __user: user('user-test-1', { name: { first_name: 'Ada' } }) }),
      'POST /sessions/authenticate': () => (over ? refusal(401, 'session_not_found') : ok(auth())),
    },
  })
  await tick(100)
  await header.user.update({ name: { first_name: 'Ada' } })
  assert.is(form.user.getSync()!.name?.first_name, 'Ada')
  over = true
  await tick(REFRESH_PERIOD)
  assert.equal([header.session.getSync(), form.session.getSync()], [null, null])
})

test('a client that is created later knows what the others know, and sends nothing', async () => {
  const { browser, tab, form, tick } = pair()
  await signIn(form)
  await tick(100)
  const asked = browser.to('').filter(({ path }) => path !== '/events').length
  const late = new (tab.copy().HeadlessClient)(PT)
  await tick(100)
  assert.equal(late.session.getInfo(), { session: session(), fromCache: false })
  assert.is(late.session.getSync(), form.session.getSync())
  assert.is(browser.to('').filter(({ path }) => path !== '/events').length, asked)
})

test("errors have the classes of the client's own bundle, and its name", async () => {
  const { tab, header, form } = pair(undefined, {
    routes: { 'POST /sessions/authenticate': () => refusal(400, 'bad'), 'POST /sessions/revoke': () => refusal(400, 'bad') },
  })
  await signIn(form)
  const compat = tab.copy('compat/headless.ts') as never as typeof import('../../../src/entries/compat/headless.ts')
  const other = new compat.StytchHeadlessClient(PT)
  assert.equal(other.session.getSync(), header.session.getSync())
  for (const call of [() => other.session.authenticate(), () => other.session.revoke()])
    assert.instance(await rejection(call()), compat.StytchAPIError)
  const error = await rejection(other.session.authenticate({ session_duration_minutes: 'x' as never }))
  assert.instance(error, compat.StytchSDKUsageError)
  assert.match(error.message, 'stytch.session.authenticate')
})

test('a page with blocked cookies has one session, whichever client signs in', async () => {
  const { browser, header, form, tick } = pair(undefined, { where: { cookies: 'blocked' } })
  await signIn(form)
  assert.equal(header.session.getTokens(), form.session.getTokens())
  await header.user.get()
  assert.is(bearer(browser.to('/users/me')[0]!), 'token of session-test-1')
  await header.session.revoke()
  assert.is(form.session.getTokens(), null)
  await tick(100)
})

test("the session's cookies have the options of the client that signed in, whichever refreshes it", async () => {
  const { tab, header, form, tick } = pair([{}, { cookieOptions: { availableToSubdomains: true, domain: 'example.com' } }])
  await tick(10)
  await signIn(form)
  await tick(REFRESH_PERIOD + 100)
  const written = tab.cookieWrites.filter((text) => text.startsWith('stytch_session=t'))
  assert.ok(written.length >= 2)
  for (const text of written) assert.match(text, '; domain=example.com')
  await header.session.revoke()
  assert.is(tab.window.document.cookie, '')
})

test('one client with keepSessionAlive is enough', async () => {
  const { browser, form, tick } = pair([{}, { keepSessionAlive: true }])
  await signIn(form)
  await tick(REFRESH_PERIOD + 100)
  assert.equal(browser.to('/sessions/authenticate').at(-1)!.body, { session_duration_minutes: 30 })
})

/** Differences that keep two clients from sharing a session. */
const strangers: Record<string, [object, object]> = {
  'the name of a cookie': [{}, { cookieOptions: { opaqueTokenCookieName: 'other', jwtCookieName: 'other_jwt' } }],
  'the base URL': [{}, { customBaseUrl: 'https://auth.example.com' }],
  'a custom domain': [{}, { endpointOptions: { testApiDomain: 'auth.example.com' } }],
}
for (const [what, options] of Object.entries(strangers)) {
  test(`two clients that differ in ${what} share nothing`, async () => {
    const { browser, header, form } = pair(options)
    await signIn(form)
    assert.is(header.session.getSync(), null)
    assert.is(browser.to('/projects/bootstrap/').length, 2)
  })
}

test('a client of users and one of organizations share nothing', async () => {
  const { tab, header, form } = pair()
  const { B2BHeadlessClient } = tab.copy('b2b.ts') as never as typeof import('../../../src/entries/b2b.ts')
  const members = new B2BHeadlessClient(PT, { cookieOptions: {} })
  await signIn(form)
  assert.equal(header.session.getSync(), session())
  assert.is(members.session.getSync(), null)
})

test('two clients whose options differ in nothing relevant share the session', async () => {
  const { header, form } = pair([
    { timeout: 5000, customBaseUrl: 'test.stytch.com' },
    { customBaseUrl: 'https://test.stytch.com/', cookieOptions: { path: '/' } },
  ])
  await signIn(form)
  assert.equal(header.session.getSync(), session())
})

test('a copy with another version of the shared record does not share', async () => {
  const browser = openBrowser({ network: answers() })
  const tab = browser.open()
  const header = tab.client()
  const { sessions } = (tab.window as unknown as Record<symbol, { sessions: Map<string, unknown> }>)[Symbol.for('latchkey')]!
  for (const [name, shared] of [...sessions]) {
    const [version, ...rest] = JSON.parse(name) as [number, ...unknown[]]
    sessions.delete(name)
    sessions.set(JSON.stringify([version + 1, ...rest]), shared)
  }
  const form = tab.client()
  await signIn(form)
  assert.is(header.session.getSync(), null)
  assert.ok(form.session.getSync())
})

// --- Destroying
// -------------------------------------------------------------------------------------------------

for (const goes of ['first', 'second']) {
  test(`the ${goes} of two clients is destroyed: it gets no more news, and the other continues`, async () => {
    const { browser, header, form, tick } = pair(undefined, { before: true })
    const [gone, stays] = goes === 'first' ? [header, form] : [form, header]
    const heard: string[] = []
    gone.onStateChange(() => void heard.push('gone'))
    stays.onStateChange(() => void heard.push('stays'))
    await tick(100)
    heard.length = 0
    gone.destroy()
    await tick(REFRESH_PERIOD * 2)
    assert.is(browser.to('/sessions/authenticate').length, 3)
    await stays.session.revoke()
    assert.equal(heard, ['stays'])
    const error = await rejection(gone.session.authenticate())
    assert.equal([error.code, error.message], ['usage', 'Invalid call to latchkey\nThis client was destroyed. Make another one.'])
  })
}

test('the last client ends the listeners and the timers, the visitor stays signed in, and the next client starts anew', async () => {
  const { browser, tab, header, form, tick } = pair(undefined, { before: true })
  await tick(100)
  header.destroy()
  form.destroy()
  form.destroy()
  const sent = browser.sent.length
  for (const type of ['online', 'storage', 'pagehide']) tab.window.dispatchEvent(new tab.window.Event(type))
  tab.window.document.dispatchEvent(new tab.window.Event('visibilitychange'))
  await tick(REFRESH_PERIOD * 3)
  assert.is(browser.sent.length, sent)
  assert.is(browser.clock.countTimers(), 0)
  const next = tab.client()
  assert.is(next.session.getInfo().fromCache, true)
  await tick(100)
  assert.is(next.session.getInfo().fromCache, false)
  assert.is(browser.to('/sessions/authenticate').length, 2)
  assert.equal(tab.console.filter((text) => /More than one/.test(text)).length, 1)
})

test('an answer that was under way when the client was destroyed still signs the visitor in', async () => {
  let answer: ((response: Response) => void) | undefined
  const browser = openBrowser({
    network: answers({ 'POST /otps/authenticate': () => new Promise((done) => (answer = done)) }),
    fake: true,
  })
  const tab = browser.open()
  const client = tab.client()
  const signing = signIn(client)
  await settle()
  client.destroy()
  answer!(ok(auth()))
  await signing
  assert.match(tab.window.document.cookie, 'stytch_session=')
  await browser.clock.tickAsync(REFRESH_PERIOD * 2)
  assert.is(browser.clock.countTimers(), 0)
  assert.is(browser.to('/sessions/authenticate').length, 0)
})

test.run()
