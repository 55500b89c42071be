import { everything } from '../../harness/everything.ts'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Core } from '../../../src/client/core.ts'
import { answers, auth, json, ok, refusal, silence, user } from '../answers.ts'
import { openBrowser, PT, rejection, settle, type Network } from '../fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }

/** One code log-in, answered by `network`. */
const authenticate = (network: Network, options: object = {}, fake = false) => {
  const browser = openBrowser({ network: answers({ 'POST /otps/authenticate': network }), fake })
  const tab = browser.open()
  const client = tab.client(options)
  return { browser, tab, client, call: () => client.otps.authenticate('123456', 'method-1', duration) }
}

/** Decodes a header like the provider: base64 of UTF-8. */
const decoded = (text: string) => Buffer.from(text, 'base64').toString()

test("a call sends the provider's headers, and cookies", async () => {
  const browser = openBrowser({ network: answers() })
  const tab = browser.open()
  const client = tab.client()
  await client.otps.authenticate('123456', 'method-1', duration)
  await client.user.get()
  const [first, second] = ['/otps/authenticate', '/users/me'].map((path) => browser.to(path)[0]!)
  assert.equal(Object.keys(first!.headers).sort(), ['Authorization', 'Content-Type', 'X-SDK-Client', 'X-SDK-Parent-Host'])
  assert.is(decoded(first!.headers.Authorization!.replace('Basic ', '')), `${PT}:${PT}`)
  assert.is(decoded(second!.headers.Authorization!.replace('Basic ', '')), `${PT}:token of session-test-1`)
  assert.is(first!.headers['X-SDK-Parent-Host'], 'https://app.example.com')
  for (const { headers, init } of [first!, second!]) {
    assert.is(headers['Content-Type'], 'application/json')
    assert.is(init.credentials, 'include')
    assert.equal([init.cache, init.referrerPolicy], ['no-store', 'strict-origin'])
  }
  assert.is(second!.init.body, undefined)
})

test('no request uses a cache, and none shows where on the site the visitor is', async () => {
  const browser = openBrowser({ network: answers({ 'POST /sessions/revoke': () => Promise.reject(new TypeError('offline')) }), fake: true })
  const client = browser.open().client()
  await client.otps.authenticate('123456', 'method-1', duration)
  await client.user.update({ name: { first_name: 'Ada' } })
  await client.session.revoke().catch(() => {})
  await browser.clock.tickAsync(1000)
  const paths = browser.sent.map(({ path }) => path)
  for (const path of [`/projects/bootstrap/${PT}`, '/events', '/otps/authenticate', '/users/me', '/sessions/revoke'])
    assert.ok(paths.includes(path), path)
  for (const { path, init } of browser.sent) assert.equal([init.cache, init.referrerPolicy], ['no-store', 'strict-origin'], path)
})

