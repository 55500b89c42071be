/** Tests how a session begins, is kept in cookies, and ends (docs/decisions/README.md#sessions). */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { UNRECOVERABLE_ERROR_TYPES } from '../../../src/api/unrecoverable.ts'
import { answers, auth, ok, refusal, session, signedInState, user } from '../answers.ts'
import { bearer, KEY, openBrowser, rejection, settle, type Network, type OpenOptions } from '../fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }
const signIn = (client: ReturnType<ReturnType<typeof open>['tab']['client']>) => client.otps.authenticate('123456', 'm', duration)

const open = (routes: Record<string, Network> = {}, options: object = {}, where: OpenOptions = {}) => {
  const browser = openBrowser({ network: answers(routes) })
  const tab = browser.open(where)
  const client = tab.client(options)
  return { browser, tab, client, stored: () => JSON.parse(browser.stored.get(KEY) ?? '"nothing"') }
}

/** A browser in which somebody has signed in before, and a client that starts in it. */
const returning = (routes: Record<string, Network> = {}, options: object = {}, fake = false) => {
  const browser = openBrowser({ network: answers(routes), fake })
  browser.stored.set(KEY, JSON.stringify(signedInState()))
  const tab = browser.open()
  tab.window.document.cookie = `stytch_session=${encodeURIComponent('token of session-test-1')}; path=/`
  tab.window.document.cookie = `stytch_session_jwt=${encodeURIComponent('jwt of session-test-1')}; path=/`
  const client = tab.client(options)
  return { browser, tab, client, stored: () => JSON.parse(browser.stored.get(KEY) ?? '"nothing"') }
}

const cookies = (tab: ReturnType<typeof open>['tab']) =>
  tab.window.document.cookie
    .split('; ')
    .filter((pair) => pair !== '')
    .sort()

// --- Beginning
// -------------------------------------------------------------------------------------------------

test('a log-in sets cookies and a state', async () => {
  const { tab, client, stored } = open()
  assert.equal([client.session.getSync(), client.user.getSync(), client.session.getTokens()], [null, null, null])
  const answer = await signIn(client)
  assert.is(answer.session_token, 'token of session-test-1')
  assert.equal(client.session.getSync(), session())
  assert.equal(client.user.getSync(), user())
  assert.equal(client.session.getTokens(), { session_token: 'token of session-test-1', session_jwt: 'jwt of session-test-1' })
  assert.equal(stored(), signedInState())
  assert.equal(cookies(tab), ['stytch_session=token%20of%20session-test-1', 'stytch_session_jwt=jwt%20of%20session-test-1'])
})

test('a session that ends in another tab while this page is still loading ends here, too', async () => {
  for (const stored of [JSON.stringify(signedInState()), 'null']) {
    const { browser, tab, client } = returning()
    assert.equal(client.session.getSync(), session())
    const heard: object[] = []
    client.onStateChange((state) => void heard.push(state))
    for (const name of ['stytch_session', 'stytch_session_jwt']) tab.window.document.cookie = `${name}=; path=/; max-age=0`
    browser.stored.set(KEY, stored)
    await settle()
    assert.equal([client.session.getInfo(), client.user.getSync(), heard], [{ session: null, fromCache: false }, null, [{}]])
    assert.equal([browser.stored.get(KEY) ?? 'null', browser.to('/sessions/authenticate').length], ['null', 0])
  }
})

const inApp = 'https://app.example.com/app/home'
/**
 * How a page comes not to see the session's cookies: its URL and what the browser does, and the
 * client's options in all tabs.
 */
const blind: [string, OpenOptions, object][] = [
  ['the browser hides them', { cookies: 'blocked' }, {}],
  ['reading them throws', { cookies: 'throw' }, {}],
  ['the page is beside their path', { url: 'https://app.example.com/application' }, { cookieOptions: { path: '/app' } }],
  ['the page is above their path', { url: 'https://app.example.com/' }, { cookieOptions: { path: '/app' } }],
]

