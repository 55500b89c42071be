/**
 * Better Auth's raw routes, as a host mounts them: which are there, and what reaches Better Auth.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { authRoutes, latchkey } from '../../../src/server/betterAuth/index.ts'
import { createHmac } from 'node:crypto'
import { appHooks, listApps, removeApp } from '../../../src/server/betterAuth/plugin/apps.ts'
import { limitHooks } from '../../../src/server/betterAuth/plugin/limits.ts'
import { createWatch } from '../../../src/server/betterAuth/plugin/proof.ts'
import { ORIGIN } from '../bridge/calling.ts'
import { fakeAuth, memoryAdapter, user } from './fakeAuth.ts'

const test = suite('better-auth: raw routes')

const all = {
  'POST /oauth2/token': () => Response.json({}),
  'GET /oauth2/authorize': () => Response.json({}),
  'POST /callback/apple': () => Response.json({}),
  'POST /two-factor/enable': () => Response.json({}),
}

const ask = async (route: string, headers: Record<string, string> = {}, body?: BodyInit, options = {}, address?: string) => {
  const stand = fakeAuth(all)
  const [method, path] = route.split(' ') as [string, string]
  const request = new Request(`${ORIGIN}/api/auth${path}`, { method, headers, body })
  const response = await authRoutes(stand.auth, options)(request, { address })
  return {
    status: response.status,
    cache: response.headers.get('cache-control'),
    seen: stand.requests.at(-1)?.request,
    routes: stand.routes(),
  }
}

test('the address of the connection replaces what the request says, and no header of a proxy goes on', async () => {
  const forged = {
    'x-forwarded-for': '198.51.100.1',
    'x-real-ip': '198.51.100.1',
    forwarded: 'for=198.51.100.1',
    'x-forwarded-host': 'evil.example',
    'x-latchkey-code': 'a',
  }
  const { seen } = await ask('POST /oauth2/token', { ...forged, 'content-type': 'application/json' }, '{}', {}, '203.0.113.7')
  assert.equal(Object.fromEntries(seen!.headers), {
    'content-type': 'application/json',
    'x-forwarded-for': '203.0.113.7',
    'x-latchkey': '1',
  })
  assert.is(
    (await ask('POST /oauth2/token', forged, '{}', { trustProxy: true }, '10.0.0.1')).seen!.headers.get('x-forwarded-for'),
    '198.51.100.1',
  )
})

test('with and without a slash at the end, it is one route', async () => {
  for (const [route, routes] of [
    ['POST /callback/apple/', ['POST /callback/apple']],
    ['POST /oauth2/token/', ['POST /oauth2/token']],
    ['POST /oauth2/token//', []],
    ['POST /sign-in/email/', []],
  ] as const)
    assert.equal((await ask(route)).routes, routes, route)
})

test("a return without its state ends on the page with the form, not on Better Auth's own", async () => {
  for (const [to, loginPage, expected] of [
    [`${ORIGIN}/api/auth/error?error=state_not_found`, undefined, '/?error=state_not_found'],
    ['/api/auth/error?error=state_mismatch&error_description=a+b', '/login?a=1', '/login?a=1&error=state_mismatch&error_description=a+b'],
    [`${ORIGIN}/api/auth/error?error=x`, '/#/login', '/?error=x#/login'],
    [`${ORIGIN}/other?error=access_denied`, '/login', `${ORIGIN}/other?error=access_denied`],
    [`${ORIGIN}/api/auth/error/deep?error=x`, '/login', `${ORIGIN}/api/auth/error/deep?error=x`],
  ] as const) {
    const { auth } = fakeAuth({ 'GET /callback/github': () => new Response(null, { status: 302, headers: { Location: to } }) })
    const { status, headers } = await authRoutes(auth, { loginPage })(new Request(`${ORIGIN}/api/auth/callback/github?code=1`))
    assert.equal([status, headers.get('location'), headers.get('cache-control')], [302, expected, 'no-store'])
  }
})

test('Authorization goes on only where apps authenticate', async () => {
  const headers = { authorization: 'Basic abc' }
  for (const [route, expected] of [
    ['POST /oauth2/token', 'Basic abc'],
    ['GET /oauth2/authorize', null],
    ['POST /callback/apple', null],
  ] as const) {
    const { seen, cache } = await ask(route, headers)
    assert.equal([seen!.headers.get('authorization'), cache], [expected, 'no-store'], route)
  }
})

test('a route is there if it is named, and a body is bounded whatever it says about its length', async () => {
  assert.is((await ask('POST /two-factor/enable')).status, 404)
  const also = { also: ['/two-factor/*'] }
  assert.is((await ask('POST /two-factor/enable', {}, undefined, also)).status, 403, 'nobody is signed in')
  const named = await ask('POST /two-factor/enable', { cookie: 'better-auth.session_token=abc' }, undefined, also)
  assert.equal([named.status, named.routes.at(-1)], [200, 'POST /two-factor/enable'])
  assert.is((await ask('POST /two-factor/../oauth2/consent', {}, undefined, also)).status, 404)
  assert.is((await ask('POST /two-factor/enable/', {}, undefined, also)).status, 403, 'nor with a slash')
  const large = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(50_000)) })
  const request = new Request(`${ORIGIN}/api/auth/oauth2/token`, { method: 'POST', body: large, duplex: 'half' } as RequestInit)
  assert.is((await authRoutes(fakeAuth(all).auth)(request)).status, 413)
})

/**
 * What the plugin does when Better Auth starts, with a sound context and the changes in `wrong`.
 */
