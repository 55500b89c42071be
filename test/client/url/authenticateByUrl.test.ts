/**
 * Checks that a token in the URL is spent once, whatever mounts or is clicked
 * (docs/decisions/tokens-in-urls-are-spent-once.md).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answers, auth, json, ok, refusal } from '../answers.ts'
import { KEY, openBrowser, rejection, settle, type Network } from '../fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }
const LINK = 'https://app.example.com/login?next=%2Fa&token=t-1&stytch_token_type=magic_links#section'

const arrive = (authenticate: Network = () => ok(auth()), url = LINK) => {
  const browser = openBrowser({ network: answers({ 'POST /magic_links/authenticate': authenticate }) })
  const tab = browser.open({ url })
  return { browser, tab, client: tab.client(), sends: () => browser.to('/magic_links/authenticate') }
}

test('the token signs in, and leaves the URL before the call, while the rest of the URL stays', async () => {
  let during = ''
  const { tab, client, sends } = arrive(() => {
    during = tab.window.location.href
    return ok(auth())
  })
  tab.window.history.replaceState({ mine: 1 }, '')
  const length = tab.window.history.length
  const outcome = await client.authenticateByUrl(duration)
  assert.is(during, 'https://app.example.com/login?next=%2Fa#section')
  assert.is(outcome!.handled && outcome!.tokenType, 'magic_links')
  assert.is(outcome!.handled && outcome!.data.user_id, 'user-test-1')
  assert.equal(
    sends().map(({ body }) => body),
    [{ token: 't-1', session_duration_minutes: 30 }],
  )
  assert.equal(tab.window.history.state, { mine: 1 })
  assert.is(tab.window.history.length, length)
  assert.is(client.session.getSync()?.session_id, 'session-test-1')
})

test('any number of calls by any number of clients send one request and get one answer', async () => {
  const { tab, client, sends } = arrive()
  const calls = [client.authenticateByUrl(duration), client.authenticateByUrl(duration), tab.client().authenticateByUrl(duration)]
  const outcomes = await Promise.all(calls)
  assert.is(sends().length, 1)
  for (const outcome of outcomes) assert.ok(outcome?.handled)
  assert.is(await client.authenticateByUrl(duration), null)
})

test('a token that returns to the URL is not sent again', async () => {
  const { tab, client, sends } = arrive()
  await client.authenticateByUrl(duration)
  tab.window.history.replaceState(null, '', LINK)
  assert.ok((await client.authenticateByUrl(duration))?.handled)
  assert.is(sends().length, 1)
})

test('with clearParams: false the token stays in the URL, and is spent once', async () => {
  const { tab, client, sends } = arrive()
  for (let calls = 0; calls < 2; calls++) assert.ok((await client.authenticateByUrl({ ...duration, clearParams: false }))?.handled)
  assert.is(tab.window.location.href, LINK)
  assert.equal(
    sends().map(({ body }) => body),
    [{ token: 't-1', session_duration_minutes: 30 }],
  )
})

for (const clearParams of [undefined, true]) {
  test(`a URL that is not the page's is read in its place, and the page's stays: clearParams ${clearParams}`, async () => {
    const { tab, client, sends } = arrive(undefined, 'https://app.example.com/home?token=t-2&stytch_token_type=magic_links')
    const href = LINK.replace('t-1', 't-3')
    assert.ok((await client.authenticateByUrl({ ...duration, href, clearParams }))?.handled)
    assert.match(tab.window.location.href, 'token=t-2')
    assert.equal(
      sends().map(({ body }) => body),
      [{ token: 't-3', session_duration_minutes: 30 }],
    )
    assert.is(await client.authenticateByUrl({ href: 'https://app.example.com/' }), null)
  })
}

for (const query of ['', '?token=t', '?stytch_token_type=magic_links']) {
  const url = `https://app.example.com/login${query}`
  test(`without a token nothing happens: ${url}`, async () => {
    const { browser, tab, client } = arrive(undefined, url)
    await settle()
    browser.sent.length = 0
    assert.is(await client.authenticateByUrl(duration), null)
    assert.is(tab.window.location.href, url)
    assert.equal(browser.sent, [])
  })
}

for (const type of ['reset_password', 'login', 'sso', 'multi_tenant_magic_links', '__proto__', 'constructor']) {
  test(`a token of type ${type} is left alone`, async () => {
    const url = `https://app.example.com/login?token=t-1&stytch_token_type=${type}`
    const { tab, client, sends } = arrive(undefined, url)
    assert.equal(await client.authenticateByUrl(duration), { handled: false, tokenType: type, token: 't-1' })
    assert.is(tab.window.location.href, url)
    assert.is(sends().length, 0)
  })
}

/** How the first call fails, and whether the visitor can try again. */
const failures: [string, Network, boolean][] = [
  ['no answer', () => Promise.reject(new TypeError('offline')), true],
  ['502 with HTML', () => new Response('<h1>', { status: 502 }), true],
  ['503', () => refusal(503, 'unavailable'), true],
  ['503 of a proxy', () => json({ message: 'no healthy upstream' }, 503), true],
  ['429', () => refusal(429, 'too_many_requests'), true],
  ['a used link', () => refusal(401, 'unable_to_auth_magic_link'), false],
  ['an unknown link', () => refusal(404, 'token_not_found'), false],
  ['a schema error', () => json({ body: [] }, 400), false],
  ['a PKCE error', () => refusal(400, 'pkce_mismatch'), false],
]
for (const [name, first, retryable] of failures) {
  test(`${name}: ${retryable ? 'Try again sends the token once more' : 'there is no second call'}`, async () => {
    let up = false
    const { tab, client, sends } = arrive((request) => (up ? ok(auth()) : first(request)))
    const error = await rejection(client.authenticateByUrl(duration))
    assert.is(typeof error.again, retryable ? 'function' : 'undefined')
    assert.type(error.code, 'string')
    assert.is(tab.window.location.href, 'https://app.example.com/login?next=%2Fa#section')
    assert.is(sends().length, 1)
    if (!retryable) return
    up = true
    // Pressed twice.
    const outcomes = await Promise.all([error.again(), error.again()])
    assert.is(sends().length, 2)
    for (const outcome of outcomes) assert.is(outcome.data.user_id, 'user-test-1')
    assert.equal(
      sends().map(({ body }) => body),
      Array(2).fill({ token: 't-1', session_duration_minutes: 30 }),
    )
  })
}