for (const [why, where, options] of blind) {
  test(`a page that does not see the session's cookies has no session, and the other tabs keep theirs: ${why}`, async () => {
    const { browser, tab, client, stored } = open({}, options, { url: inApp })
    await signIn(client)
    const held = cookies(tab)
    assert.is(held.length, 2)
    const page = browser.open(where)
    const blindClient = page.client(options)
    await settle()
    assert.equal(blindClient.session.getInfo(), { session: null, fromCache: false })
    assert.equal([client.session.getSync(), stored(), cookies(tab)], [session(), signedInState(), held])
  })
}

test('a page that would see the cookies still ends a session without any', async () => {
  const { browser, tab, client, stored } = open({}, {}, { url: inApp })
  await signIn(client)
  for (const name of ['stytch_session', 'stytch_session_jwt']) tab.window.document.cookie = `${name}=; path=/; max-age=0`
  browser.open({ url: inApp }).client()
  await settle()
  assert.equal([client.session.getSync(), stored(), cookies(tab)], [null, null, []])
})

/** Options, URL, and the attributes of the session's cookie. */
const scopes: [string, object, string, string[]][] = [
  ['by default', {}, 'https://app.example.com/a/b', ['max-age=1800', 'path=/', 'samesite=lax', 'secure']],
  ['on localhost', {}, 'http://localhost:3000/', ['max-age=1800', 'path=/', 'samesite=lax']],
  ['with a path', { path: '/a' }, 'https://app.example.com/a/b', ['max-age=1800', 'path=/a', 'samesite=lax', 'secure']],
  [
    'for subdomains',
    { availableToSubdomains: true },
    'https://app.example.com:8443/',
    ['domain=app.example.com', 'max-age=1800', 'path=/', 'samesite=lax', 'secure'],
  ],
  [
    'for a domain',
    { availableToSubdomains: true, domain: 'example.com' },
    'https://app.example.com/',
    ['domain=example.com', 'max-age=1800', 'path=/', 'samesite=lax', 'secure'],
  ],
  [
    'for a domain without availableToSubdomains',
    { domain: 'example.com' },
    'https://app.example.com/',
    ['max-age=1800', 'path=/', 'samesite=lax', 'secure'],
  ],
]
for (const [name, cookieOptions, url, expected] of scopes) {
  test(`the session's cookies ${name}`, async () => {
    const { tab, client } = open({}, { cookieOptions }, { url })
    await signIn(client)
    for (const cookie of ['stytch_session', 'stytch_session_jwt']) {
      const written = tab.cookieWrites.filter((text) => text.startsWith(`${cookie}=`) && !text.startsWith(`${cookie}=;`)).at(-1)!
      assert.equal(written.split('; ').slice(1).sort(), expected)
    }
    assert.equal(tab.console, [])
  })
}

test('the cookies have the names that the host chose', async () => {
  const names = { opaqueTokenCookieName: 'o', jwtCookieName: 'j', istCookieName: 'i' }
  const { tab, client } = open({}, { cookieOptions: names })
  await signIn(client)
  assert.equal(cookies(tab), ['j=jwt%20of%20session-test-1', 'o=token%20of%20session-test-1'])
  assert.ok(tab.cookieWrites.some((text) => text.startsWith('i=;')))
  assert.not.ok(tab.cookieWrites.some((text) => text.startsWith('stytch_')))
})

test("a cookie lives as long as the server's own times say, whatever the visitor's clock", async () => {
  const times = { last_accessed_at: '2031-01-01T00:00:00Z', expires_at: '2031-01-01T01:00:30Z' }
  const { tab, client } = open({ 'POST /otps/authenticate': () => ok(auth('s', { session: session('s', times) })) })
  await signIn(client)
  assert.ok(tab.cookieWrites.some((text) => text.startsWith('stytch_session=token') && text.includes('max-age=3630')))
})

test('impossible times make a session cookie, which ends with the browser', async () => {
  for (const times of [{ expires_at: 'never' }, { last_accessed_at: undefined }, { expires_at: '2020-01-01T00:00:00Z' }]) {
    const { tab, client } = open({ 'POST /otps/authenticate': () => ok(auth('s', { session: session('s', times) })) })
    await signIn(client)
    const written = tab.cookieWrites.filter((text) => text.startsWith('stytch_session=token')).at(-1)!
    assert.not.ok(written.includes('max-age'), written)
    assert.is(client.session.getTokens()?.session_token, 'token of s')
  }
})