const start = (wrong: object = {}, options = {}) => {
  const said: string[] = []
  const { warn } = console
  console.warn = (text: string) => said.push(text)
  try {
    const plugin = latchkey(options) as any
    const context = {
      rateLimit: { enabled: true, storage: 'database' },
      options: { emailAndPassword: { enabled: true }, plugins: [{ id: 'magic-link', options: { storeToken: 'hashed' } }] },
      tables: { user: { fields: {} }, verification: { fields: {} } },
      adapter: {},
      password: { hash: async () => '', verify: async (run: () => unknown) => run() },
      ...wrong,
    }
    return { said, plugin, result: plugin.init(context) }
  } finally {
    console.warn = warn
  }
}

const mistakes: [what: string, wrong: object, sentence: RegExp | undefined][] = [
  ['nothing', {}, undefined],
  ['limits off', { rateLimit: { enabled: false } }, /Limits are off/],
  ['limits in memory', { rateLimit: { enabled: true, storage: 'memory' } }, /Each process counts/],
  ['nobody proves an address', { options: { emailAndPassword: { enabled: true } } }, /Nobody can prove an address/],
  ['links in plain text', { options: { plugins: [{ id: 'magic-link', options: {} }] } }, /magic-link stores .* storeToken/],
  ['codes in plain text', { options: { plugins: [{ id: 'email-otp', options: { storeOTP: 'plain' } }] } }, /email-otp stores .* storeOTP/],
]
for (const [what, wrong, sentence] of mistakes)
  test(`at start, a host hears of: ${what}`, () => {
    const { said } = start(wrong)
    assert.is(said.length, sentence ? 1 : 0, said.join())
    if (sentence) assert.match(said[0]!, sentence)
  })

test('in development, the first request past the bridge says so, once', async () => {
  const { plugin } = start()
  const said: string[] = []
  const { warn } = console
  console.warn = (text: string) => said.push(text)
  await plugin.onRequest(new Request(`${ORIGIN}/api/auth/sign-in/email`, { headers: { 'x-latchkey': '1' } }))
  for (let at = 0; at < 2; at++) await plugin.onRequest(new Request(`${ORIGIN}/api/auth/sign-in/email`))
  console.warn = warn
  assert.equal([said.length, /\/api\/auth\/sign-in\/email .*authRoutes/.test(said[0]!)], [1, true])
})

test('two passwords are checked at once, the others wait, and a failure lets the next one in', async () => {
  const { result } = start()
  let running = 0
  const most: number[] = []
  const releases: (() => void)[] = []
  const check = () => {
    most.push(++running)
    return new Promise<void>((resolve, reject) =>
      releases.push(() => (running--, releases.length % 2 ? resolve() : reject(new Error('wrong')))),
    )
  }
  const checks = Array.from({ length: 6 }, () => result.context.password.verify(check).catch(() => {}))
  for (let at = 0; at < 6; at++) {
    while (!releases[0]) await Promise.resolve()
    releases.shift()!()
    await new Promise(setImmediate)
  }
  await Promise.all(checks)
  assert.equal([most.length, Math.max(...most)], [6, 2])
})

