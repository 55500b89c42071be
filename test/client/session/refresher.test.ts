/**
 * Tests the background refresh: every 180 s, once per browser, with back-off
 * (docs/decisions/README.md#sessions).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { backoff, leaseWait, REFRESH_PERIOD } from '../../../src/client/session/refreshTimes.ts'
import { answers, auth, ok, refusal, session, signedInState } from '../answers.ts'
import { KEY, openBrowser, type Network, type Tab } from '../fakeBrowser.ts'

const MINUTE = 60_000

const waits = { 1: 2000, 2: 4000, 3: 8000, 4: 16_000, 5: 32_000, 6: 64_000, 7: 128_000, 8: 256_000, 9: 256_000, 100: 256_000 }
for (const [failures, wait] of Object.entries(waits).map(([times, ms]) => [Number(times), ms] as const)) {
  test(`after ${failures} failures the next try comes after ${wait} ms, plus or minus 175`, () => {
    assert.is(backoff(failures, 0), wait - 175)
    assert.is(backoff(failures, 0.5), wait)
    assert.ok(backoff(failures, 1 - Number.EPSILON) <= wait + 175)
    assert.is(backoff(failures, 0.5, wait - 1), wait)
    assert.is(backoff(failures, 0.5, wait + 1), wait + 1)
  })
}

test('another tab is responsible for one period after it has claimed the refresh', () => {
  const at = 1_000_000
  const other = { by: 'other', at }
  const cases: [Parameters<typeof leaseWait>, number][] = [
    [[undefined, 'me', at, 0], 0],
    [[{ by: 'me', at }, 'me', at, 0], 0],
    [[other, 'me', at, 0], REFRESH_PERIOD + 500],
    [[other, 'me', at, 1], REFRESH_PERIOD + 3500],
    [[other, 'me', at + REFRESH_PERIOD - 1, 0], 501],
    [[other, 'me', at + REFRESH_PERIOD, 0], 0],
    // The clock was set back since.
    [[other, 'me', at - 1, 0], 0],
    [[{ by: 'other' } as never, 'me', at, 0], 0],
    [['x' as never, 'me', at, 0], 0],
    // Anybody can write to storage. A string of digits counts as a time.
    ...(['1000000', 1_000_000] as never[]).map((at): (typeof cases)[number] => [
      [{ by: 'other', at }, 'me', 1_000_001, 0],
      REFRESH_PERIOD + 499,
    ]),
    ...([null, {}, [], true, 'x', -1, NaN, Infinity, 2 ** 53, String(2 ** 53)] as never[]).map((at): (typeof cases)[number] => [
      [{ by: 'other', at }, 'me', 1_000_000, 0],
      0,
    ]),
  ]
  for (const [given, expected] of cases) assert.is(leaseWait(...given), expected)
})

/** A browser in which somebody has signed in before, with the test's clock. */
const returning = (check: Network = () => ok(auth()), lag?: number) => {
  const browser = openBrowser({ network: answers({ 'POST /sessions/authenticate': check }), fake: true, lag })
  browser.stored.set(KEY, JSON.stringify(signedInState()))
  const times: number[] = []
  const begin = browser.clock.now
  const { network } = browser
  browser.network = (sent) => {
    if (sent.path === '/sessions/authenticate') times.push(browser.clock.now - begin)
    return network(sent)
  }
  const open = (options: object = {}, hidden?: boolean) => {
    const tab = browser.open()
    if (hidden) happens(tab, 'hidden')
    if (!tab.window.document.cookie) {
      tab.window.document.cookie = `stytch_session=${encodeURIComponent('token of session-test-1')}; path=/`
      tab.window.document.cookie = `stytch_session_jwt=j; path=/`
    }
    return { tab, client: tab.client(options) }
  }
  return { browser, open, times, tick: (ms: number) => browser.clock.tickAsync(ms) }
}