test("X-SDK-Client has the same content as the provider's own SDK", async () => {
  const browser = openBrowser({ network: answers() })
  const client = browser.open().client()
  await client.otps.authenticate('123456', 'method-1', duration)
  await client.user.get()
  await client.user.get()
  const [before, after, again] = [...browser.to('/otps/authenticate'), ...browser.to('/users/me')].map(({ headers }) =>
    JSON.parse(decoded(headers['X-SDK-Client']!)),
  )
  const uuid = /-id-[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
  for (const id of ['event_id', 'app_session_id', 'persistent_id']) {
    assert.match(before[id], uuid)
    assert.ok(before[id].startsWith(id.replace(/_/g, '-') + '-'))
    // All three are new for every request (docs/internals/protocol.md#the-x-sdk-client-header).
    assert.is(new Set([before[id], after[id], again[id]]).size, 3)
  }
  assert.ok(Math.abs(Date.parse(before.client_sent_at) - Date.now()) < 60_000)
  assert.match(before.client_sent_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.is(before.timezone, Intl.DateTimeFormat().resolvedOptions().timeZone)
  assert.equal(before.app, { identifier: 'app.example.com' })
  assert.equal(before.sdk, { identifier: 'Stytch.js Javascript SDK', version: '5.35.1' })
  assert.not('stytch_user_id' in before)
  assert.is(after.stytch_user_id, 'user-test-1')
  assert.is(after.stytch_session_id, 'session-test-1')
})

for (const [name, own, expected] of [
  ['a browser that has Temporal', { Now: { timeZoneId: () => 'Asia/Kathmandu' } }, 'Asia/Kathmandu'],
  ['an element of the page with that name', { tagName: 'FORM' }, undefined],
  ['an older draft of it', { now: {}, Now: { timeZone: () => ({}) } }, undefined],
  ['null', null, undefined],
  ['a function', () => 'x', undefined],
] as const)
  test(`the time zone in X-SDK-Client: ${name}`, async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'Temporal')
    Object.defineProperty(globalThis, 'Temporal', { value: own, configurable: true, writable: true })
    try {
      const browser = openBrowser({ network: answers() })
      await browser.open().client().otps.authenticate('123456', 'method-1', duration)
      const { timezone } = JSON.parse(decoded(browser.to('/otps/authenticate')[0]!.headers['X-SDK-Client']!))
      assert.is(timezone, expected ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
    } finally {
      if (before) Object.defineProperty(globalThis, 'Temporal', before)
      else Reflect.deleteProperty(globalThis, 'Temporal')
    }
  })

test('a body leaves out undefined fields', async () => {
  const browser = openBrowser({ network: answers() })
  await browser.open().client().otps.sms.loginOrCreate('+14155550100', { locale: undefined, expiration_minutes: 5 })
  assert.is(browser.to('/otps/')[0]!.init.body, '{"expiration_minutes":5,"phone_number":"+14155550100"}')
})

test('a success is what the answer has under data', async () => {
  const browser = openBrowser({ network: answers({ 'POST /otps/email/login_or_create': () => ok({ method_id: 'method-test-1' }) }) })
  assert.equal(await browser.open().client().otps.email.loginOrCreate('ada@example.com'), {
    request_id: 'request-id-test-1',
    status_code: 200,
    method_id: 'method-test-1',
  })
})

const html = (status: number) => new Response('<h1>Bad Gateway</h1>', { status, headers: { 'content-type': 'text/html' } })
const text = (body: string, status: number, type = 'application/json') => new Response(body, { status, headers: { 'content-type': type } })
const INVALID = 'Invalid response from our servers.'
const NOT_JSON = 'Invalid JSON response from our servers.'

/**
 * Each shape of an error (docs/internals/protocol.md#errors): the answer, and the error that it
 * becomes.
 */
const shapes: [string, () => Response, { code: string; message?: string; [field: string]: unknown }][] = [
  ['200, empty', () => text('', 200), { code: 'invalid_response', message: NOT_JSON }],
  ['204', () => new Response(null, { status: 204 }), { code: 'invalid_response', message: NOT_JSON }],
  ['200, HTML', () => html(200), { code: 'invalid_response', message: NOT_JSON }],
  ['200, null', () => text('null', 200), { code: 'invalid_response', message: INVALID }],
  ['200, []', () => json([]), { code: 'invalid_response', message: INVALID }],
  ['200, a string', () => json('x'), { code: 'invalid_response', message: INVALID }],
  ['200, a number', () => json(7), { code: 'invalid_response', message: INVALID }],
  ['200, JSON as HTML', () => text('{"user":{}}', 200, 'text/html'), { code: 'invalid_response', message: INVALID }],
  ['200, without the wrapper', () => json({ ...auth(), status_code: 200 }), { code: 'invalid_response', message: INVALID }],
  ['200, a list as the wrapper', () => json([{ data: auth() }]), { code: 'invalid_response', message: INVALID }],
  ['200, {}', () => json({}), { code: 'invalid_response', message: INVALID }],
  ['200, data null', () => json({ data: null }), { code: 'invalid_response', message: INVALID }],
  ['200, data []', () => json({ data: [] }), { code: 'invalid_response', message: INVALID }],
  ['200, data a string', () => json({ data: 'yes' }), { code: 'invalid_response', message: INVALID }],
  ['200, no session', () => ok({ user: {} }), { code: 'invalid_response', message: INVALID }],
  ['200, session of another type', () => ok({ user: {}, session: 'yes' }), { code: 'invalid_response', message: INVALID }],
  ['200, session []', () => ok({ user: {}, session: [] }), { code: 'invalid_response', message: INVALID }],
  ['200, user null', () => ok({ user: null, session: {} }), { code: 'invalid_response', message: INVALID }],
  ['200, a session without an id', () => ok({ user: { user_id: 'u' }, session: {} }), { code: 'invalid_response', message: INVALID }],
  ['502, HTML', () => html(502), { code: 'invalid_response', message: INVALID }],
  ['404, HTML', () => html(404), { code: 'invalid_response', message: INVALID }],
  ['500, empty', () => new Response(null, { status: 500 }), { code: 'invalid_response', message: INVALID }],
  ['400, JSON that is none', () => text('{', 400), { code: 'invalid_response', message: 'Invalid or no response from server' }],
  ['400, JSON null', () => text('null', 400), { code: 'invalid_response', message: 'Invalid or no response from server' }],
  [
    '400, schema error',
    () =>
      json(
        {
          body: [
            { dataPath: '.token', message: 'is required' },
            { dataPath: '.a', message: 'b' },
          ],
        },
        400,
      ),
    { code: 'schema', message: 'Request does not match expected schema\n.token: is required\n.a: b' },
  ],
  [
    '400, schema error of the query',
    () => json({ query: [{ dataPath: '.x', message: 'y' }] }, 400),
    { code: 'schema', message: 'Request does not match expected schema' },
  ],
  ['400, schema error of another shape', () => json({ body: { a: 1 } }, 400), { code: 'schema' }],
  ['400, schema error with a null in it', () => json({ body: [null, 5] }, 400), { code: 'schema' }],
  [
    '404, refusal',
    () => refusal(404, 'otp_code_not_found', { request_id: 'r-1', error_details: { a: 1 } }),
    {
      code: 'api',
      status_code: 404,
      error_type: 'otp_code_not_found',
      error_message: 'About otp_code_not_found.',
      error_url: 'https://docs.test/otp_code_not_found',
      request_id: 'r-1',
      error_details: { a: 1 },
      message:
        '[404] otp_code_not_found\nAbout otp_code_not_found.\nSee https://docs.test/otp_code_not_found for more information.\n' +
        'request_id: r-1\n{"a":1}\n',
    },
  ],
  [
    'JSON with a charset',
    () => text('{"error_type":"invalid_email"}', 400, 'application/json; charset=utf-8'),
    { code: 'api', error_type: 'invalid_email' },
  ],
  // A proxy before the provider answers with JSON of its own, so that only the status says
  // anything.
  [
    '503, JSON of somebody else',
    () => json({ message: 'no healthy upstream' }, 503),
    { code: 'api', status_code: 503, error_type: 'unknown_error', error_message: 'no healthy upstream' },
  ],
  ['500, []', () => json([], 500), { code: 'api', status_code: 500, error_type: 'unknown_error' }],
  [
    '429, with types that lie',
    () => json({ status_code: '429', error_type: 5, error_message: {} }, 429),
    { code: 'api', status_code: 429, error_type: 'unknown_error' },
  ],
]

for (const [name, answer, expected] of shapes) {
  test(`${name}: a typed error`, async () => {
    const error = await rejection(authenticate(answer).call())
    for (const [field, value] of Object.entries(expected)) assert.equal(error[field], value, field)
  })
}

test('an answer without required fields is still an object', async () => {
  for (const data of [null, [], 'yes', 5, false]) {
    const browser = openBrowser({ network: answers({ 'POST /magic_links/email/login_or_create': () => json({ data }) }) })
    const error = await rejection(browser.open().client().magicLinks.email.loginOrCreate('ada@example.com'))
    assert.equal([error.code, error.message], ['invalid_response', INVALID])
  }
})

for (const levels of [201, 5000, 100_000]) {
  for (const [open, close] of [
    ['{"a":', '}'],
    ['[', ']'],
  ] as const) {
    test(`an answer that is nested ${levels} levels deep in ${open}: a typed error, and none of it is kept`, async () => {
      const nested = open.repeat(levels) + '1' + close.repeat(levels)
      const answer = (data: object) => () => new Response(JSON.stringify({ data }).replace('"nested"', nested))
      const browser = openBrowser({
        network: answers({
          'POST /otps/authenticate': answer(auth('s', { user: user('u', { untrusted_metadata: 'nested' }) })),
          'GET /users/me': answer(user('u', { untrusted_metadata: 'nested' })),
        }),
      })
      const client = browser.open().client()
      for (const call of [() => client.otps.authenticate('1', 'm', duration), () => client.user.get()]) {
        const { code, message } = await rejection(call())
        assert.equal([code, message], ['invalid_response', INVALID])
      }
      assert.equal([client.session.getTokens(), client.user.getSync()], [null, null])
    })
  }
}

test('an answer of any reasonable depth, and one of a megabyte', async () => {
  const deep = JSON.parse('{"a":'.repeat(150) + '1' + '}'.repeat(150))
  for (const untrusted_metadata of [deep, { text: 'x'.repeat(1_000_000) }, { list: Array(100_000).fill(1) }]) {
    const { client, call } = authenticate(() => ok(auth('s', { user: user('u', { untrusted_metadata }) })))
    await call()
    assert.equal(client.user.getSync()!.untrusted_metadata, untrusted_metadata)
  }
})

test('the error classes are exported', async () => {
  const classes: [string, () => Response][] = [
    ['LatchkeyAPIError', () => refusal(400, 'invalid_code')],
    ['LatchkeyAPISchemaError', () => json({ body: [] }, 400)],
    ['LatchkeyAPIUnreachableError', () => html(502)],
  ]
  for (const [name, answer] of classes) {
    const { tab, call } = authenticate(answer)
    const error = await rejection(call())
    assert.instance(error, tab.latchkey[name as 'LatchkeyAPIError'])
    assert.instance(error, tab.latchkey.LatchkeyError)
    assert.is(error.name, name)
  }
})

/** `Retry-After` in seconds and as a date by the server's clock (RFC 9110, section 10.2.3). */
const waits: [string, Record<string, string>, number | undefined][] = [
  ['seconds', { 'retry-after': '7' }, 7000],
  ['a date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }, 30_000],
  ['a date by a server years ahead', { 'retry-after': 'Wed, 21 Nov 2040 12:00:30 GMT', date: 'Wed, 21 Nov 2040 12:00:00 GMT' }, 30_000],
  ['a date that has passed', { 'retry-after': 'Sat, 21 Nov 2026 12:00:00 GMT', date: 'Sat, 21 Nov 2026 12:00:30 GMT' }, undefined],
  ['nought', { 'retry-after': '0' }, undefined],
  ['nonsense', { 'retry-after': 'soon' }, undefined],
  ['seconds in hexadecimal', { 'retry-after': '0x10' }, undefined],
  ['seconds in octal', { 'retry-after': '0o17' }, undefined],
  ['seconds with an exponent', { 'retry-after': '1e3' }, undefined],
  ['a fraction', { 'retry-after': '1.5' }, undefined],
  ['a sign', { 'retry-after': '+7' }, undefined],
  ['Infinity', { 'retry-after': 'Infinity' }, undefined],
  ['two values', { 'retry-after': '7, 9' }, undefined],
  ['more seconds than a number can count', { 'retry-after': '9'.repeat(400) }, Number.MAX_SAFE_INTEGER],
  ['the date of RFC 850', { 'retry-after': 'Saturday, 21-Nov-26 12:00:30 GMT', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }, 30_000],
  ['the date of asctime', { 'retry-after': 'Sat Nov 21 12:00:30 2026', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }, 30_000],
  ['a date of ISO 8601', { 'retry-after': '2099-11-21T12:00:30Z' }, undefined],
  ['a year', { 'retry-after': 'Jan 2099' }, undefined],
  ['nothing', {}, undefined],
]
for (const [name, headers, expected] of waits) {
  test(`429 with Retry-After ${name}: ${expected} ms`, async () => {
    const error = await rejection(authenticate(() => refusal(429, 'too_many_requests', {}, headers)).call())
    assert.is(error.retry_after, expected)
    assert.is(error.error_type, 'too_many_requests')
  })
}

for (const words of ['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.', '']) {
  test(`no answer, with the browser's message '${words}': unreachable`, async () => {
    const error = await rejection(authenticate(() => Promise.reject(new TypeError(words))).call())
    assert.is(error.message, 'Unable to contact our servers.')
    assert.is(error.code, 'unreachable')
  })
}

test('a body that breaks off counts as no answer', async () => {
  const torn = () => Object.assign(new Response('{'), { text: () => Promise.reject(new TypeError('network error')) })
  assert.is((await rejection(authenticate(torn).call())).code, 'unreachable')
})

test('a fetch that throws, or returns no promise, counts as no answer', async () => {
  for (const fetch of [
    () => {
      throw new Error('patched')
    },
    () => undefined,
  ]) {
    const tab = openBrowser({ network: answers() }).open({ globals: { fetch } })
    assert.is((await rejection(tab.client().otps.authenticate('1', 'm', duration))).code, 'unreachable')
  }
})

test('a call ends after 20 s, even with a fetch that ignores signals, and its late answer is dropped', async () => {
  let late!: (answer: Response) => void
  const { browser, client, call } = authenticate(
    () =>
      new Promise((done) => {
        late = done
      }),
    {},
    true,
  )
  const states: unknown[] = []
  client.onStateChange((state) => states.push(state))
  let error: any
  call().catch((thrown: unknown) => {
    error = thrown
  })
  await browser.clock.tickAsync(19_990)
  assert.is(error, undefined)
  await browser.clock.tickAsync(20)
  assert.is(error?.message, 'Unable to contact our servers.')
  assert.is((browser.to('/otps/')[0]!.init.signal as AbortSignal).aborted, true)
  late(ok({ user: {}, session: {}, session_token: 's', session_jwt: 'j' }))
  await settle()
  assert.equal(states, [])
  assert.is(client.session.getTokens(), null)
})

test('the time limit is an option, and includes the body', async () => {
  const dripping: Network = () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) }))
  for (const network of [silence, dripping]) {
    const { browser, call } = authenticate(network, { timeout: 50 }, true)
    const failed = rejection(call())
    await browser.clock.tickAsync(60)
    assert.is((await failed).code, 'unreachable')
  }
})