test("a session in HttpOnly cookies clears the page's own cookies, and is a session", async () => {
  const { tab, client, stored } = open({ 'POST /sessions/authenticate': () => ok(auth('s-2', { session_token: '', session_jwt: '' })) })
  await signIn(client)
  await client.session.authenticate()
  assert.equal(cookies(tab), [])
  assert.is(client.session.getTokens(), null)
  assert.is(client.session.getSync()?.session_id, 's-2')
  assert.is(stored().session.session_id, 's-2')
})

test('a log-in ends the intermediate token', async () => {
  const { tab, client } = open()
  tab.window.document.cookie = 'stytch_intermediate_session_token=i; path=/'
  await signIn(client)
  assert.not.ok(cookies(tab).some((pair) => pair.includes('intermediate')))
})

test('updateSession writes cookies and sends nothing', async () => {
  const { browser, tab, client } = open()
  await settle()
  browser.sent.length = 0
  client.session.updateSession({ session_token: 'their token', session_jwt: 'their jwt' })
  assert.equal(client.session.getTokens(), { session_token: 'their token', session_jwt: 'their jwt' })
  assert.is(client.session.getSync(), null)
  assert.ok(tab.cookieWrites.some((text) => text.startsWith('stytch_intermediate_session_token=; ')))
  for (const text of tab.cookieWrites.filter((written) => written.includes('their'))) assert.not.ok(text.includes('max-age'))
  assert.equal(browser.sent, [])
  assert.is((await client.session.authenticate()).session.session_id, 'session-test-1')
  assert.is(bearer(browser.to('/sessions/authenticate')[0]!), 'their token')
})

test('getTokens needs both tokens', () => {
  const { client } = open()
  client.session.updateSession({ session_token: 'their token' })
  assert.is(client.session.getTokens(), null)
})

test('a token without a JWT does not get the JWT of the session before', async () => {
  const { client } = open()
  await signIn(client)
  client.session.updateSession({ session_token: 'their token' })
  assert.is(client.session.getTokens(), null)
})

// --- Starting
// -------------------------------------------------------------------------------------------------

test('a state without its cookie is signed out at the start, here and in storage', async () => {
  const browser = openBrowser({ network: answers() })
  browser.stored.set(KEY, JSON.stringify(signedInState()))
  const client = browser.open().client()
  assert.equal(
    [client.session.getInfo(), client.user.getInfo()],
    [
      { session: null, fromCache: false },
      { user: null, fromCache: false },
    ],
  )
  await settle()
  assert.is(browser.stored.get(KEY), 'null')
  assert.is(browser.to('/sessions').length, 0)
})

test("on the project's own domain the cookie can be HttpOnly, so the state stays until the server has answered", async () => {
  const options = { endpointOptions: { apiDomain: 'api.acme.example' } }
  const network: Network = ({ path, ...rest }) =>
    path === '/sessions/authenticate' ? ok(auth('s-2', { session_token: '', session_jwt: '' })) : answers()({ path, ...rest })
  const browser = openBrowser({ network })
  const live = 'public-token-live-1'
  browser.stored.set(`stytch_sdk_state_${live}`, JSON.stringify(signedInState()))
  const client = browser.open().client(options, live)
  assert.equal(client.session.getInfo(), { session: session(), fromCache: true })
  await settle()
  assert.equal(client.session.getInfo(), { session: session('s-2'), fromCache: false })
})

test('a cookie without a state is checked', async () => {
  const browser = openBrowser({ network: answers() })
  const tab = browser.open()
  tab.window.document.cookie = 'stytch_session=s; path=/'
  const client = tab.client()
  assert.equal(client.session.getInfo(), { session: null, fromCache: true })
  await settle()
  assert.equal(client.session.getInfo(), { session: session(), fromCache: false })
})

