/**
 * The bridge over a backend of the test's own: what it answers, whom it answers, and what never
 * reaches the backend.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bridgeCalls, type Backend, type Visit } from '../../../src/server/bridge/calls.ts'
import { createBridge, refusal, type BridgeFailure, type BridgeOptions } from '../../../src/server/bridge/index.ts'
import { duration, ofPage, ORIGIN, send } from './calling.ts'

const test = suite('bridge')

const logIn = { email: 'ada@example.com', password: 'correct horse', ...duration }

/** A backend that notes what it is asked and answers everything. */
const noting = () => {
  const questions: { name: string; body: unknown; visit: Visit }[] = []
  const answering = (name: string) => async (body: unknown, visit: Visit) => {
    questions.push({ name, body, visit })
    return {}
  }
  const backend = Object.fromEntries(
    Object.entries(bridgeCalls).map(([space, calls]) => [
      space,
      Object.fromEntries(Object.keys(calls).map((name) => [name, answering(`${space}.${name}`)])),
    ]),
  ) as unknown as Backend
  return { questions, backend }
}

const over = (backend: Backend, options: Partial<BridgeOptions> = {}) => createBridge(backend, { origins: [ORIGIN], ...options })

test('an answer has the envelope, is never cached, and has the cookies of the backend, the last of each name', async () => {
  const { status, json, headers } = await send(
    over({
      sessions: {
        async revoke(_, visit) {
          for (const line of ['one=1; HttpOnly', 'two=2; HttpOnly', 'one=3; HttpOnly']) visit.setCookie(line)
          return {}
        },
      },
    }),
    'POST /sessions/revoke',
  )
  assert.is(status, 200)
  assert.match(json.data.request_id, /^request-id-[\da-f-]{36}$/)
  assert.equal({ ...json.data, request_id: '' }, { request_id: '', status_code: 200 })
  assert.equal(headers.getSetCookie(), ['one=3; HttpOnly', 'two=2; HttpOnly'])
  assert.is(headers.get('cache-control'), 'no-store')
  assert.is(headers.get('content-type'), 'application/json')
})

test('a backend gets the fields that a call declares, and nothing else', async () => {
  const { questions, backend } = noting()
  const more = JSON.parse('{"__proto__":{"isAdmin":true},"captcha_token":"x","constructor":1}')
  await send(over(backend), 'POST /passwords/authenticate', { ...more, ...logIn, email: ' ada@example.com' })
  assert.equal(
    questions.map(({ name, body }) => [name, body]),
    [['passwords.authenticate', logIn]],
  )
  assert.is((questions[0]!.body as { isAdmin?: boolean }).isAdmin, undefined)
})

test('a function that is missing is an unknown route, as is a route that nobody knows', async () => {
  const bridge = over({ sessions: {} })
  for (const route of [
    'POST /sessions/revoke',
    'POST /passwords',
    'POST /nothing',
    'GET /passwords',
    'POST /sessions/revoke/more',
    'POST /events',
  ]) {
    const { status, json } = await send(bridge, route, logIn)
    assert.equal([status, json.error_type], [404, 'route_not_found'], route)
  }
})

test('every call is served at the route of its declaration', async () => {
  const { questions, backend } = noting()
  const bodies: Record<string, unknown> = {
    email: 'ada@example.com',
    phone: '+14155550100',
    code: '123456',
    password: 'correct horse',
    id: 'some-id',
    url: 'https://shop.example/login',
    text: 'some text',
    json: '{"id":"x"}',
    number: 5,
    flag: true,
    texts: ['openid'],
    object: {},
  }
  const calls = Object.values(bridgeCalls).flatMap(
    (all) => Object.values(all) as { call: { route: string }; fields: Record<string, string> }[],
  )
  for (const { call, fields } of calls) {
    const entries = Object.entries(fields).filter(([name]) => name !== 'confirm_session')
    const body = Object.fromEntries(entries.map(([name, kind]) => [name, bodies[kind.replace('?', '')]]))
    const { status } = await send(over(backend), call.route.replace(/:\w+/g, 'an%2Fid'), body)
    assert.is(status, 200, call.route)
  }
  assert.is(questions.length, calls.length)
  assert.equal(questions.find(({ name }) => name === 'connectedApps.revoke')!.visit.params, { id: 'an/id' })
})