test('a retry is possible as long as nothing answers', async () => {
  const { client, sends } = arrive(() => Promise.reject(new TypeError('offline')))
  let error = await rejection(client.authenticateByUrl(duration))
  for (let tries = 0; tries < 3; tries += 1) error = await rejection(error.again())
  assert.is(sends().length, 4)
})

const TYPES = {
  magic_links: 'POST /magic_links/authenticate',
  oauth: 'POST /oauth/authenticate',
  impersonation: 'POST /impersonation/authenticate',
}
for (const [tokenType, route] of Object.entries(TYPES)) {
  for (const signedIn of [false, true]) {
    const asks = signedIn || tokenType === 'oauth'
    for (const confirmed of [false, true]) {
      test(`confirm is ${asks ? `asked, and says ${confirmed}` : 'not asked'}: ${tokenType}, ${signedIn ? 'signed in' : 'nobody signed in'}`, async () => {
        const browser = openBrowser({ network: answers({ [route]: () => ok(auth()) }) })
        const tab = browser.open({ url: LINK.replace('magic_links', tokenType) })
        const client = tab.client()
        if (signedIn) await client.otps.authenticate('123456', 'method-1', duration)
        const asked: unknown[] = []
        const confirm = async (question: unknown) => (asked.push(question), confirmed)
        const outcome = await client.authenticateByUrl({ ...duration, confirm })
        assert.equal(asked, asks ? [{ tokenType }] : [])
        const spent = !asks || confirmed
        assert.equal([outcome!.handled, browser.to(route.split(' ')[1]!).length], [spent, spent ? 1 : 0])
        assert.is(tab.window.location.search.includes('t-1'), !spent)
      })
    }
  }
}

test('a sign-in that began here is not asked about for an hour', async () => {
  for (const [age, asks] of [
    [3599_000, 0],
    [3601_000, 1],
    [-5000, 1],
  ] as const) {
    const browser = openBrowser({ network: answers({ 'POST /oauth/authenticate': () => ok(auth()) }), fake: true })
    browser.stored.set(`${KEY}::BEGUN:oauth`, JSON.stringify({ created_at: browser.clock.now - age }))
    const client = browser.open({ url: LINK.replace('magic_links', 'oauth') }).client()
    let asked = 0
    void client.authenticateByUrl({ confirm: () => !!(asked += 1) })
    await settle()
    assert.is(asked, asks, `${age}`)
  }
})

test('a session lasts 30 minutes by default', async () => {
  const { client, sends } = arrive()
  await client.authenticateByUrl()
  assert.equal(
    sends().map(({ body }) => body),
    [{ token: 't-1', session_duration_minutes: 30 }],
  )
})

test.run()