for (const [name, state] of Object.entries({
  'not JSON': '{',
  null: 'null',
  'a number': '5',
  'a list': '[]',
  'a session alone': JSON.stringify({ session: session() }),
  'ids of another type': JSON.stringify({ session: { session_id: 5 }, user: { user_id: {} } }),
  strings: '{"session":"s","user":"u"}',
})) {
  test(`a cached state that is ${name} is ignored until the server has answered`, async () => {
    const browser = openBrowser({ network: answers() })
    browser.stored.set(KEY, state)
    const tab = browser.open()
    tab.window.document.cookie = 'stytch_session=s; path=/'
    const client = tab.client()
    assert.equal([client.session.getSync(), client.user.getSync()], [null, null])
    await settle()
    assert.is(client.session.getSync()?.session_id, 'session-test-1')
  })
}

// --- Ending
// -------------------------------------------------------------------------------------------------

/** Each answer, and whether it ends a session. */
const endings: [string, Network, boolean][] = [
  ...UNRECOVERABLE_ERROR_TYPES.map((type): [string, Network, boolean] => [`401 ${type}`, () => refusal(401, type), true]),
  ['404 session_not_found', () => refusal(404, 'session_not_found'), true],
  ['401 of another type', () => refusal(401, 'unauthorized_action'), false],
  ['401 invalid_session_token', () => refusal(401, 'invalid_session_token'), false],
  ['401 with HTML', () => new Response('<h1>', { status: 401 }), false],
  ['403 of a proxy', () => new Response('{}', { status: 403, headers: { 'content-type': 'application/json' } }), false],
  ['400 schema error', () => new Response('{"body":[]}', { status: 400, headers: { 'content-type': 'application/json' } }), false],
  ['429', () => refusal(429, 'too_many_requests'), false],
  ['500', () => refusal(500, 'internal_server_error'), false],
  ['502 with HTML', () => new Response('<h1>', { status: 502 }), false],
  ['200 without a session', () => ok({}), false],
  ['offline', () => Promise.reject(new TypeError('offline')), false],
]

for (const [name, answer, ends] of endings) {
  const verdict = ends ? 'signs out' : 'leaves the session alone'
  const expect = ({ tab, client, stored }: Omit<ReturnType<typeof returning>, 'browser'>) => {
    assert.is(client.session.getSync()?.session_id, ends ? undefined : 'session-test-1')
    assert.is(client.session.getTokens()?.session_token, ends ? undefined : 'token of session-test-1')
    assert.equal(cookies(tab).length, ends ? 0 : 2)
    assert.equal(stored(), ends ? null : signedInState())
  }

  test(`session.authenticate: ${name} ${verdict}, and rejects`, async () => {
    let bad = false
    const all = returning({ 'POST /sessions/authenticate': (sent) => (bad ? answer(sent) : ok(auth())) })
    await settle()
    bad = true
    const error = await rejection(all.client.session.authenticate(duration))
    assert.type(error.code, 'string')
    expect(all)
  })

  test(`the check at the start: ${name} ${verdict}`, async () => {
    const all = returning({ 'POST /sessions/authenticate': answer }, {}, true)
    await all.browser.clock.tickAsync(0)
    await settle()
    expect(all)
    assert.equal(all.tab.console.filter((text) => text.startsWith('warn')).length, ends ? 1 : 0)
  })

  test(`session.revoke: ${name} ${verdict}, and rejects, and with forceClear it always signs out`, async () => {
    const all = returning({ 'POST /sessions/revoke': answer })
    await settle()
    // A success without data is still a success.
    if (name === '200 without a session') return void (await all.client.session.revoke())
    assert.type((await rejection(all.client.session.revoke())).code, 'string')
    expect(all)
    const forced = returning({ 'POST /sessions/revoke': answer })
    await settle()
    await rejection(forced.client.session.revoke({ forceClear: true }))
    assert.equal([forced.client.session.getSync(), cookies(forced.tab), forced.stored()], [null, [], null])
  })
}

test('an unrecoverable error of another call ends nothing', async () => {
  const { client } = returning({
    'POST /otps/authenticate': () => refusal(401, 'unauthorized_credentials'),
    'GET /users/me': () => refusal(401, 'user_unauthenticated'),
  })
  await settle()
  await rejection(signIn(client))
  await rejection(client.user.get())
  assert.is(client.session.getSync()?.session_id, 'session-test-1')
})