const DAY = 24 * 3600_000

// null counts as absent, and a string of digits as its number, as in JavaScript.
for (const [timeout, limit] of [
  [undefined, 20_000],
  [null, 20_000],
  [NaN, 20_000],
  [-1, 20_000],
  [-Infinity, 20_000],
  [{}, 20_000],
  ['soon', 20_000],
  ['', 20_000],
  ['0x10', 20_000],
  [true, 20_000],
  [false, 20_000],
  [[5], 20_000],
  [5n, 20_000],
  [Symbol('odd'), 20_000],
  [() => 5, 20_000],
  [5, 5],
  ['5', 5],
  [2 ** 31 - 1, 2 ** 31 - 1],
  [0, Infinity],
  [Infinity, Infinity],
  [2 ** 31, Infinity],
  [2 ** 32, Infinity],
] as const) {
  test(`timeout: ${typeof timeout} ${String(timeout)} is ${limit === Infinity ? 'no limit' : `${limit} ms`}`, async () => {
    let answer!: (answer: Response) => void
    const late: Network = () =>
      new Promise((done) => {
        answer = done
      })
    const { browser, call } = authenticate(late, { timeout }, true)
    let outcome: string | undefined
    call().then(
      () => (outcome = 'an answer'),
      ({ code }: { code: string }) => (outcome = code),
    )
    await settle()
    await browser.clock.tickAsync(Math.min(limit - 1, 60 * DAY))
    assert.is(outcome, undefined)
    if (limit === Infinity) answer(ok(auth()))
    else await browser.clock.tickAsync(1)
    await settle()
    assert.is(outcome, limit === Infinity ? 'an answer' : 'unreachable')
  })
}