const bodies = (browser: ReturnType<typeof openBrowser>) => browser.to('/sessions/authenticate').map(({ body }) => body)
const near = (actual: number[], expected: number[], slack: number) => {
  assert.is(actual.length, expected.length, `${actual}`)
  for (const [at, value] of expected.entries()) assert.ok(Math.abs(actual[at]! - value) <= slack, `${actual} is not near ${expected}`)
}

test('a session is checked at the start and every 180,000 ms, with an empty body', async () => {
  const { browser, open, times, tick } = returning()
  open()
  await tick(REFRESH_PERIOD * 3 + 100)
  assert.equal(times, [0, REFRESH_PERIOD, REFRESH_PERIOD * 2, REFRESH_PERIOD * 3])
  assert.equal(bodies(browser), [{}, {}, {}, {}])
})

test('a log-in restarts the period, and a sign-out ends it', async () => {
  const { browser, open, times, tick } = returning()
  const { client } = open()
  await tick(REFRESH_PERIOD - 10)
  await client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
  await tick(REFRESH_PERIOD - 10)
  assert.equal(times, [0])
  await tick(20)
  assert.is(times.length, 2)
  await client.session.revoke()
  await tick(REFRESH_PERIOD * 3)
  assert.is(times.length, 2)
  assert.is(browser.clock.countTimers(), 0)
})

test('without a session there are no checks', async () => {
  const browser = openBrowser({ network: answers(), fake: true })
  browser.open().client()
  await browser.clock.tickAsync(REFRESH_PERIOD * 3)
  assert.is(browser.to('/sessions').length, 0)
})

test("keepSessionAlive requests the session's own length", async () => {
  const hour = session('session-test-1', { expires_at: '2026-11-21T13:00:00Z' })
  const { browser, open, tick } = returning(() => ok(auth('session-test-1', { session: hour })))
  open({ keepSessionAlive: true })
  await tick(REFRESH_PERIOD + 10)
  assert.equal(bodies(browser), [{ session_duration_minutes: 30 }, { session_duration_minutes: 60 }])
})

for (const odd of [null, 7, {}, { toString: 1, valueOf: 1 }, 'soon']) {
  test(`a cached session that lasts until ${JSON.stringify(odd)} is checked anyway`, async () => {
    const { browser, open, tick } = returning(() => ok(auth()))
    const cached = JSON.parse(browser.stored.get(KEY)!)
    browser.stored.set(KEY, JSON.stringify({ ...cached, session: { ...cached.session, expires_at: odd } }))
    const { tab } = open({ keepSessionAlive: true })
    await tick(REFRESH_PERIOD + 10)
    assert.equal(bodies(browser), [{}, { session_duration_minutes: 30 }])
    assert.equal(tab.console, [])
  })
}

test("keepSessionAlive requests at least the provider's minimum", async () => {
  const nearlyOver = session('session-test-1', { last_accessed_at: '2026-11-21T12:28:00Z' })
  const { browser, open, tick } = returning(() => ok(auth('session-test-1', { session: nearlyOver })))
  open({ keepSessionAlive: true })
  await tick(REFRESH_PERIOD + 10)
  assert.equal(bodies(browser)[1], { session_duration_minutes: 5 })
})

for (const [name, failure] of Object.entries<Network>({
  offline: () => Promise.reject(new TypeError('offline')),
  '500': () => refusal(500, 'internal_server_error'),
  '502 with HTML': () => new Response('<h1>', { status: 502 }),
  '429': () => refusal(429, 'too_many_requests'),
  '400 of another type': () => refusal(400, 'bad_request'),
  '200 without a session': () => ok({}),
})) {
  test(`${name}: retries after 2 s, 4 s and so on up to 256 s, and every 180 s after a success`, async () => {
    let up = false
    const { open, times, tick } = returning((sent) => (up ? ok(auth()) : failure(sent)))
    const { tab, client } = open()
    await tick(1_000_000)
    const gaps = (list: number[]) => list.slice(1).map((time, at) => time - list[at]!)
    near(gaps(times), [2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 256_000].slice(0, times.length - 1), 176)
    assert.is(times.length, 10)
    assert.is(client.session.getSync()?.session_id, 'session-test-1')
    assert.equal(tab.console, [])
    up = true
    times.length = 0
    await tick(256_200 + REFRESH_PERIOD * 2)
    assert.equal(gaps(times), [REFRESH_PERIOD, REFRESH_PERIOD, REFRESH_PERIOD])
    up = false
    times.length = 0
    await tick(REFRESH_PERIOD)
    near(gaps(times).slice(0, 2), [2000, 4000], 176)
  })
}