test('revoke answers, sends no body and signs out', async () => {
  const { browser, tab, client, stored } = returning()
  await settle()
  assert.is((await client.session.revoke()).status_code, 200)
  assert.is(browser.to('/sessions/revoke')[0]!.init.body, undefined)
  assert.equal([client.session.getSync(), client.user.getSync(), client.session.getTokens()], [null, null, null])
  assert.equal([cookies(tab), stored()], [[], null])
})

test('signing out removes the cookies in every scope that they can have', async () => {
  const { browser, tab, client } = returning({}, { cookieOptions: { availableToSubdomains: true, domain: 'example.com', path: '/login' } })
  browser.stored.set(`${KEY}::seen_domains`, '["old.example.com", 5]')
  await settle()
  tab.cookieWrites.length = 0
  await client.session.revoke()
  for (const name of ['stytch_session', 'stytch_session_jwt', 'stytch_intermediate_session_token']) {
    const scopes = new Set(
      tab.cookieWrites
        .filter((text) => text.startsWith(`${name}=;`))
        .map((text) => {
          assert.match(text, /max-age=0/)
          return ['domain', 'path'].map((part) => new RegExp(`${part}=([^;]*)`).exec(text)?.[1] ?? '-').join(' ')
        }),
    )
    const expected = ['-', 'app.example.com', 'example.com', 'old.example.com'].flatMap((domain) => [`${domain} -`, `${domain} /login`])
    assert.equal([...scopes].sort(), expected.sort())
  }
})

test('signing out removes a copy in the domain of the options that another program has written', async () => {
  const { tab, client } = returning({}, { cookieOptions: { domain: 'example.com' } })
  await settle()
  tab.window.document.cookie = 'stytch_session=theirs; path=/; domain=example.com'
  assert.is(cookies(tab).length, 3)
  await client.session.revoke()
  assert.equal(cookies(tab), [])
})

test('a copy of the cookie in an earlier domain does not survive a log-in', async () => {
  const browser = openBrowser({ network: answers() })
  const first = browser.open()
  await signIn(first.client({ cookieOptions: { availableToSubdomains: true, domain: 'example.com' } }))
  assert.equal(JSON.parse(browser.stored.get(`${KEY}::seen_domains`)!), ['example.com'])
  browser.network = answers({ 'POST /otps/authenticate': () => ok(auth('s-2')) })
  const second = browser.open()
  await signIn(second.client())
  assert.equal(cookies(second), ['stytch_session=token%20of%20s-2', 'stytch_session_jwt=jwt%20of%20s-2'])
})

test('a copy that cannot be found causes a warning', async () => {
  const { tab, client } = open({}, {}, { url: 'https://app.example.com/a/b' })
  tab.window.document.cookie = 'stytch_session=theirs; path=/a/b'
  await signIn(client)
  assert.match(tab.console.join('\n'), 'warn [Latchkey] Another cookie has the name of the session')
})

// --- Where the browser keeps nothing
// ----------------------------------------------------------------------------------

for (const where of [
  { cookies: 'blocked' },
  { cookies: 'throw' },
  { storage: 'blocked' },
  { storage: 'full' },
  { storage: 'missing' },
  { cookies: 'throw', storage: 'blocked' },
  { cookies: 'blocked', storage: 'full' },
] as OpenOptions[]) {
  test(`with ${JSON.stringify(where)} the session stays in memory, with one warning`, async () => {
    const { browser, tab, client } = open({}, {}, where)
    const heard: unknown[] = []
    client.onStateChange((state) => heard.push(state))
    await signIn(client)
    assert.equal(client.session.getTokens(), { session_token: 'token of session-test-1', session_jwt: 'jwt of session-test-1' })
    assert.is(client.session.getSync()?.session_id, 'session-test-1')
    await client.user.get()
    assert.is(bearer(browser.to('/users/me')[0]!), 'token of session-test-1')
    assert.is((await client.session.authenticate()).session.session_id, 'session-test-1')
    assert.equal(
      tab.console.map((text) => text.replace(/:.*/, '')),
      // in the order in which they are noticed
      [
        ...(where.storage ? ['warn [Latchkey] Storage is blocked'] : []),
        ...(where.cookies ? ["warn [Latchkey] The browser refused the session's cookie (blocked), so the session ends with the page"] : []),
      ],
    )
    // Another tab finds no cookie, and must not sign this one out.
    if (where.cookies) {
      browser.open(where).client()
      await settle()
      assert.is(client.session.getSync()?.session_id, 'session-test-1')
    }
    await client.session.revoke()
    assert.equal([client.session.getTokens(), client.session.getSync()], [null, null])
    assert.equal(heard.length, 2)
    assert.equal(tab.reported, [])
  })
}