test('what a backend refuses is answered in the shape of the provider, with how long to wait and the cookies', async () => {
  const { status, json, headers } = await send(
    over({
      passwords: {
        async authenticate(_, visit) {
          visit.setCookie('state=; Max-Age=0')
          throw refusal('limit_reached', undefined, 9)
        },
      },
    }),
    'POST /passwords/authenticate',
    logIn,
  )
  assert.equal([status, headers.get('retry-after'), headers.getSetCookie()], [429, '9', ['state=; Max-Age=0']])
  assert.equal(Object.keys(json).sort(), ['error_message', 'error_type', 'error_url', 'request_id', 'status_code'])
})

test('what a backend throws is 503 in words, and the log has the route and the kind of the error alone', async () => {
  const lines: unknown[][] = []
  const { error } = console
  console.error = (...line) => void lines.push(line)
  const failing: Backend = {
    passwords: {
      async authenticate({ email, password }) {
        throw new RangeError(`connection lost: ${email} ${password}`)
      },
    },
  }
  try {
    const { status, json } = await send(over(failing), 'POST /passwords/authenticate', logIn)
    assert.equal(
      [status, json.error_type, json.error_message],
      [503, 'service_unavailable', 'Logging in is not possible at the moment. Please try again soon.'],
    )
  } finally {
    console.error = error
  }
  assert.equal(lines, [['[latchkey] POST /passwords/authenticate could not be answered: RangeError']])

  const failures: BridgeFailure[] = []
  await send(over(failing, { onError: (failure) => failures.push(failure) }), 'POST /passwords/authenticate', logIn)
  assert.is(failures[0]!.route, 'POST /passwords/authenticate')
  assert.instance(failures[0]!.error, RangeError)
})

for (const [what, onError] of [
  ['no origins', undefined],
  ['a report that throws', () => void decodeURI('%')],
  ['a report that rejects', async () => void decodeURI('%')],
] as const)
  test(`the visitor has an answer where the host has ${what}`, async () => {
    const lines: unknown[][] = []
    const { error } = console
    console.error = (...line) => void lines.push(line)
    try {
      const { status } = await send(over({}, { origins: () => undefined as never, onError }), 'POST /passwords/authenticate', logIn)
      assert.is(status, 503)
    } finally {
      console.error = error
    }
    assert.equal([lines.length, onError && lines[0]![0] instanceof URIError], [1, onError && true])
  })

/**
 * Ways in which a page of another site can send a request, and what a browser then says about it.
 */