test('Retry-After wins if it is longer', async () => {
  const { open, times, tick } = returning(() => refusal(429, 'too_many_requests', {}, { 'retry-after': '100' }))
  open()
  await tick(250_000)
  near(times, [0, 100_000, 200_000], 10)
})

for (const wish of ['2147484', '9'.repeat(400)]) {
  test(`a Retry-After of ${wish.slice(0, 10)} s, ${wish.length} digits long, longer than a timer can count, does not cause an immediate retry: the next one comes with the visitor`, async () => {
    const { browser, open, times, tick } = returning(() => refusal(429, 'too_many_requests', {}, { 'retry-after': wish }))
    const { tab } = open()
    await tick(REFRESH_PERIOD * 20)
    assert.equal(times, [0])
    tab.window.dispatchEvent(new tab.window.Event('online'))
    await tick(0)
    assert.is(times.length, 2)
    assert.is(browser.clock.countTimers(), 0)
  })
}

for (const at of ['"1795262400000"', '"9e99"', 'null', '{}', '-1', '1e400', '9e99']) {
  test(`what storage holds as the time of another tab's refresh, ${at}, neither delays nor hastens refreshes`, async () => {
    const { browser, open, times, tick } = returning()
    open()
    await tick(10)
    browser.stored.set(`${KEY}::refresh`, `{"by":"another","at":${at}}`)
    await tick(REFRESH_PERIOD * 3)
    assert.ok(times.length >= 2 && times.length <= 4, `${times}`)
  })
}

test('an unrecoverable answer ends the retries, with one warning', async () => {
  const { open, times, tick } = returning(() => refusal(404, 'session_not_found'))
  const { tab, client } = open()
  await tick(REFRESH_PERIOD * 5)
  assert.is(times.length, 1)
  assert.is(client.session.getSync(), null)
  assert.is(tab.console.length, 1)
  assert.match(tab.console[0]!, /^warn \[Latchkey] The session is no longer valid/)
})

test("on a project's own domain, a visitor who was never signed in gets no sign-out warning", async () => {
  const network = answers({ 'POST /sessions/authenticate': () => refusal(401, 'user_unauthenticated') })
  const browser = openBrowser({ network, fake: true })
  const tab = browser.open()
  tab.client({ endpointOptions: { apiDomain: 'api.acme.example' } }, 'public-token-live-1')
  await browser.clock.tickAsync(REFRESH_PERIOD * 3)
  assert.equal(tab.console, [])
  assert.is(browser.to('/sessions').length, 1)
})

test('a cookie without state is checked until there is an answer', async () => {
  let up = false
  const { browser, open, tick } = returning(() => (up ? ok(auth()) : refusal(503, 'unavailable')))
  browser.stored.delete(KEY)
  const { client } = open()
  await tick(1000)
  up = true
  await tick(1200)
  assert.is(client.session.getSync()?.session_id, 'session-test-1')
})

test('a token that the host replaces during a refresh does not end the refreshes', async () => {
  let answer: ((response: Response) => void) | undefined
  const { open, times, tick } = returning(
    () =>
      new Promise((done) => {
        answer = done
      }),
  )
  const { client } = open()
  await tick(10)
  client.session.updateSession({ session_token: 'another', session_jwt: 'j' })
  answer!(ok(auth()))
  await tick(10)
  assert.is(client.session.getTokens()?.session_token, 'another')
  await tick(REFRESH_PERIOD)
  assert.is(times.length, 2)
})