// --- At the same time
// -------------------------------------------------------------------------------------------------

/** Calls that the test answers one by one. */
const byHand = () => {
  const waiting: { path: string; answer(response: Response): Promise<void> }[] = []
  const network: Network = ({ path }) =>
    new Promise((done) => {
      waiting.push({
        path,
        answer: async (response) => {
          done(response)
          await settle()
        },
      })
    })
  const take = (path: string) =>
    waiting.splice(
      waiting.findIndex((call) => call.path === path),
      1,
    )[0]!
  return { network, take, waiting }
}
const hand = (paths: string[]) => {
  const { network, take, waiting } = byHand()
  return { routes: Object.fromEntries(paths.map((path) => [`POST ${path}`, network])), take, waiting }
}

test('of two log-ins the one that began later wins, in any order of the answers', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { routes, waiting } = hand(['/otps/authenticate'])
    const { client, stored } = open(routes)
    const calls = [signIn(client), signIn(client)]
    await settle()
    for (const which of order) await waiting[which]!.answer(ok(auth(`s-${which}`)))
    assert.equal(
      (await Promise.all(calls)).map(({ session }) => session.session_id),
      ['s-0', 's-1'],
    )
    assert.is(client.session.getSync()?.session_id, 's-1')
    assert.is(client.session.getTokens()?.session_token, 'token of s-1')
    assert.is(stored().session.session_id, 's-1')
  }
})

test('a session.authenticate that another session overtakes is repeated for that session', async () => {
  const { routes, take } = hand(['/sessions/authenticate'])
  const { browser, client } = open(routes)
  await signIn(client)
  const checked = client.session.authenticate()
  await settle()
  browser.network = answers({ ...routes, 'POST /otps/authenticate': () => ok(auth('s-2')) })
  await signIn(client)
  await take('/sessions/authenticate').answer(ok(auth('session-test-1')))
  assert.is(client.session.getSync()?.session_id, 's-2')
  await take('/sessions/authenticate').answer(ok(auth('s-2', { session_jwt: 'newer' })))
  assert.is((await checked).session_jwt, 'newer')
  assert.is(client.session.getTokens()?.session_jwt, 'newer')
})

test('an unrecoverable answer about a session that has been replaced ends nothing', async () => {
  const { routes, take } = hand(['/sessions/authenticate'])
  const { browser, client } = open(routes)
  await signIn(client)
  const checked = client.session.authenticate()
  await settle()
  browser.network = answers({ ...routes, 'POST /otps/authenticate': () => ok(auth('s-2')) })
  await signIn(client)
  await take('/sessions/authenticate').answer(refusal(404, 'session_not_found'))
  assert.is(client.session.getSync()?.session_id, 's-2')
  await take('/sessions/authenticate').answer(ok(auth('s-2')))
  assert.is((await checked).session.session_id, 's-2')
})

test('neither a refresh that is under way nor a late user undoes a sign-out', async () => {
  const { routes, take } = hand(['/sessions/authenticate'])
  const { network, take: takeUser } = byHand()
  const { client, tab, stored } = returning({ ...routes, 'GET /users/me': network })
  const got = client.user.get()
  await settle()
  await client.session.revoke()
  const heard: unknown[] = []
  client.onStateChange((state) => heard.push(state))
  await take('/sessions/authenticate').answer(ok(auth()))
  await takeUser('/users/me').answer(ok(user()))
  assert.is((await got).user_id, 'user-test-1')
  assert.equal([client.session.getSync(), client.user.getSync(), cookies(tab), stored(), heard], [null, null, [], null, []])
})

