/**
 * The bridge over a Better Auth in another process, by a stand-in: what is asked there, what its
 * answers can be, and what is missing without the plugin. test/hosts/remoteAuth.test.ts has the
 * real one.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { authRoutes, bridge, type AuthOffers, type BetterAuthBridgeOptions, type RemoteAuth } from '../../../src/server/betterAuth/index.ts'
import { duration, ORIGIN, send } from '../bridge/calling.ts'
import { fakeAuth, user, withCookies, type Answers } from './fakeAuth.ts'

const test = suite('better-auth in another process')

const URL_OF_IT = 'http://127.0.0.1:9/internal'
const logIn = { email: 'ada@example.com', password: 'correct horse', ...duration }
const cookie = 'better-auth.session_token=abc.def; Path=/; HttpOnly; SameSite=Lax'
const offers: AuthOffers = {
  baseURL: `${ORIGIN}/api/auth`,
  plugins: ['latchkey', 'magic-link', 'passkey', 'oauth-provider'],
  passwords: { shortest: 8, longest: 128 },
}
const usual: Answers = {
  'GET /latchkey/offers': () => Response.json(offers),
  'POST /sign-in/email': withCookies({ token: 'a', user }, cookie),
  'POST /sign-out': () => Response.json({ success: true }),
}

/** Creates a bridge in front of a Better Auth with these answers. */
const create = (answers: Answers = {}, remote: Partial<RemoteAuth> = {}, options: BetterAuthBridgeOptions = {}) => {
  const fake = fakeAuth({ ...usual, ...answers })
  const addresses: string[] = []
  const failures: string[] = []
  const auth: RemoteAuth = {
    url: URL_OF_IT,
    async fetch(request) {
      addresses.push(request.url)
      assert.is(request.redirect, 'manual')
      return fake.auth.handler(new Request(request.url.replace(URL_OF_IT, `${ORIGIN}/api/auth`), request))
    },
    ...remote,
  }
  const answer = bridge(auth, { onError: ({ error }) => void failures.push(String(error)), ...options })
  return { ...fake, auth, answer, addresses, failures }
}

test('it says once in a minute what it offers, and is asked at its own address', async () => {
  const { answer, addresses, routes } = create()
  const { now } = Date
  try {
    await Promise.all([1, 2, 3].map(() => send(answer, 'POST /passwords/authenticate', logIn)))
    assert.is(routes().filter((route) => route === 'GET /latchkey/offers').length, 1)
    Date.now = () => now() + 61_000
    const { status, headers } = await send(answer, 'POST /passwords/authenticate', logIn)
    assert.equal([status, headers.getSetCookie()], [200, [cookie]])
    assert.is(routes().filter((route) => route === 'GET /latchkey/offers').length, 2)
  } finally {
    Date.now = now
  }
  assert.equal(
    addresses.filter((address) => !address.startsWith(`${URL_OF_IT}/`)),
    [],
  )
})

test("it learns the visitor's address from the host's server, and not from the visitor", async () => {
  const { answer, requests } = create()
  await send(answer, 'POST /passwords/authenticate', logIn, { 'x-forwarded-for': '198.51.100.1' }, { address: '203.0.113.7' })
  const seen = requests.filter(({ route }) => route !== 'GET /latchkey/offers').map(({ request }) => request.headers.get('x-forwarded-for'))
  assert.equal([...new Set(seen)], ['203.0.113.7'])
})

const endless = () => new Response(new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(300_000)) }))
const faults: [what: string, answer: () => Response | Promise<Response>, failure: RegExp][] = [
  ['nothing listens', () => Promise.reject(new TypeError('fetch failed')), /fetch failed/],
  ['a page of a proxy', () => new Response('<html>', { status: 502 }), /answered .*with 502/],
  ['a page with 200', () => new Response('<html>'), /something else than JSON|not the base URL/],
  ['nothing with 200', () => new Response(null), /something else than JSON|not the base URL/],
  ['a redirect to HTTPS', () => new Response(null, { status: 301, headers: { location: 'https://127.0.0.1/' } }), /with 301/],
  ['an answer without an end', endless, /more than 1000000 bytes/],
  ['an answer that never comes', () => new Promise(() => {}), /Timeout/],
]
for (const [what, fault, failure] of faults)
  for (const route of ['POST /sign-in/email', 'GET /get-session', 'GET /latchkey/offers'])
    test(`${what} at ${route}: 503 in words, no cookie, and the host hears of it`, async () => {
      const { timeout } = AbortSignal
      if (what.includes('never'))
        AbortSignal.timeout = () => {
          const controller = new AbortController()
          setImmediate(() => controller.abort(new DOMException('', 'TimeoutError')))
          return controller.signal
        }
      try {
        const { answer, failures } = create({ [route]: fault })
        const { status, json, headers } = await send(answer, 'POST /passwords/authenticate', logIn)
        assert.equal([status, json.error_type, headers.getSetCookie()], [503, 'service_unavailable', []])
        assert.is(failures.length, 1)
        assert.match(failures[0]!, failure)
      } finally {
        AbortSignal.timeout = timeout
      }
    })