test('when too many passwords wait for a check, the next one is refused', async () => {
  const { result } = start()
  const held = new Promise<void>(() => {})
  for (let at = 0; at < 52; at++) void result.context.password.verify(() => held)
  const refused = await result.context.password.verify(() => held).catch((error: unknown) => error)
  assert.is(refused.statusCode, 429)
})

test('another provider that was left for before the access of others ended adds no account, and the owner does', async () => {
  const adapter = memoryAdapter()
  const internalAdapter = { findSession: async (token: string) => (token === 'live' ? { user } : null) }
  const context = {
    adapter,
    internalAdapter,
    options: {},
    tables: { user: { fields: {} } },
    createAuthCookie: (name: string) => ({ name }),
  } as never
  const { begin, databaseHooks } = createWatch()
  const { after } = databaseHooks(context).account.create
  const value = String(Date.now() - 60_000)
  await adapter.create({
    model: 'verification',
    data: { identifier: `latchkey-ended-${user.id}`, value, expiresAt: new Date(Date.now() + 60_000) },
  })
  for (const [path, cookie, isKept] of [
    ['/callback/:id', '', false],
    ['/oauth2/callback/:providerId', 'session_token=ended.c2ln', false],
    ['/callback/:id', 'session_token=live.c2ln', true],
    ['/link-social', '', true],
  ] as const) {
    const call = { path, context, headers: new Headers({ cookie }) }
    await begin.handler(call)
    await adapter.create({ model: 'account', data: { id: 'account-3', userId: user.id } })
    await after({ id: 'account-3', userId: user.id }, call)
    assert.is(adapter.tables.account!.length, isKept ? 1 : 0, `${path} ${cookie}`)
    adapter.tables.account = []
  }
})

for (const [path, by, model, isKept, status] of [
  ['/device/approve', 'a reset', 'deviceCode', false, 401],
  ['/device/approve', 'a proof', 'deviceCode', false, 401],
  ['/passkey/verify-registration', 'a reset', 'passkey', true, undefined],
  ['/oauth2/register', 'a reset', 'oauthClient', true, undefined],
  ['/oauth2/register', 'a proof', 'oauthClient', false, 401],
] as const)
  test(`${path} that was under way at ${by} ${isKept ? 'keeps' : 'loses'} what it has added`, async () => {
    const adapter = memoryAdapter()
    const context = {
      adapter,
      internalAdapter: { findSession: async () => null },
      options: {},
      tables: { [model]: { fields: { userId: { references: { model: 'user' } } } } },
      createAuthCookie: (name: string) => ({ name }),
      session: { user },
    }
    const { begin, addition } = createWatch()
    const call = { path, context, headers: new Headers({ cookie: 'session_token=ended.c2ln' }) } as never
    await begin.handler(call)
    const value = `${Date.now()} another-process ${by}`
    const expiresAt = new Date(Date.now() + 60_000)
    await adapter.create({ model: 'verification', data: { identifier: `latchkey-ended-${user.id}`, value, expiresAt } })
    for (const userId of [user.id, 'user-2']) await adapter.create({ model, data: { userId } })
    assert.is(addition.matcher({ path }), true)
    const refused = await addition.handler(call).catch((error: unknown) => error)
    assert.is((refused as { statusCode?: number }).statusCode, status)
    assert.equal(
      adapter.tables[model]!.map(({ userId }) => userId),
      isKept ? [user.id, 'user-2'] : ['user-2'],
    )
    // an app that registers itself has no session
    await addition.handler({ path, context: { ...context, session: null } } as never)
  })

