/**
 * Tests who is told about a change, when, and what other tabs contribute
 * (docs/internals/protocol.md#state-and-listeners).
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answers, auth, ok, refusal, session, signedInState, user } from '../answers.ts'
import { bearer, KEY, openBrowser, settle, until, type Network, type Tab } from '../fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }

const open = (routes: Record<string, Network> = {}) => {
  const browser = openBrowser({ network: answers(routes) })
  const tab = browser.open()
  return { browser, tab, client: tab.client() }
}

const signedIn = async (routes: Record<string, Network> = {}) => {
  const all = open(routes)
  await all.client.otps.authenticate('1', 'm', duration)
  return all
}

/** Records what each of the three kinds of listeners receives. */
const listen = (client: ReturnType<Tab['client']>) => {
  const heard = { states: [] as unknown[], sessions: [] as unknown[], users: [] as unknown[] }
  client.onStateChange((state) => heard.states.push(state))
  client.session.onChange((now) => heard.sessions.push(now))
  client.user.onChange((now) => heard.users.push(now))
  return heard
}

/** Sends a storage event, like another tab. */
const tell = (tab: Tab, newValue: string | null, key = KEY) => {
  tab.window.dispatchEvent(new tab.window.StorageEvent('storage', { key, newValue: newValue ?? undefined }))
}

test('listeners are told about a log-in and a sign-out, with {} for nobody', async () => {
  const { client } = open()
  const heard = listen(client)
  await client.otps.authenticate('1', 'm', duration)
  await client.session.revoke()
  assert.equal(heard, {
    states: [{ session: session(), user: user() }, {}],
    sessions: [session(), null],
    users: [user(), null],
  })
})

test('a change of last_accessed_at alone is not announced', async () => {
  const { browser, client } = await signedIn()
  const heard = listen(client)
  await client.otps.authenticate('1', 'm', duration)
  const later = session('session-test-1', { last_accessed_at: '2026-11-21T12:05:00Z' })
  browser.network = answers({ 'POST /sessions/authenticate': () => ok(auth('session-test-1', { session: later })) })
  await client.session.authenticate()
  assert.equal(heard, { states: [], sessions: [], users: [] })
  assert.is(client.session.getSync()?.last_accessed_at, '2026-11-21T12:05:00Z')
  assert.is(JSON.parse(browser.stored.get(KEY)!).session.last_accessed_at, '2026-11-21T12:05:00Z')
})

test('a changed session is announced to state and session, and a changed user to state and user', async () => {
  const { browser, client } = await signedIn()
  const heard = listen(client)
  browser.network = answers({ 'GET /users/me': () => ok(user('user-test-1', { status: 'pending' })) })
  await client.user.get()
  assert.equal([heard.states.length, heard.sessions.length, heard.users.length], [1, 0, 1])
  const longer = session('session-test-1', { expires_at: '2026-11-21T13:00:00Z' })
  browser.network = answers({ 'POST /sessions/authenticate': () => ok(auth('session-test-1', { session: longer })) })
  await client.session.authenticate()
  assert.equal([heard.states.length, heard.sessions.length], [2, 1])
  assert.is((heard.sessions[0] as { expires_at: string }).expires_at, '2026-11-21T13:00:00Z')
})

test('each subscription ends separately', async () => {
  const { client } = open()
  let calls = 0
  const count = () => {
    calls += 1
  }
  const stops = [client.onStateChange(count), client.onStateChange(count), client.session.onChange(count), client.user.onChange(count)]
  await client.otps.authenticate('1', 'm', duration)
  assert.is(calls, 4)
  stops[0]!()
  stops[0]!()
  await client.session.revoke()
  assert.is(calls, 7)
  for (const stop of stops) stop()
  await client.otps.authenticate('1', 'm', duration)
  assert.is(calls, 7)
})

test('listeners of the tab are called before storage is written, and find the new state and cookies', async () => {
  const { browser, client } = open()
  const order: unknown[] = []
  client.onStateChange(() => {
    order.push(browser.stored.get(KEY), client.session.getSync()?.session_id, client.user.getInfo().fromCache)
    order.push(client.session.getTokens()?.session_token)
  })
  await client.otps.authenticate('1', 'm', duration)
  assert.equal(order, [undefined, 'session-test-1', false, 'token of session-test-1'])
})

test('a host callback that throws is reported once, and affects neither the session nor the others', async () => {
  const { tab, client } = open()
  const fault = new Error('the host’s')
  client.onStateChange(() => {
    throw fault
  })
  let reached = false
  client.onStateChange(() => {
    reached = true
  })
  await client.otps.authenticate('1', 'm', duration)
  assert.equal([reached, tab.reported], [true, [fault]])
  assert.is(client.session.getSync()?.session_id, 'session-test-1')
})

test('fromCache stays true until the first answer about the session, which is announced even if it changes nothing', async () => {
  const browser = openBrowser({ network: answers() })
  browser.stored.set(KEY, JSON.stringify(signedInState()))
  const tab = browser.open()
  tab.window.document.cookie = 'stytch_session=s; path=/'
  let up = false
  browser.network = answers({ 'POST /sessions/authenticate': () => (up ? ok(auth()) : refusal(500, 'internal_server_error')) })
  const client = tab.client()
  const heard = listen(client)
  assert.equal(client.session.getInfo(), { session: session(), fromCache: true })
  assert.equal(client.user.getInfo(), { user: user(), fromCache: true })
  await settle()
  assert.is(client.session.getInfo().fromCache, true)
  up = true
  await client.session.authenticate()
  assert.equal(client.session.getInfo(), { session: session(), fromCache: false })
  assert.is(heard.states.length, 1)
})

// --- Other tabs
// -------------------------------------------------------------------------------------------------