test('without the plugin, the host says what there is, and what needs the plugin is an unknown route', async () => {
  const missing = create({ 'GET /latchkey/offers': () => new Response(null, { status: 404 }) })
  assert.is((await send(missing.answer, 'POST /passwords/authenticate', logIn)).status, 503)
  assert.match(missing.failures[0]!, 'add latchkey()')
  const foreign = [
    '__Secure-neon.session_token=abc.def; Domain=auth.example; Path=/auth; Secure; HttpOnly; SameSite=None; Partitioned',
    '__Host-neon.challenge=1; Path=/; Secure; SameSite=None',
  ]
  const { answer, routes } = create({ 'POST /sign-in/email': withCookies({ token: 'a', user }, ...foreign) }, { offers })
  const search = await send(answer, 'POST /users/search', { email: 'ada@example.com' })
  assert.is(search.json.data.userType, 'password')
  const { headers } = await send(answer, 'POST /passwords/authenticate', logIn, { cookie: 'better-auth.session_token=abc' })
  assert.equal(headers.getSetCookie(), [
    '__Secure-neon.session_token=abc.def; Secure; HttpOnly; Path=/; SameSite=Lax',
    '__Host-neon.challenge=1; Secure; Path=/; SameSite=Lax',
  ])
  for (const route of ['GET /users/connected_apps', 'POST /idp/oauth/authorize/start', 'POST /totps/authenticate']) {
    const body = { client_id: 'a', redirect_uri: 'a', response_type: 'code', scopes: [], totp_code: '123456', ...duration }
    const { status, json } = await send(answer, route, route.startsWith('GET') ? undefined : body)
    assert.equal([status, json.error_type], [404, 'route_not_found'], route)
  }
  assert.not.ok(routes().some((route) => route.includes('/latchkey/')))
})

test('options with which the bridge cannot stand in front of it are told to the host, and pages that nobody knows', async () => {
  const wrong = create({ 'GET /latchkey/offers': () => Response.json({ code: 'LATCHKEY_CANNOT_SERVE' }, { status: 409 }) })
  assert.is((await send(wrong.answer, 'POST /passwords/authenticate', logIn)).status, 503)
  assert.match(wrong.failures[0]!, 'whose log says why')
  const nowhere = create({ 'GET /latchkey/offers': () => Response.json({ ...offers, baseURL: '' }) })
  assert.is((await send(nowhere.answer, 'POST /passwords/authenticate', logIn)).status, 503)
  assert.match(nowhere.failures[0]!, 'set `baseURL`')
  for (const url of ['', 'auth.internal', 'ftp://auth.internal/'])
    assert.throws(
      () => bridge({ url }),
      (error: unknown) => error instanceof TypeError,
    )
})

test('a link to a route of Better Auth is no page, also before anything is known', async () => {
  const { answer } = create({}, {}, { origins: [ORIGIN] })
  const ask = (page: string) => send(answer, 'POST /magic_links/email/login_or_create', { email: logIn.email, login_magic_link_url: page })
  assert.is((await ask(`${ORIGIN}/api/auth/magic-link/verify`)).json.error_type, 'no_match_for_provided_magic_link_url')
})

test('the raw routes reach it, and a return from another provider leads to the form while it is down', async () => {
  let isDown = false
  const { auth, addresses } = create({
    'GET /callback/google': () => new Response(null, { status: 302, headers: { location: `${ORIGIN}/account` } }),
  })
  const inner = auth.fetch!
  const fetch: typeof inner = (request) => (isDown ? Promise.reject(new TypeError('fetch failed')) : inner(request))
  const routes = authRoutes({ ...auth, fetch }, { loginPage: '/login?a=b#top' })
  const open = async (path: string) => routes(new Request(ORIGIN + path))
  assert.is((await open('/api/auth/callback/google?code=a')).headers.get('location'), `${ORIGIN}/account`)
  assert.is(addresses.at(-1), `${URL_OF_IT}/callback/google?code=a`)
  await open('/.well-known/openid-configuration')
  for (const path of ['/api/auth/sign-in/email', '/api/auth/callback/../sign-in/email', '/api/auth/callback/a%2Fjwks', '/internal/jwks'])
    assert.is((await open(path)).status, 404, path)
  assert.is(addresses.at(-1), 'http://127.0.0.1:9/.well-known/openid-configuration')
  isDown = true
  const lines: string[] = []
  const { error } = console
  console.error = (line: string) => void lines.push(line)
  try {
    const back = await open('/api/auth/callback/google?code=a')
    assert.equal([back.status, back.headers.get('location')], [302, '/login?a=b&error=server_error#top'])
    assert.equal(lines, ['[latchkey] /api/auth/callback/google could not be answered: TypeError'])
    assert.is((await open('/api/auth/jwks')).status, 503)
  } finally {
    console.error = error
  }
})

test.run()