test('no timer outlives its call', async () => {
  const browser = openBrowser({ network: answers(), fake: true })
  const client = browser.open().client()
  await client.user.get()
  await browser.clock.tickAsync(5000)
  assert.is(browser.clock.countTimers(), 0)
})

test('thousands of malformed answers: every rejection has a code, and every result has the right shape', async () => {
  let answer: () => Response = () => ok({})
  const browser = openBrowser({ network: () => answer() })
  const client = browser.open().client()
  await settle()
  const leaf = fc.anything({ maxDepth: 2, withNullPrototype: false })
  const some = (...names: string[]) => fc.record(Object.fromEntries(names.map((name) => [name, leaf])), { requiredKeys: [] })
  const wrapped = fc.oneof(
    leaf,
    fc.record({ data: leaf }),
    fc.record({ data: some('user', 'session', 'session_token', 'session_jwt', '__user') }),
    some('body', 'status_code', 'error_type', 'error_message', 'error_url', 'error_details'),
  )
  const safely = (value: unknown) => {
    try {
      return JSON.stringify(value) ?? ''
    } catch {
      return String(typeof value)
    }
  }
  const body = fc.oneof({ weight: 5, arbitrary: wrapped.map(safely) }, fc.string(), fc.string({ unit: 'binary' }))
  const status = fc.constantFrom(200, 201, 299, 400, 401, 404, 422, 429, 500, 502, 503)
  const type = fc.constantFrom('application/json', 'text/html', 'application/problem+json', '')
  const header = fc.constantFrom('', '1', '-1', 'x', '1e400', 'Sat, 21 Nov 2026 12:00:30 GMT')
  const calls: (() => Promise<unknown>)[] = [
    () => client.otps.authenticate('1', 'm', duration),
    () => client.otps.sms.loginOrCreate('+14155550100'),
    () => client.magicLinks.authenticate('t', duration),
    () => client.session.authenticate(),
    () => client.user.get(),
    () => client.session.revoke({ forceClear: true }),
  ]
  await fc.assert(
    fc.asyncProperty(body, status, type, header, fc.nat(calls.length - 1), async (body, status, type, retry, which) => {
      answer = () => new Response(body, { status, headers: { 'content-type': type, 'retry-after': retry } })
      const outcome = await calls[which]!().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      if ('value' in outcome) return typeof outcome.value === 'object' && outcome.value !== null
      const { code, message } = outcome.error as { code: unknown; message: unknown }
      return ['api', 'schema', 'unreachable', 'invalid_response'].includes(code as string) && typeof message === 'string'
    }),
    { numRuns: everything ? 10_000 : 1_000 },
  )
})