const happens = (tab: Tab, type: 'online' | 'visible' | 'hidden') => {
  if (type === 'online') return void tab.window.dispatchEvent(new tab.window.Event('online'))
  Object.defineProperty(tab.documentPrototype, 'visibilityState', { value: type, configurable: true })
  tab.window.document.dispatchEvent(new tab.window.Event('visibilitychange'))
}

test('coming online and becoming visible after 10 s refresh at once, becoming hidden does not', async () => {
  let up = false
  const { open, times, tick } = returning(() => (up ? ok(auth()) : Promise.reject(new TypeError('offline'))))
  const { tab } = open()
  await tick(100_000)
  const tried = times.length
  up = true
  happens(tab, 'online')
  await tick(10)
  assert.is(times.length, tried + 1)
  happens(tab, 'hidden')
  await tick(10_000)
  assert.is(times.length, tried + 1)
  happens(tab, 'visible')
  // A second trigger during a refresh does not start another one.
  happens(tab, 'visible')
  await tick(10)
  assert.is(times.length, tried + 2)
  await tick(REFRESH_PERIOD)
  assert.is(times.length, tried + 3)
})

test('without a session, coming online sends nothing', async () => {
  const browser = openBrowser({ network: answers(), fake: true })
  const tab = browser.open()
  tab.client()
  happens(tab, 'online')
  happens(tab, 'visible')
  await browser.clock.tickAsync(10)
  assert.is(browser.to('/sessions').length, 0)
})

// --- Many tabs
// -------------------------------------------------------------------------------------------------

/** Twenty tabs, opened a second apart. `times` is cleared after all have started. */
const twenty = async (check?: Network, lag?: number) => {
  const all = returning(check, lag)
  const tabs: ReturnType<typeof all.open>[] = []
  for (let count = 0; count < 20; count += 1) {
    tabs.push(all.open())
    await all.tick(1000)
  }
  all.times.length = 0
  return { ...all, tabs }
}

/** The number of refreshes in each period. */
const perPeriod = (times: number[], from: number, periods: number) =>
  Array.from(
    { length: periods },
    (_, at) => times.filter((time) => time >= from + at * REFRESH_PERIOD && time < from + (at + 1) * REFRESH_PERIOD).length,
  )

test('twenty tabs refresh once a period, and all of them have the result', async () => {
  let minute = 0
  const { tick, times, tabs } = await twenty(() => {
    minute += 1
    const expires_at = new Date(Date.parse('2026-11-21T12:30:00Z') + minute * MINUTE).toISOString()
    return ok(auth('session-test-1', { session: session('session-test-1', { expires_at }) }))
  })
  await tick(REFRESH_PERIOD * 10)
  assert.ok(times.length >= 9 && times.length <= 10, `${times}`)
  for (const count of perPeriod(times, 19_000, 10)) assert.ok(count <= 1, `${times}`)
  assert.is(new Set(tabs.map(({ client }) => client.session.getSync()!.expires_at)).size, 1)
})

test('when the refreshing tab dies, another takes over, and so on to the last', async () => {
  const { browser, tick, times, tabs } = await twenty()
  const leader = () => tabs.find(({ tab }) => tab === browser.to('/sessions/authenticate').at(-1)!.from)!
  for (let left = 19; left > 0; left -= 1) {
    await tick(REFRESH_PERIOD)
    tabs.splice(tabs.indexOf(leader()), 1)[0]!.tab.close()
    const before = times.length
    await tick(REFRESH_PERIOD + 5000)
    assert.ok(times.length > before, `nobody refreshed with ${left} tabs left`)
    assert.ok(times.length - before <= 2, `${times.length - before} refreshes at once`)
  }
})