test('the first check does not undo a sign-out of which neither cookie nor state has a trace', async () => {
  const { routes, take } = hand(['/sessions/authenticate'])
  const browser = openBrowser({ network: answers(routes) })
  const client = browser.open().client({ endpointOptions: { apiDomain: 'api.acme.example' } }, 'public-token-live-1')
  await settle()
  await client.session.revoke()
  await take('/sessions/authenticate').answer(ok(auth('s', { session_token: '', session_jwt: '' })))
  assert.is(client.session.getSync(), null)
})

test("a late user is not added to somebody else's session", async () => {
  const { network, take } = byHand()
  const { browser, client } = open({ 'GET /users/me': network })
  await signIn(client)
  const got = client.user.get()
  await settle()
  browser.network = answers({ 'POST /otps/authenticate': () => ok(auth('s-2', { user_id: 'user-test-2', user: user('user-test-2') })) })
  await signIn(client)
  await take('/users/me').answer(ok(user()))
  await got
  assert.is(client.user.getSync()?.user_id, 'user-test-2')
})

for (const elsewhere of ['signs out', 'signs in as somebody else'] as const) {
  test(`a late user is ignored if another tab ${elsewhere} meanwhile`, async () => {
    const { network, take } = byHand()
    const { browser, client } = open({ 'GET /users/me': network })
    await signIn(client)
    const other = browser.open().client()
    await settle()
    const got = client.user.get()
    await settle()
    const theirs = { user_id: 'user-test-2', user: user('user-test-2'), session: session('s-2', { user_id: 'user-test-2' }) }
    browser.network = answers({ 'POST /otps/authenticate': () => ok(auth('s-2', theirs)) })
    await (elsewhere === 'signs out' ? other.session.revoke() : signIn(other))
    await settle()
    await take('/users/me').answer(ok(user()))
    assert.is((await got).user_id, 'user-test-1')
    const now = elsewhere === 'signs out' ? undefined : 'user-test-2'
    assert.equal([client.user.getSync()?.user_id, other.user.getSync()?.user_id], [now, now])
  })
}

test('of two checks the one that began later wins, in any order of the answers', async () => {
  const until = (minute: number) =>
    ok(
      auth('session-test-1', {
        session: session('session-test-1', { expires_at: `2026-11-21T12:${minute}:00Z` }),
        session_jwt: `until ${minute}`,
      }),
    )
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { routes, waiting } = hand(['/sessions/authenticate'])
    const { client } = open(routes)
    await signIn(client)
    const calls = [
      client.session.authenticate({ session_duration_minutes: 5 }),
      client.session.authenticate({ session_duration_minutes: 45 }),
    ]
    await settle()
    for (const which of order) await waiting[which]!.answer(until(which ? 45 : 15))
    assert.equal(
      (await Promise.all(calls)).map(({ session_jwt }) => session_jwt),
      ['until 15', 'until 45'],
    )
    assert.equal([client.session.getSync()?.expires_at, client.session.getTokens()?.session_jwt], ['2026-11-21T12:45:00Z', 'until 45'])
  }
})

test('a log-in that began after a sign-out stays, in any order of the answers', async () => {
  for (const order of [
    ['/sessions/revoke', '/otps/authenticate'],
    ['/otps/authenticate', '/sessions/revoke'],
  ]) {
    const { routes, take } = hand(['/sessions/revoke', '/otps/authenticate'])
    const { client, stored } = returning(routes)
    await settle()
    const calls = [client.session.revoke(), signIn(client)]
    await settle()
    for (const path of order) await take(path).answer(ok(path === '/otps/authenticate' ? auth('s-2') : {}))
    await Promise.all(calls)
    assert.is(client.session.getSync()?.session_id, 's-2', order.join())
    assert.is(client.session.getTokens()?.session_token, 'token of s-2')
    assert.is(stored().session.session_id, 's-2')
  }
})