test('apps are listed and removed for the user of a signed session that is not over', async () => {
  const [later, before] = [new Date(Date.now() + 60_000), new Date(0)]
  const token = (clientId: string, userId = user.id) => ({ userId, clientId, scopes: ['email'], expiresAt: later })
  const ask = async (run: typeof listApps, cookie: string, body = {}) => {
    const adapter = memoryAdapter()
    Object.assign(adapter.tables, {
      oauthConsent: [
        { userId: user.id, clientId: 'app', scopes: ['openid'] },
        { userId: 'user-2', clientId: 'app' },
      ],
      oauthRefreshToken: [token('app'), { ...token('gone'), revoked: before }, token('app', 'user-2')],
      oauthAccessToken: [token('app'), token('app', 'user-2')],
    })
    const context = {
      adapter,
      secret: 'a secret',
      options: {},
      tables: { ...adapter.tables, oauthConsent: { fields: {} } },
      createAuthCookie: (name: string) => ({ name }),
      internalAdapter: { findSession: async (name: string) => ({ session: { expiresAt: name === 'ended' ? before : later }, user }) },
    }
    const response = await run({ context, body, headers: new Headers({ cookie }) } as never)
    const left = ['oauthConsent', 'oauthAccessToken', 'oauthRefreshToken'].map(
      (model) => adapter.tables[model]!.filter(({ userId, clientId }) => userId === user.id && clientId === 'app').length,
    )
    return { status: response.status, json: await response.json(), left, others: adapter.tables.oauthAccessToken!.length }
  }
  const signed = (name: string) => {
    const signature = createHmac('sha256', 'a secret').update(name).digest('base64')
    return `session_token=${encodeURIComponent(`${name}.${signature}`)}`
  }
  const { status, json } = await ask(listApps, signed('live'))
  assert.equal(
    [status, json],
    [
      200,
      [
        { clientId: 'app', scopes: ['openid'] },
        { clientId: 'app', scopes: ['email'] },
      ],
    ],
  )
  const removed = await ask(removeApp, signed('live'), { clientId: 'app' })
  assert.equal([removed.status, removed.left, removed.others], [200, [0, 0, 0], 1])
  assert.is((await ask(removeApp, signed('live'), { clientId: 'gone' })).status, 404)
  for (const cookie of [signed('ended'), `${signed('live').slice(0, -6)}AAAA%3D`, 'session_token=live.', 'session_token=live', ''])
    for (const run of [listApps, removeApp]) {
      const refused = await ask(run, cookie, { clientId: 'app' })
      assert.equal([refused.status, refused.left], [401, [1, 1, 1]], cookie)
    }
})

test('a number that nobody has proven comes to no account', async () => {
  const before = (id: string, row: object) => start({ options: { plugins: [{ id }] } }).result.options.databaseHooks.user.create.before(row)
  const phoneNumber = '+14155550100'
  for (const row of [{ phoneNumber }, { phoneNumber, phoneNumberVerified: false }, { phoneNumber, phoneNumberVerified: 'true' }])
    assert.equal(await before('phone-number', row), { data: { phoneNumber: null } })
  for (const row of [{ phoneNumber, phoneNumberVerified: true }, { phoneNumber: null }, {}])
    assert.is(await before('phone-number', row), undefined)
  // without the plugin, the field is the host's
  assert.is(await before('username', { phoneNumber }), undefined)
})

const withoutDots = (name: string) => name.toLowerCase().replaceAll('.', '')
for (const [what, options, stored, spellings] of [
  ['by default', undefined, 'ada.king', ['ada.king', 'ADA.KING', 'Ada.King']],
  ["by the host's function", { usernameNormalization: withoutDots }, 'adaking', ['adaking', 'a.d.a.king', 'Ada.King.']],
  ['not at all', { usernameNormalization: false }, 'Ada.King', ['Ada.King']],
  ['by a function that throws', { usernameNormalization: () => assert.unreachable('too long') }, 'Ada.King', ['Ada.King']],
] as const)
  for (const hasAccount of [true, false])
    test(`guesses count by the name that Better Auth looks up, changed ${what}, ${hasAccount ? 'with' : 'without'} an account`, async () => {
      const adapter = memoryAdapter()
      if (hasAccount) adapter.tables.user = [{ ...user, username: stored }]
      const context = {
        adapter,
        options: { plugins: [{ id: 'username', options }] },
        rateLimit: { enabled: true },
        authCookies: { sessionToken: { attributes: {} } },
      }
      const { before } = limitHooks({ guessesPerHour: 4 }, () => false)
      const guess = async (path: string, body: object) => {
        const call = { path, body: { password: 'wrong horse', ...body }, context }
        const refused = await before.handler(call as never).catch((error: unknown) => error)
        return (refused as { statusCode?: number }).statusCode
      }
      const answers: unknown[] = []
      for (let at = 0; at < 6; at++) answers.push(await guess('/sign-in/username', { username: spellings[at % spellings.length] }))
      assert.equal(answers, [...Array(4), 429, 429])
      assert.is(await guess('/sign-in/email', { email: user.email }), hasAccount ? 429 : undefined)
    })