test('tabs that find nobody refreshing at the same moment, each unaware of the others for 100 ms, send one refresh', async () => {
  const { random } = Math
  Math.random = () => 0.5
  try {
    const { tick, times, tabs } = await twenty(undefined, 100)
    tabs.pop()!.tab.close()
    await tick(REFRESH_PERIOD + 5000)
    assert.is(times.length, 1)
    assert.ok(tabs.every(({ client }) => client.session.getSync()))
  } finally {
    Math.random = random
  }
})

test('while the provider is down, one tab retries, not twenty', async () => {
  let up = true
  const { tick, times, tabs } = await twenty(() => (up ? ok(auth()) : refusal(503, 'unavailable')))
  await tick(REFRESH_PERIOD)
  times.length = 0
  up = false
  await tick(REFRESH_PERIOD * 3)
  // One tab alone sends at most nine requests in these nine minutes.
  assert.ok(times.length <= 12, `${times.length} requests`)
  for (const { client } of tabs) assert.is(client.session.getSync()?.session_id, 'session-test-1')
  up = true
  times.length = 0
  await tick(REFRESH_PERIOD * 5)
  assert.ok(times.length >= 4 && times.length <= 7, `${times.length} requests`)
})

test('one tab signs out, and all are signed out and idle', async () => {
  const { browser, tick, times, tabs } = await twenty()
  await tabs[7]!.client.session.revoke()
  for (const { client } of tabs) assert.equal([client.session.getSync(), client.session.getTokens()], [null, null])
  await tick(REFRESH_PERIOD * 3)
  assert.equal(times, [])
  assert.is(browser.clock.countTimers(), 0)
})

test('one tab learns that the session is invalid, and all are signed out', async () => {
  let up = true
  const { tick, times, tabs } = await twenty(() => (up ? ok(auth()) : refusal(404, 'session_not_found')))
  up = false
  await tick(REFRESH_PERIOD + 5000)
  for (const { client } of tabs) assert.is(client.session.getSync(), null)
  assert.is(times.length, 1)
})

for (const hours of [-30, -1, 1, 30]) {
  test(`a clock that is set forward ${hours} hours neither signs out nor loops nor ends the refreshes`, async () => {
    const { browser, tick, times, tabs } = await twenty()
    await tick(REFRESH_PERIOD)
    browser.clock.setSystemTime(browser.clock.now + hours * 60 * MINUTE)
    times.length = 0
    await tick(REFRESH_PERIOD * 4)
    assert.ok(times.length >= 3 && times.length <= 8, `${times.length} requests`)
    for (const { client } of tabs) assert.is(client.session.getSync()?.session_id, 'session-test-1')
  })
}

test('when the network returns, one tab of twenty sends the check, the one that refreshes for all', async () => {
  const { browser, tick, times, tabs } = await twenty()
  const leader = browser.to('/sessions/authenticate').at(-1)!.from
  for (const round of [1, 2]) {
    await tick(10_000)
    for (const { tab } of tabs) happens(tab, 'online')
    await tick(10)
    assert.is(times.length, round)
    assert.is(browser.to('/sessions/authenticate').at(-1)!.from, leader)
  }
})

test('a tab that is shown sends a check, whichever tab refreshes for all, and becomes that tab', async () => {
  const { browser, tick, times, tabs } = await twenty()
  const { tab } = tabs[3]!
  happens(tab, 'hidden')
  await tick(10_000)
  happens(tab, 'visible')
  await tick(REFRESH_PERIOD)
  assert.is(times.length, 1)
  // It took half a second to find out whether another tab was first.
  await tick(510)
  assert.is(times.length, 2)
  assert.is(browser.to('/sessions/authenticate').at(-1)!.from, tab)
})

// --- A tab that comes and goes
// ----------------------------------------------------------------------------------------