const foreign: [how: string, headers: Record<string, string | null>][] = [
  ['fetch of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['fetch in an old browser', { origin: 'https://evil.example', 'sec-fetch-site': null }],
  ['an opaque origin', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  ['a sub-domain', { origin: 'https://blog.shop.example', 'sec-fetch-site': 'same-site' }],
  ['the parent domain', { origin: 'https://example', 'sec-fetch-site': 'cross-site' }],
  ['another port', { origin: 'https://shop.example:8443', 'sec-fetch-site': 'same-site' }],
  ['another scheme', { origin: 'http://shop.example', 'sec-fetch-site': 'cross-site' }],
  ['a name that begins alike', { origin: 'https://shop.example.evil.example' }],
  ['a name that ends alike', { origin: 'https://evilshop.example' }],
  ['a user in front', { origin: 'https://shop.example@evil.example' }],
  ['a path behind', { origin: 'https://shop.example/evil' }],
  ['a list', { origin: 'https://shop.example, https://evil.example' }],
  ['a form', { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded', 'x-sdk-client': null }],
  ['a form without an origin', { origin: null, 'sec-fetch-site': null, 'content-type': 'text/plain', 'x-sdk-client': null }],
  ['a beacon', { 'content-type': 'text/plain', 'x-sdk-client': null, origin: 'https://evil.example' }],
  ['a request without cookies mode', { origin: null, 'sec-fetch-site': 'cross-site' }],
  ['a sibling without an origin', { origin: null, 'sec-fetch-site': 'same-site' }],
  ['our own page without the header', { 'x-sdk-client': null }],
  ['our name in capitals', { origin: 'https://SHOP.example' }],
  ['our name with a dot', { origin: 'https://shop.example.' }],
  ['our name in other letters', { origin: 'https://sh\u00f6p.example' }],
  ['a page of a file', { origin: 'file://', 'sec-fetch-site': 'cross-site' }],
  ['an extension', { origin: 'chrome-extension://abcdefghijklmnop', 'sec-fetch-site': 'none' }],
  ['an address of this machine', { origin: 'http://127.0.0.1:3000' }],
  ['a word that no browser says', { origin: null, 'sec-fetch-site': 'same-origin, cross-site' }],
  ['a proxy that names us', { origin: 'https://evil.example', 'x-forwarded-host': 'shop.example', host: 'shop.example' }],
]
for (const [how, headers] of foreign) {
  test(`${how} has no effect`, async () => {
    const { questions, backend } = noting()
    const { status, json, headers: answerHeaders } = await send(over(backend), 'POST /passwords/authenticate', logIn, headers)
    assert.equal([status, json.error_type, questions.length], [403, 'unauthorized_origin', 0])
    assert.is(answerHeaders.get('access-control-allow-origin'), null)
  })
}

test('the name of another site that leads to this server has no effect', async () => {
  const { questions, backend } = noting()
  const headers = { ...ofPage, origin: 'https://evil.example' }
  const rebound = new Request('https://evil.example/auth/sdk/v1/sessions/revoke', { method: 'POST', headers })
  assert.is((await over(backend)(rebound)).status, 403)
  assert.is(questions.length, 0)
})

test('a preflight of another site is never answered', async () => {
  const asking = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-sdk-client,content-type',
    'x-sdk-client': null,
  }
  const { status, headers } = await send(over(noting().backend), 'OPTIONS /passwords/authenticate', undefined, {
    ...asking,
    origin: 'https://evil.example',
  })
  assert.is(status, 404)
  assert.equal(
    [...headers.keys()].filter((name) => name.startsWith('access-control')),
    [],
  )
})

test('HEAD and GET of a scanner reach no backend', async () => {
  const { questions, backend } = noting()
  for (const method of ['HEAD', 'GET']) {
    for (const path of [
      '/magic_links/authenticate',
      '/passwords/email/reset',
      '/otps/authenticate',
      '/sessions/revoke',
      '/oauth/authenticate',
    ])
      assert.is((await send(over(backend), `${method} ${path}?token=abc`)).status, 404, `${method} ${path}`)
  }
  assert.is(questions.length, 0)
})

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const megabyte = 'a'.repeat(1_000_000)

/** Bodies that are none, and what refuses them. */
const hostile: [what: string, route: string, body: unknown, status: number, error_type: string][] = [
  ['a token of 1 MB', 'POST /magic_links/authenticate', { token: megabyte, ...duration }, 413, 'request_too_large'],
  ['a token of 90 kB', 'POST /magic_links/authenticate', { token: 'a'.repeat(90_000), ...duration }, 400, 'invalid_argument'],
  [
    'a token that is nested',
    'POST /magic_links/authenticate',
    `{"token":${lists(10_000)},"session_duration_minutes":60}`,
    400,
    'invalid_argument',
  ],
  ['a token that is no string', 'POST /magic_links/authenticate', { token: { $ne: null }, ...duration }, 400, 'invalid_argument'],
  ['a token with a line break', 'POST /magic_links/authenticate', { token: 'a\r\nSet-Cookie: a=b', ...duration }, 400, 'invalid_argument'],
  ['an empty token', 'POST /magic_links/authenticate', { token: '', ...duration }, 400, 'invalid_argument'],
  ['a method_id that is a list', 'POST /otps/authenticate', { token: '123456', method_id: ['a'], ...duration }, 400, 'invalid_argument'],
  ['a code of 1 kB', 'POST /otps/authenticate', { token: '1'.repeat(1000), method_id: 'a', ...duration }, 400, 'invalid_code'],
  ['no body', 'POST /passwords/authenticate', undefined, 400, 'invalid_argument'],
  ['a body that is a list', 'POST /passwords/authenticate', [logIn], 400, 'invalid_argument'],
  ['a body that is null', 'POST /passwords/authenticate', 'null', 400, 'invalid_argument'],
  ['a body that is not JSON', 'POST /passwords/authenticate', '{"email":', 400, 'bad_request'],
  ['a body that is a number', 'POST /passwords/authenticate', '5', 400, 'invalid_argument'],
  ['a body that is a text', 'POST /passwords/authenticate', '"email"', 400, 'invalid_argument'],
  ['a body of spaces', 'POST /passwords/authenticate', '  ', 400, 'bad_request'],
  ['two bodies', 'POST /passwords/authenticate', `${JSON.stringify(logIn)}${JSON.stringify(logIn)}`, 400, 'bad_request'],
  ['a body in its prototype', 'POST /passwords/authenticate', `{"__proto__":${JSON.stringify(logIn)}}`, 400, 'invalid_argument'],
  ['a list in a prototype', 'POST /idp/oauth/authorize/start', '{"scopes":{"__proto__":[],"length":1}}', 400, 'invalid_argument'],
  ['a body that is nested', 'POST /passwords/authenticate', lists(45_000), 400, 'invalid_argument'],
  [
    'the second of two values, which counts',
    'POST /magic_links/authenticate',
    '{"token":"good","token":["bad"],"session_duration_minutes":60}',
    400,
    'invalid_argument',
  ],
  ['a password of 2 kB', 'POST /passwords/authenticate', { ...logIn, password: 'a'.repeat(2000) }, 400, 'invalid_argument'],
  ['a duration that is a text', 'POST /passwords/authenticate', { ...logIn, session_duration_minutes: '60' }, 400, 'invalid_argument'],
  ['an address that is none', 'POST /passwords/authenticate', { ...logIn, email: 'ada' }, 400, 'invalid_email'],
  ['a number that is none', 'POST /otps/sms/login_or_create', { phone_number: '0049' }, 400, 'invalid_phone_number'],
  [
    'a link to a script',
    'POST /magic_links/email/login_or_create',
    { email: 'a@example.com', login_magic_link_url: 'javascript:alert(1)' },
    400,
    'invalid_magic_link_url',
  ],
  ['data that is nested', 'PUT /users/me', `{"untrusted_metadata":{"a":${lists(10_000)}}}`, 400, 'invalid_argument'],
  [
    'a credential that is nested',
    'POST /webauthn/register',
    { public_key_credential: `{"a":${lists(10_000)}}` },
    400,
    'invalid_public_key_credential',
  ],
  ['a credential that is a list', 'POST /webauthn/register', { public_key_credential: '[]' }, 400, 'invalid_public_key_credential'],
  [
    '101 scopes',
    'POST /idp/oauth/authorize/start',
    { client_id: 'a', redirect_uri: 'https://a.example', response_type: 'code', scopes: Array(101).fill('a') },
    400,
    'invalid_argument',
  ],
]
for (const [what, route, body, status, error_type] of hostile) {
  test(`${what} is refused`, async () => {
    const { questions, backend } = noting()
    const answer = await send(over(backend), route, body)
    assert.equal([answer.status, answer.json.error_type, questions.length], [status, error_type, 0])
  })
}

/** Bytes and types of a body that no page of ours sends. */
const oddBodies: [what: string, type: string | null, body: Uint8Array | string, status: number][] = [
  ['another type', 'text/plain', JSON.stringify(logIn), 400],
  ['no type', null, new TextEncoder().encode(JSON.stringify(logIn)), 400],
  ['a form', 'application/x-www-form-urlencoded', 'email=ada%40example.com&password=correct+horse', 400],
  ['a form with files', 'multipart/form-data; boundary=x', '--x--', 400],
  ['a type that begins alike', 'application/json-patch+json', JSON.stringify(logIn), 400],
  ['two types', 'text/plain, application/json', JSON.stringify(logIn), 400],
  ['bytes that are no text', 'application/json', Buffer.from(JSON.stringify({ ...logIn, password: 'caf\u00e9' }), 'latin1'), 400],
  ['UTF-16', 'application/json; charset=utf-16', Buffer.from(JSON.stringify(logIn), 'utf16le'), 400],
  ['a text that ends too early', 'application/json', new TextEncoder().encode('"€"').slice(0, 3), 400],
  // a byte order mark is part of UTF-8, and harmless
  ['a byte order mark', 'application/json', `\ufeff${JSON.stringify(logIn)}`, 200],
  ['a type with a parameter', 'Application/JSON ; charset=utf-8', JSON.stringify(logIn), 200],
]
for (const [what, type, bytes, status] of oddBodies) {
  test(`a body with ${what} is answered with ${status}`, async () => {
    const { questions, backend } = noting()
    const { 'content-type': _, ...others } = ofPage
    const headers = { ...others, ...(type !== null && { 'content-type': type }) }
    const request = new Request(`${ORIGIN}/auth/sdk/v1/passwords/authenticate`, { method: 'POST', headers, body: bytes as BodyInit })
    assert.is((await over(backend)(request)).status, status)
    assert.is(questions.length, status === 200 ? 1 : 0)
  })
}

test('an id in the path that is long, empty or not encoded is an unknown route', async () => {
  const { questions, backend } = noting()
  for (const id of ['a'.repeat(1000), '', '%', '%ff', 'a%0Ab', '%C3%A9', 'a/b']) {
    const { status } = await send(over(backend), `POST /users/connected_apps/${id}/revoke`)
    assert.is(status, 404, JSON.stringify(id.slice(0, 20)))
  }
  assert.is(questions.length, 0)
})

test('the settings need no public token', async () => {
  const { questions, backend } = noting()
  for (const token of ['', 'public-token-test-1']) assert.is((await send(over(backend), `GET /projects/bootstrap/${token}`)).status, 200)
  assert.is(questions.length, 2)
})

test('a body without an end is given up when it is too long, whatever its length says', async () => {
  const { questions, backend } = noting()
  let bytes = 0
  const endless = new ReadableStream({
    pull(controller) {
      bytes += 10_000
      controller.enqueue(new Uint8Array(10_000).fill(32))
    },
  })
  const request = new Request(`${ORIGIN}/auth/sdk/v1/passwords/authenticate`, {
    method: 'POST',
    headers: { ...ofPage, 'content-length': '5' },
    body: endless,
    duplex: 'half',
  } as RequestInit)
  assert.is((await over(backend)(request)).status, 413)
  assert.ok(bytes < 200_000, String(bytes))
  assert.is(questions.length, 0)
})

test('10,000 bodies with one field broken are all refused or served, and none fails', async () => {
  const { backend } = noting()
  const failures: unknown[] = []
  const bridge = over(backend, { onError: ({ error }) => failures.push(error) })
  const calls = Object.values(bridgeCalls).flatMap(
    (all) => Object.values(all) as { call: { route: string }; fields: Record<string, string> }[],
  )
  const oddities: unknown[] = [
    null,
    '',
    0,
    -1,
    Number.MAX_VALUE,
    true,
    [],
    {},
    [[]],
    { toString: 1 },
    '\u0000',
    '\ud800',
    '💥',
    '__proto__',
    'a'.repeat(5000),
    '../..',
    '%',
    "'--",
    '<script>',
    { length: 1e9 },
  ]
  const withFields = calls.filter(({ fields }) => Object.keys(fields).length > 0)
  const statuses = new Set<number>()
  for (let at = 0; at < 10_000; at++) {
    const { call, fields } = withFields[at % withFields.length]!
    const names = Object.keys(fields)
    const body: Record<string, unknown> = { email: 'ada@example.com', password: 'correct horse', token: '123456', ...duration }
    body[names[Math.floor(at / withFields.length) % names.length]!] = oddities[Math.floor(at / 7) % oddities.length]
    const { status } = await send(bridge, call.route.replace(/:\w+/g, 'x'), body)
    statuses.add(status)
  }
  // with a confirmation, and no session
  assert.equal([...statuses].sort(), [200, 400, 404])
  assert.equal(failures, [])
})

test('a sign-in with another provider begins with a redirect, for pages of the host alone', async () => {
  const starts: unknown[] = []
  const bridge = over({
    oauth: {
      async start(start, visit) {
        starts.push(start)
        visit.setCookie('state=1; HttpOnly')
        return 'https://other.example/authorize'
      },
    },
  })
  const route = 'GET /v1/public/oauth/google/start?public_token=&login_redirect_url=https%3A%2F%2Fshop.example%2Flogin&custom_scopes=a+b'
  const headersOfLink = {
    origin: null,
    'x-sdk-client': null,
    'content-type': null,
    referer: `${ORIGIN}/login`,
    'sec-fetch-site': 'same-origin',
  }
  const { status, headers } = await send(bridge, route, undefined, headersOfLink)
  assert.equal([status, headers.get('location'), headers.getSetCookie()], [302, 'https://other.example/authorize', ['state=1; HttpOnly']])
  assert.equal(starts, [{ provider: 'google', loginUrl: 'https://shop.example/login', signupUrl: undefined, scopes: ['a', 'b'] }])
  for (const [referer, site] of [
    ['https://evil.example/', 'cross-site'],
    [null, 'cross-site'],
    ['https://evil.example/', null],
  ])
    assert.is(
      (await send(bridge, route, undefined, { ...headersOfLink, referer: referer!, 'sec-fetch-site': site! })).status,
      403,
      String(referer),
    )
  assert.is((await send(bridge, route.replace('https%3A', 'javascript%3A'), undefined, headersOfLink)).status, 400)
  assert.is((await send(over({}), route, undefined, headersOfLink)).status, 404)
  assert.is(starts.length, 1)
})

test.run()