test('a call that is aborted before it is sent rejects at once, and is not sent', async () => {
  const { browser, client } = authenticate(silence, {}, true)
  await settle()
  const { send } = client[Symbol.for('latchkey.core') as never] as Core
  const before = [browser.sent.length, browser.clock.countTimers()]
  const error = await rejection(send({ route: 'POST /webauthn/authenticate/start/primary' } as never, {}, {}, AbortSignal.abort()))
  assert.is(error.code, 'unreachable')
  assert.equal([browser.sent.length, browser.clock.countTimers()], before)
})

test('a call that is aborted while it is under way rejects at once, even with a fetch that ignores signals', async () => {
  const { browser, client } = authenticate(silence, {}, true)
  await settle()
  const { send } = client[Symbol.for('latchkey.core') as never] as Core
  const timers = browser.clock.countTimers()
  const stop = new AbortController()
  let error: any
  void rejection(send({ route: 'POST /otps/authenticate' } as never, {}, {}, stop.signal)).then((thrown) => {
    error = thrown
  })
  await settle()
  const { signal } = browser.to('/otps/authenticate')[0]!.init
  assert.is(signal!.aborted, false)
  stop.abort()
  await settle()
  assert.is(error?.code, 'unreachable')
  assert.is(signal!.aborted, true)
  assert.is(browser.clock.countTimers(), timers)
})

test.run()