for (const [what, options] of [
  [
    'codes at the sign-up, with an invented answer',
    { emailAndPassword: { autoSignIn: false }, plugins: [{ id: 'email-otp', options: { sendVerificationOnSignUp: true } }] },
  ],
  [
    'codes at the sign-up instead of a confirmation mail',
    {
      emailAndPassword: { requireEmailVerification: true },
      emailVerification: { sendOnSignUp: false },
      plugins: [{ id: 'email-otp', options: { sendVerificationOnSignUp: true } }],
    },
  ],
  ['a mail at the sign-up', { emailAndPassword: { requireEmailVerification: true } }],
] as const)
  test(`sign-ups count as mails to their address: ${what}`, async () => {
    const context = { adapter: memoryAdapter(), options, rateLimit: { enabled: true }, authCookies: { sessionToken: { attributes: {} } } }
    const { before } = limitHooks({ mailsPerHour: 2 }, () => false)
    const answers: unknown[] = []
    for (let at = 0; at < 3; at++) {
      const refused = await before
        .handler({ path: '/sign-up/email', body: { email: user.email }, context } as never)
        .catch((error: unknown) => error)
      answers.push((refused as { statusCode?: number }).statusCode)
    }
    assert.equal(answers, [undefined, undefined, 429])
  })

test('a grant without a date is none, and one from before the consent was taken back', async () => {
  const now = Date.now()
  const grant = async (made: unknown, consented: unknown) => {
    const adapter = memoryAdapter()
    const [consent] = [{ userId: user.id, clientId: 'app', createdAt: consented }]
    Object.assign(adapter.tables, { oauthConsent: [consent] })
    const value = JSON.stringify({ userId: user.id, query: { client_id: 'app', resource: ['https://notes.example/mcp'] } })
    const context = {
      adapter,
      internalAdapter: { findVerificationValue: async () => ({ value, createdAt: made }) },
      options: {},
      tables: { oauthConsent: { fields: {} } },
    }
    const [redeem] = appHooks(async () => false).before
    const call = { path: '/oauth2/token', body: { code: 'the-code' }, context }
    return redeem!.handler(call as never).then(
      () => true,
      () => false,
    )
  }
  assert.equal(
    await Promise.all([
      grant(new Date(now), new Date(now)),
      // of a secondary storage
      grant(new Date(now).toISOString(), new Date(now - 60_000)),
      grant(new Date(now - 60_000), new Date(now)),
      grant(undefined, new Date(now)),
      grant(null, new Date(now)),
      grant('soon', new Date(now)),
      grant(new Date(now), undefined),
      grant(new Date(now), null),
    ]),
    [true, true, false, false, false, false, false, false],
  )
})

test('an access that ends while a device gets its tokens ends those, too', async () => {
  const adapter = memoryAdapter()
  const row = { deviceCode: 'the-code', userId: user.id, oauthClientId: 'app' }
  await adapter.create({ model: 'deviceCode', data: row })
  const tables = { deviceCode: { fields: { oauthClientId: {} } }, oauthConsent: { fields: {} } }
  const call = { path: '/oauth2/token', body: { device_code: 'the-code' }, context: { adapter, options: {}, tables } } as never
  let hasEnded = false
  const { before, after } = appHooks(async (userId) => userId === user.id && hasEnded)
  await before[0]!.handler(call)
  for (const clientId of ['app', 'another']) await adapter.create({ model: 'oauthRefreshToken', data: { userId: user.id, clientId } })
  await after.handler(call)
  assert.is(adapter.tables.oauthRefreshToken!.length, 2, 'a device needs no consent')
  hasEnded = true
  const refused = await after.handler(call).catch((error: unknown) => error)
  assert.is((refused as { statusCode?: number }).statusCode, 400)
  assert.equal(
    adapter.tables.oauthRefreshToken!.map(({ clientId }) => clientId),
    ['another'],
  )
})

test('a user whose address nobody has proven is told so', async () => {
  const unproven = fakeAuth({ ...all, 'GET /get-session': () => Response.json({ session: {}, user: { ...user, emailVerified: false } }) })
  for (const path of ['/two-factor/enable', '/device/approve']) {
    const request = new Request(`${ORIGIN}/api/auth${path}`, { method: 'POST' })
    const response = await authRoutes(unproven.auth, { also: [path] })(request)
    assert.equal([response.status, await response.json()], [403, { code: 'EMAIL_VERIFICATION_REQUIRED' }])
  }
})

test.run()