test('a tab that was hidden for less than 10 s sends no check', async () => {
  const { open, times, tick } = returning()
  const { tab } = open()
  await tick(60_000)
  for (let round = 0; round < 10; round += 1) {
    happens(tab, 'hidden')
    await tick(100)
    happens(tab, 'visible')
    await tick(100)
  }
  happens(tab, 'hidden')
  await tick(9_999)
  happens(tab, 'visible')
  await tick(10)
  assert.equal(times, [0])
  happens(tab, 'hidden')
  await tick(10_000)
  happens(tab, 'visible')
  await tick(10)
  assert.is(times.length, 2)
})

test('a clock that is set back while a tab is hidden does not prevent its check', async () => {
  const { browser, open, times, tick } = returning()
  const { tab } = open()
  await tick(60_000)
  happens(tab, 'hidden')
  browser.clock.setSystemTime(browser.clock.now - 3_600_000)
  happens(tab, 'visible')
  await tick(10)
  assert.is(times.length, 2)
})

test('twenty windows that are shown at once send one check, and so they do a second later', async () => {
  const { tick, times, tabs } = await twenty(undefined, 100)
  for (const { tab } of tabs) happens(tab, 'hidden')
  await tick(20_000)
  for (const { tab } of tabs) happens(tab, 'visible')
  await tick(1000)
  assert.is(times.length, 1)
  for (const { tab } of tabs) happens(tab, 'online')
  await tick(8000)
  assert.is(times.length, 1)
})

/** Twenty tabs that a browser restores; the first `hidden` ones are not visible. */
const restored = async (hidden: number, reached = () => true) => {
  const all = returning(() => {
    if (!reached()) throw new TypeError('offline')
    return ok(
      auth('session-test-1', { session: session('session-test-1', { last_accessed_at: new Date(all.browser.clock.now).toISOString() }) }),
    )
  }, 100)
  const tabs = Array.from({ length: 20 }, (_, at) => all.open({}, at < hidden))
  await all.tick(2000)
  return { ...all, tabs }
}

for (const hidden of [19, 20]) {
  test(`of twenty restored tabs, ${hidden} of them hidden, one sends a check, and all know the answer`, async () => {
    const { times, tabs } = await restored(hidden)
    assert.is(times.length, 1)
    for (const { client } of tabs) assert.is(client.session.getInfo().fromCache, false)
  })
}

test('a hidden tab whose neighbor got no answer sends a check 10 s later', async () => {
  let up = false
  const { browser, times, tabs, tick } = await restored(20, () => up)
  assert.is(times.length, 1)
  for (const { client } of tabs) assert.is(client.session.getInfo().fromCache, true)
  // The tab that sent the check is closed, so it will not retry.
  const { from } = browser.to('/sessions/authenticate')[0]!
  from.close()
  up = true
  await tick(15_000)
  assert.is(times.length, 2)
  for (const { tab, client } of tabs) if (tab !== from) assert.is(client.session.getInfo().fromCache, false)
})

test("a frozen tab that missed another tab's sign-out sends a check when it is shown", async () => {
  const { browser, open, times, tick } = returning()
  const { tab, client } = open()
  await tick(60_000)
  happens(tab, 'hidden')
  await tick(60_000)
  browser.stored.set(KEY, 'null')
  happens(tab, 'visible')
  await tick(10)
  assert.is(times.length, 2)
  assert.ok(client.session.getSync())
})

test("a frozen tab that missed another tab's check uses what that tab has stored", async () => {
  const { browser, open, times, tick } = returning()
  const { tab, client } = open()
  const other = open()
  await tick(60_000)
  happens(tab, 'hidden')
  await tick(REFRESH_PERIOD)
  const asked = times.length
  const state = signedInState()
  browser.stored.set(KEY, JSON.stringify({ ...state, user: { ...state.user, name: { first_name: 'Ada' } } }))
  browser.stored.set(`${KEY}::refresh`, JSON.stringify({ by: 'other', at: browser.clock.now - 1000 }))
  happens(tab, 'visible')
  await tick(10)
  assert.is(times.length, asked)
  assert.is(client.user.getSync()!.name?.first_name, 'Ada')
  other.tab.close()
})

test.run()