test('a log-in that is under way survives when the session before it turns out to be invalid', async () => {
  const { routes, take } = hand(['/sessions/authenticate', '/otps/authenticate'])
  const { client, stored } = returning(routes)
  const call = signIn(client)
  await settle()
  await take('/sessions/authenticate').answer(refusal(404, 'session_not_found'))
  assert.is(client.session.getSync(), null)
  await take('/otps/authenticate').answer(ok(auth('s-2')))
  await call
  assert.is(client.session.getSync()?.session_id, 's-2')
  assert.is(stored().session.session_id, 's-2')
})

test('a log-in that began before a sign-out does not undo it', async () => {
  const { routes, take } = hand(['/otps/authenticate'])
  const { client } = returning(routes)
  await settle()
  const late = signIn(client)
  await settle()
  await client.session.revoke()
  await take('/otps/authenticate').answer(ok(auth('s-2')))
  await late
  assert.is(client.session.getSync(), null)
})

test('a sign-out ends the session even if it is refreshed meanwhile', async () => {
  const { routes, take } = hand(['/sessions/revoke', '/sessions/authenticate'])
  const { client } = returning(routes)
  await settle()
  await take('/sessions/authenticate').answer(ok(auth()))
  const revoked = client.session.revoke()
  const checked = client.session.authenticate().catch(() => {})
  await settle()
  await take('/sessions/authenticate').answer(ok(auth('session-test-1', { session_jwt: 'newer' })))
  await take('/sessions/revoke').answer(ok({}))
  await Promise.all([revoked, checked])
  assert.equal([client.session.getSync(), client.session.getTokens()], [null, null])
})

/**
 * A tab whose browser refuses cookies longer than `limit`, as browsers do from 4096 bytes on. The
 * earlier cookie stays.
 */
const withSmallJar = (limit: number) => open({}, {}, { cookies: (text) => text.length <= limit })

test('a cookie that the browser refuses while an old one stays: the new token counts, on this page, with one warning', async () => {
  const { browser, tab, client } = withSmallJar(4096)
  await signIn(client)
  const big = 'j'.repeat(4096)
  browser.network = answers({ 'POST /sessions/authenticate': () => ok(auth('session-test-1', { session_jwt: big })) })
  await client.session.authenticate()
  assert.ok(cookies(tab).includes('stytch_session_jwt=jwt%20of%20session-test-1'))
  assert.equal(client.session.getTokens(), { session_token: 'token of session-test-1', session_jwt: big })
  assert.equal(
    tab.console.map((text) => text.replace(/\..*/, '')),
    ['warn [Latchkey] The JWT of the session is longer than a cookie can be'],
  )
  // The old cookie has expired, or another tab has replaced it.
  tab.window.document.cookie = 'stytch_session_jwt=; path=/; max-age=0'
  await settle()
  assert.is(client.session.getTokens()!.session_jwt, big)
  tab.window.document.cookie = 'stytch_session_jwt=newer; path=/'
  assert.is(client.session.getTokens()!.session_jwt, 'newer')
  await client.session.revoke()
  assert.equal([client.session.getTokens(), cookies(tab)], [null, []])
})

test("a token that is refused while another session's stays: calls use the new session", async () => {
  const { browser, client } = withSmallJar(200)
  await signIn(client)
  const token = 't'.repeat(200)
  browser.network = answers({ 'POST /otps/authenticate': () => ok(auth('s-2', { session_token: token })) })
  await signIn(client)
  await client.user.get()
  assert.is(bearer(browser.to('/users/me')[0]!), token)
})

test('a user who was asked for before a log-in of the same session is not kept after it', async () => {
  const { browser, client } = open()
  await signIn(client)
  let release!: () => void
  const held = new Promise<void>((resolve) => (release = resolve))
  browser.network = answers({
    'GET /users/me': async () => (await held, ok(user('user-test-1', { status: 'older' }))),
    'POST /otps/authenticate': () => ok(auth('session-test-1', { user: user('user-test-1', { status: 'newer' }) })),
  })
  const older = client.user.get()
  await signIn(client)
  release()
  await older
  assert.is((client.user.getSync() as unknown as { status: string }).status, 'newer')
})

test.run()
