/** A client whose sessions are on the host's own server (`backend`). */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answers, auth, ok, refusal, session } from './answers.ts'
import { openBrowser, PT, rejection, settle, type OpenOptions, type Tab } from './fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }
const nobody = () => refusal(401, 'user_unauthenticated')

/** A tab whose client has a backend. */
const open = (backend: string, network: Parameters<typeof answers>[0] = {}, options?: OpenOptions) => {
  // the browser keeps the cookie of a log-in
  const kept = () => (browser.to('/otps/authenticate').length ? ok(auth()) : nobody())
  const browser = openBrowser({ network: answers({ 'POST /sessions/authenticate': kept, ...network }) })
  const tab = browser.open(options)
  return { browser, tab, client: new tab.latchkey.HeadlessClient({ backend }) }
}

const signIn = (client: InstanceType<Tab['latchkey']['HeadlessClient']>) => client.otps.authenticate('123456', 'method-1', duration)

for (const [backend, base] of [
  ['/auth', 'https://app.example.com/auth'],
  ['/a/b/', 'https://app.example.com/a/b'],
  ['https://login.example.org:8443', 'https://login.example.org:8443'],
  ['https://ada:secret@login.example.org/in/', 'https://login.example.org/in'],
] as const) {
  test(`a backend ${backend} gets every call, with cookies and without a token, and nothing else is sent`, async () => {
    const { browser, client } = open(backend)
    await signIn(client)
    client.destroy()
    await settle()
    const calls = browser.sent.map(({ method, url }) => `${method} ${url}`)
    assert.equal(
      calls.filter((call) => /bootstrap|events/.test(call)),
      [`GET ${base}/sdk/v1/projects/bootstrap/backend`],
    )
    assert.ok(calls.includes(`POST ${base}/sdk/v1/otps/authenticate`))
    for (const { url, headers, init } of browser.sent) {
      assert.ok(url.startsWith(`${base}/sdk/v1/`), url)
      assert.equal(Object.keys(headers).sort(), ['Content-Type', 'X-SDK-Client', 'X-SDK-Parent-Host'])
      assert.is(init.credentials, 'include')
    }
  })
}

test('a `<base>` of the page does not decide where a backend is', async () => {
  const browser = openBrowser({ network: answers() })
  const tab = browser.open()
  const base = tab.window.document.createElement('base')
  base.href = 'https://elsewhere.example/'
  tab.window.document.head.append(base)
  await signIn(new tab.latchkey.HeadlessClient({ backend: '/auth' }))
  for (const { url } of browser.sent) assert.ok(url.startsWith('https://app.example.com/auth/'), url)
})

test('no token of a session is in a cookie that scripts can read, whatever the backend answers, and old ones go', async () => {
  const { tab, client } = open('/auth')
  tab.window.document.cookie = 'stytch_session=old'
  const { session_token } = await signIn(client)
  // the answer of a backend that does not do its part
  assert.is(session_token, 'token of session-test-1')
  assert.ok(client.session.getSync())
  assert.is(tab.window.document.cookie, '')
  assert.is(client.session.getTokens(), null)
})

for (const [what, answer, isKept] of [
  ['of nobody', nobody, false],
  ['without a session', () => ok({ session: null }), false],
  ['of somebody else', () => ok(auth('session-test-2', { session: session('session-test-2', { user_id: 'user-test-2' }) })), false],
  ['of the same user in another tab', () => ok(auth('session-test-2')), true],
  ['of this session', () => ok(auth()), true],
  ['that never comes', () => Promise.reject(new TypeError('x')), true],
  ['of a server at fault', () => refusal(503, 'service_unavailable'), true],
] as const) {
  test(`a log-in counts once the server knows its session: an answer ${what}`, async () => {
    const { browser, client } = open('/auth', { 'POST /sessions/authenticate': answer as never })
    const told: unknown[] = []
    client.session.onChange((session) => told.push(session))
    const error = await signIn(client).then(
      () => undefined,
      (error) => error,
    )
    await settle()
    const isSignedIn = client.session.getSync()?.session_id === 'session-test-1'
    assert.equal([error?.code, isSignedIn], [isKept ? undefined : 'session_not_kept', isKept])
    assert.is(JSON.stringify(told).includes('session-test-1'), isKept)
    assert.equal(browser.to('/sessions/authenticate').at(-1)!.body, { session_optional: true })
  })
}

test('a page without a readable cookie asks the backend for the session, and keeps it', async () => {
  const { browser, client } = open('/auth', { 'POST /sessions/authenticate': () => ok(auth()) })
  await signIn(client)
  client.destroy()
  browser.sent.length = 0
  const reloaded = browser.open()
  const again = new reloaded.latchkey.HeadlessClient({ backend: '/auth' })
  assert.ok(again.session.getSync(), 'the state is there before the answer')
  assert.is(again.session.getInfo().fromCache, true)
  await settle()
  assert.is(browser.to('/sessions/authenticate').length, 1)
  assert.is(again.session.getInfo().fromCache, false)
  assert.ok(again.session.getSync())
})

test('pages that spell a backend in different ways share its session; another backend and a project do not', async () => {
  const { browser, client } = open('/auth')
  await signIn(client)
  const known = (options: object, publicToken?: string) => {
    const tab = browser.open()
    const of = publicToken ? tab.client(options, publicToken) : new tab.latchkey.HeadlessClient(options as { backend: string })
    return !!of.session.getSync()
  }
  assert.equal(
    [
      known({ backend: '/auth/' }),
      known({ backend: 'https://app.example.com/auth' }),
      known({ backend: '/admin' }),
      known({ endpointOptions: { apiDomain: 'login.example.com' } }, PT),
    ],
    [true, true, false, false],
  )
})