test("tabs follow each other's sign-ins and sign-outs", async () => {
  const { browser, client: first } = open()
  const second = browser.open().client()
  await settle()
  const heard = listen(second)
  await first.otps.authenticate('1', 'm', duration)
  // A tab without a session still has to load the session code.
  await until(() => second.session.getSync())
  assert.is(second.session.getSync()?.session_id, 'session-test-1')
  assert.equal(second.session.getTokens(), first.session.getTokens())
  await first.session.revoke()
  assert.equal([second.session.getSync(), second.session.getTokens()], [null, null])
  assert.equal(heard, { states: [{ session: session(), user: user() }, {}], sessions: [session(), null], users: [user(), null] })
})

test("another tab's news is not written back", async () => {
  const { browser, tab, client } = await signedIn()
  let writes = 0
  const set = browser.stored.set.bind(browser.stored)
  browser.stored.set = (key, value) => {
    if (key === KEY) writes += 1
    return set(key, value)
  }
  tell(tab, JSON.stringify({ session: session('s-2'), user: user('user-test-2') }))
  assert.is(client.user.getSync()?.user_id, 'user-test-2')
  tell(tab, 'null')
  assert.is(client.user.getSync(), null)
  assert.is(writes, 0)
})

/** Values of the state key, and who is signed in afterward. */
const news: [string, string | null, string | undefined][] = [
  ['null', 'null', undefined],
  ['a removed key', null, undefined],
  ['another session', JSON.stringify({ session: session('s-2'), user: user() }), 's-2'],
  ['text that is not JSON', '{', 'session-test-1'],
  ['a number', '5', 'session-test-1'],
  ['zero', '0', 'session-test-1'],
  ['false', 'false', 'session-test-1'],
  ['an empty string', '""', 'session-test-1'],
  ['a list', '[]', 'session-test-1'],
  ['an empty object', '{}', 'session-test-1'],
  ['a session alone', JSON.stringify({ session: session('s-2') }), 'session-test-1'],
  ['a session without an id', JSON.stringify({ session: {}, user: user() }), 'session-test-1'],
  ['a user of another type', JSON.stringify({ session: session('s-2'), user: 'ada' }), 'session-test-1'],
]
for (const [name, value, expected] of news) {
  test(`a storage event with ${name} leaves ${expected ?? 'nobody'} signed in`, async () => {
    const { tab, client } = await signedIn()
    tell(tab, value)
    assert.is(client.session.getSync()?.session_id, expected)
    assert.equal(tab.reported, [])
  })
}

test('a storage event of another key is ignored', async () => {
  const { tab, client } = await signedIn()
  for (const key of ['', 'stytch_sdk_state_other', `${KEY}::bootstrap`, '__proto__']) tell(tab, 'null', key)
  assert.is(client.session.getSync()?.session_id, 'session-test-1')
})

test('1,000 malformed storage events throw nothing, and the next good one counts', async () => {
  const { tab, client } = await signedIn()
  const shapes = fc.oneof(fc.jsonValue(), fc.record({ session: fc.jsonValue(), user: fc.jsonValue() }))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        shapes.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        tell(tab, text)
        const now = client.session.getSync()
        return now === null || typeof now.session_id === 'string'
      },
    ),
    { numRuns: 1000 },
  )
  tell(tab, JSON.stringify({ session: session('s-9'), user: user() }))
  assert.is(client.session.getSync()?.session_id, 's-9')
  assert.equal(tab.reported, [])
})

test("a log-in that is under way survives another tab's news", async () => {
  for (const told of ['null', JSON.stringify(signedInState()), JSON.stringify(signedInState('s-5'))]) {
    let answer!: (response: Response) => void
    const { browser, tab, client } = await signedIn()
    browser.network = answers({
      'POST /otps/authenticate': () =>
        new Promise((done) => {
          answer = done
        }),
    })
    const call = client.otps.authenticate('1', 'm', duration)
    await settle()
    tell(tab, told)
    answer(ok(auth('s-2')))
    await call
    assert.is(client.session.getSync()?.session_id, 's-2')
    assert.is(client.session.getTokens()?.session_token, 'token of s-2')
  }
})

test("a check that is under way does not undo another tab's sign-out", async () => {
  let answer!: (response: Response) => void
  const { browser, client } = await signedIn()
  const other = browser.open().client()
  await settle()
  browser.network = answers({
    'POST /sessions/authenticate': (sent) =>
      bearer(sent).startsWith('token')
        ? new Promise((done) => {
            answer = done
          })
        : refusal(401, 'user_unauthenticated'),
  })
  const check = client.session.authenticate().catch((error) => error.error_type)
  await settle()
  await other.session.revoke()
  answer(ok(auth()))
  assert.is(await check, 'user_unauthenticated')
  assert.equal([client.session.getSync(), client.session.getTokens()], [null, null])
})

test('old news of a sign-out does not end the session that another tab has begun since', async () => {
  const { browser, tab, client } = await signedIn()
  const other = browser.open().client()
  await settle()
  // A frozen tab receives all events when it wakes up.
  const missed: string[] = []
  const dispatch = tab.window.dispatchEvent.bind(tab.window)
  tab.window.dispatchEvent = (event) => {
    const { key, newValue } = event as InstanceType<typeof tab.window.StorageEvent>
    if (key === KEY) missed.push(String(newValue))
    return true
  }
  browser.network = answers({ 'POST /otps/authenticate': () => ok(auth('s-2')) })
  await other.session.revoke()
  await other.otps.authenticate('1', 'm', duration)
  tab.window.dispatchEvent = dispatch
  assert.is(missed[0], 'null')
  for (const value of missed) tell(tab, value)
  assert.is(client.session.getSync()?.session_id, 's-2')
  assert.is(client.session.getTokens()?.session_token, 'token of s-2')
})

test.run()