test('options of the provider beside a backend are said to have no effect, and have none', async () => {
  for (const [publicToken, options, said] of [
    [PT, { backend: '/auth' }, 'the public token has no effect'],
    ['', { backend: '/auth', customBaseUrl: 'https://elsewhere.example' }, 'customBaseUrl has no effect'],
    [
      PT,
      { backend: '/auth', endpointOptions: { apiDomain: 'x.example' }, cookieOptions: { path: '/a' } },
      'the public token, endpointOptions, cookieOptions have',
    ],
  ] as const) {
    const { browser, tab } = open('/other')
    browser.sent.length = 0
    const client = tab.client(options as never, publicToken)
    await signIn(client)
    for (const { url, from } of browser.sent) assert.ok(from === tab && url.startsWith('https://app.example.com/'), url)
    assert.ok(
      tab.console.some((text) => text.startsWith('warn [Latchkey] With a backend') && text.includes(said)),
      tab.console.join('\n'),
    )
  }
})

test('a client needs a public token or a backend, and says so', async () => {
  for (const options of [{}, { backend: '' }, { backend: 5 }]) {
    const { tab } = open('/other')
    tab.console.length = 0
    assert.is((await rejection(signIn(new tab.latchkey.HeadlessClient(options as never)))).code, 'unreachable')
    await settle()
    assert.ok(
      tab.console.some((text) => text.includes("new LatchkeyClient({ backend: '/auth' })")),
      tab.console.join('\n'),
    )
  }
  assert.throws(() => open('https://'), /URL/)
})

test('a name in Object.prototype is no backend', async () => {
  const browser = openBrowser({ network: answers() })
  const tab = browser.open()
  Object.assign(Object.prototype, { backend: 'https://elsewhere.example' })
  try {
    await signIn(tab.client())
    for (const { url } of browser.sent) assert.ok(url.startsWith('https://test.stytch.com/'), url)
  } finally {
    delete (Object.prototype as { backend?: string }).backend
  }
})

test('a product that the backend does not have is named once on the console; with the provider, nothing is', async () => {
  const unknown = () => refusal(404, 'route_not_found')
  for (const [route, call, said] of [
    ['POST /otps/sms/login_or_create', (client) => client.otps.sms.loginOrCreate('+15005550006'), "so 'otp' cannot work"],
    [
      'POST /passwords/authenticate',
      (client) => client.passwords.authenticate({ email: 'a@b.example', password: 'x', ...duration }),
      "so 'passwords' cannot work",
    ],
    ['PUT /users/me', (client) => client.user.update({ name: { first_name: 'Ada' } }), 'does not have PUT /users/me.'],
  ] satisfies [string, (client: InstanceType<Tab['latchkey']['HeadlessClient']>) => Promise<unknown>, string][]) {
    const { browser, tab, client } = open('/auth', { [route]: unknown })
    for (let times = 0; times < 2; times++) assert.is((await rejection(call(client))).error_type, 'route_not_found')
    assert.is(tab.console.filter((text) => text.includes(said)).length, 1, tab.console.join('\n'))
    const ofProvider = browser.open()
    await rejection(call(ofProvider.client()))
    assert.not.ok(ofProvider.console.some((text) => text.includes(route)))
  }
})

const demanded = { methods: ['totp', 'backup_code'], trusted_device: true }
for (const [what, said, required] of [
  ['with everything', { second_factor_required: true, methods: ['totp', 'backup_code'], trusted_device: true }, demanded],
  [
    'with methods that nobody knows',
    { second_factor_required: true, methods: ['retina', 5, null, '__proto__'], trusted_device: 'yes' },
    { methods: [], trusted_device: false },
  ],
  ['with nothing else', { second_factor_required: true }, { methods: [], trusted_device: false }],
  ['beside a session', { ...auth(), second_factor_required: true, methods: ['totp'] }, { methods: ['totp'], trusted_device: false }],
] as const) {
  test(`a demand for a second factor, said ${what}, is a typed answer, and nobody is signed in`, async () => {
    const { browser, client } = open('/auth', { 'POST /otps/authenticate': () => ok(said) })
    const { second_factor_required, session, session_token, session_jwt, user } = await signIn(client)
    assert.equal(second_factor_required, required)
    assert.equal([session, session_token, session_jwt, user], [null, '', '', undefined])
    assert.is(client.session.getSync(), null)
    browser.network = answers({ 'POST /sessions/authenticate': () => ok(auth()) })
    const { session: begun } = await client.totps.authenticate({ totp_code: '123456', trust_device: true, ...duration })
    assert.ok(begun)
    assert.equal(client.session.getSync(), begun)
    assert.equal(browser.to('/totps/authenticate')[0]!.body, { totp_code: '123456', trust_device: true, ...duration })
  })
}

test('a check of the session cannot demand a second factor, and neither can the provider', async () => {
  const demand = () => ok({ second_factor_required: true, methods: ['totp'] })
  const { client } = open('/auth', { 'POST /sessions/authenticate': demand })
  assert.is((await rejection(client.session.authenticate())).code, 'invalid_response')
  const browser = openBrowser({ network: answers({ 'POST /otps/authenticate': demand }) })
  assert.is((await rejection(signIn(browser.open().client() as never))).code, 'invalid_response')
})

test('One Tap, which is a frame of the provider, does not open', async () => {
  const { tab, client } = open('/auth')
  assert.equal(await client.oauth.googleOneTap.start(), { success: false, reason: 'backend' })
  assert.is(tab.window.document.querySelector('iframe'), null)
})

test.run()
