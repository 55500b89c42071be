/** What a bridge does for the pages of its host: Node's `http`, landings, who is signed in. */
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cookieLine, readValue, valueLines } from '../../../src/server/hostCookies.ts'
import {
  createBridge,
  nodeCallOf,
  pageWithToken,
  refusal,
  sessionEntity,
  userEntity,
  type Backend,
  type BridgeFailure,
  type Visit,
} from '../../../src/server/bridge/index.ts'
import { duration, ofPage, ORIGIN, send } from './calling.ts'
import { serve } from '../../harness/listening.ts'

const test = suite('bridge: hosts')

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

const session = sessionEntity({ id: 'session-1', userId: 'user-1', startedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-02-01T00:00:00Z' })
const signedIn = { user_id: 'user-1', user: userEntity({ id: 'user-1' }), session, session_token: '', session_jwt: '' }

const closing: (() => void)[] = []
test.after(() => {
  for (const close of closing) close()
})

/** Starts a server, and resolves with its origin. */
const listen = async (handle: Handle): Promise<string> => {
  const { url, close } = await serve((request, response) => void handle(request, response))
  closing.push(close)
  return url
}

/** A bridge that notes its visits, and answers a sign-out with two cookies. */
const noting = () => {
  const visits: Visit[] = []
  const bridge = createBridge(
    {
      sessions: {
        async revoke(_, visit) {
          visits.push(visit)
          for (const line of ['one=1', 'two=2']) visit.setCookie(line)
          return {}
        },
      },
      passwords: {
        async authenticate(_, visit) {
          visits.push(visit)
          throw refusal('unauthorized_credentials')
        },
      },
    },
    { origins: [ORIGIN] },
  )
  return { bridge, visits }
}

const logIn = { email: 'ada@example.com', password: 'correct horse', ...duration }
const post = (url: string, body?: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { ...ofPage, ...headers }, body })

test('it answers in Node’s http, with the address of the connection, the cookies, and a body that is too long in words', async () => {
  const { bridge, visits } = noting()
  const origin = await listen((request, response) => {
    response.setHeader('Set-Cookie', 'of-the-host=1')
    return bridge.node(request, response)
  })
  const revoked = await post(`${origin}/auth/sdk/v1/sessions/revoke`, undefined, { cookie: 'a=b' })
  assert.equal(revoked.headers.getSetCookie(), ['of-the-host=1', 'one=1', 'two=2'])
  assert.is(revoked.headers.get('cache-control'), 'no-store')
  assert.equal([visits[0]!.address, visits[0]!.request.headers.get('cookie')], ['127.0.0.1', 'a=b'])
  assert.is(nodeCallOf(visits[0]!.request)?.request.url, '/auth/sdk/v1/sessions/revoke')
  const large = await post(`${origin}/auth/sdk/v1/passwords/authenticate`, JSON.stringify({ ...logIn, more: 'a'.repeat(3_000_000) }))
  assert.equal([large.status, ((await large.json()) as { error_type: string }).error_type], [413, 'request_too_large'])
  assert.is((await post(`${origin}/auth/sdk/v1/passwords/authenticate`, JSON.stringify(logIn))).status, 401)
  assert.is((await post(`${origin}//evil.example/auth/sdk/v1/sessions/revoke`)).status, 200)
  assert.is(new URL(visits.at(-1)!.request.url).origin, origin)
})

test('a request whose method or URL is odd is nobody’s, and a host can say whose address it is', async () => {
  const { bridge, visits } = noting()
  const base = { headers: { host: 'localhost' }, on: () => {} }
  for (const odd of [
    { method: 'TRACE', url: '/' },
    { method: 'CONNECT', url: 'evil.example:443' },
    { method: 'OPTIONS', url: '*', headers: { host: 'a:81' } },
    { method: 'GET', url: '@evil' },
    { method: 'GET', url: '//evil.example/\\' },
    { method: 'GET', url: '', headers: { ':path': '/', host: 'not a host' } },
    { method: 'GET', url: '/%' },
  ]) {
    assert.is(await bridge.sessionOf({ ...base, ...odd }), undefined, JSON.stringify(odd))
    assert.is(await bridge.land({ ...base, ...odd }), undefined, JSON.stringify(odd))
  }
  const origin = await listen((request, response) => bridge.node(request, response, { address: '198.51.100.9' }))
  await post(`${origin}/auth/sdk/v1/sessions/revoke`)
  assert.is(visits[0]!.address, '198.51.100.9')
})

test('a page asks who is signed in, and gets the cookies of a session that was renewed or is over', async () => {
  const lines: string[] = []
  const from = (authenticate: NonNullable<Backend['sessions']>['authenticate']) => {
    lines.length = 0
    const request = new Request(ORIGIN, { headers: { cookie: 'a=b' } })
    const visitor = { setCookie: (line: string) => void lines.push(line) }
    return createBridge({ sessions: { authenticate } }, { origins: [ORIGIN] }).sessionOf(request, visitor)
  }
  const renewed = await from(async (_, visit) => {
    visit.setCookie('session=2; HttpOnly')
    return signedIn
  })
  assert.equal([renewed?.user_id, lines], ['user-1', ['session=2; HttpOnly']])
  for (const reason of ['session_not_found', 'user_unauthenticated']) {
    const ended = await from(async (_, visit) => {
      visit.setCookie('session=; Max-Age=0')
      throw refusal(reason)
    })
    assert.equal([ended, lines], [undefined, ['session=; Max-Age=0']])
  }
  for (const error of [refusal('service_unavailable'), refusal('limit_reached'), new Error('ECONNREFUSED')]) {
    const thrown = await from(async (_, visit) => {
      visit.setCookie('session=; Max-Age=0')
      throw error
    }).catch((reason: unknown) => reason)
    assert.equal([thrown === error, lines], [true, []])
  }
  assert.is(await createBridge({}, { origins: [ORIGIN] }).sessionOf(new Request(ORIGIN)), undefined)
})

/** A backend with links that are always good, which notes what it gets. */
const linking = (mayLand: NonNullable<Backend['magicLinks']>['mayLand'], fails?: unknown, origin = ORIGIN, more: Backend = {}) => {
  const got: string[] = []
  const failures: BridgeFailure[] = []
  const backend: Backend = {
    ...more,
    magicLinks: {
      async loginOrCreate({ login_magic_link_url }) {
        got.push(login_magic_link_url!)
        return {}
      },
      mayLand,
      async authenticate({ token }, visit) {
        if (fails) throw fails
        got.push(token)
        visit.setCookie('session=1; HttpOnly')
        return { ...signedIn, method_id: '' }
      },
    },
  }
  return { got, failures, bridge: createBridge(backend, { origins: [origin], onError: (failure) => void failures.push(failure) }) }
}

const ask = async ({ bridge, got }: Pick<ReturnType<typeof linking>, 'bridge' | 'got'>, page = `${ORIGIN}/login?next=%2F#form`) => {
  const body = { email: 'ada@example.com', login_magic_link_url: page }
  const { headers } = await send(bridge, 'POST /magic_links/email/login_or_create', body, { origin: new URL(page).origin })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { cookie, link: pageWithToken(got.at(-1)!, 'magic_links', 'a~b.c') }
}
const visiting = (url: string, cookie: string) =>
  new Request(url, { headers: { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } })

test('a link lands: the answer has the session and leads to the page without the token, or where the host says', async () => {
  const linked = linking((token) => token === 'a~b.c')
  const { cookie, link } = await ask(linked)
  assert.match(cookie, /^__Host-latchkey_browser=/)
  const landed = (await linked.bridge.land(visiting(link, cookie)))!
  assert.equal([landed.status, landed.headers.get('location')], [303, `${ORIGIN}/login?next=%2F`])
  assert.equal(landed.headers.getSetCookie(), ['session=1; HttpOnly'])
  assert.is(linked.got.at(-1), 'a~b.c')
  const elsewhere = (await linked.bridge.land(visiting(link, cookie), { page: '/account' }))!
  assert.is(elsewhere.headers.get('location'), `${ORIGIN}/account`)
  // behind a proxy the request has another origin, and a path can look like a host
  const inner = visiting(link.replace(ORIGIN, 'http://10.0.0.1:3000/').replace('/login', '/evil.example'), cookie)
  assert.is((await linked.bridge.land(inner))!.headers.get('location'), `${ORIGIN}//evil.example?next=%2F`)
  // the same browser asks again: both links land
  const again = await send(
    linked.bridge,
    'POST /magic_links/email/login_or_create',
    { email: 'ada@example.com', login_magic_link_url: ORIGIN },
    { cookie },
  )
  assert.equal(again.headers.getSetCookie(), [])
})

test('the page is sent, and nothing is spent, for links that may not land, and for those that fail', async () => {
  const forbidden = linking(() => false)
  const { cookie, link } = await ask(forbidden)
  assert.is(await forbidden.bridge.land(visiting(link, cookie)), undefined)
  assert.is(forbidden.got.length, 1)
  for (const error of [refusal('unable_to_auth_magic_link'), refusal('limit_reached')]) {
    const failing = linking(() => true, error)
    const made = await ask(failing)
    assert.is(await failing.bridge.land(visiting(made.link, made.cookie)), undefined)
  }
  const other = linking(() => true)
  const { cookie: mine, link: theirs } = await ask(other)
  const tokens = [
    theirs.replace('magic_links', 'reset_password'),
    theirs.replace('magic_links', 'oauth'),
    `${theirs}&token=b`.replace('#form', ''),
    theirs.replace(/token=[\da-f]{64}/, `token=${'0'.repeat(64)}`),
    theirs.replace(/token=[\da-f]{64}(?:~|%7E)/, 'token='),
    `${ORIGIN}/login`,
  ]
  for (const url of tokens) assert.is(await other.bridge.land(visiting(url, mine)), undefined, url)
  for (const cookieOf of ['', 'a=b', `${mine}; ${mine.slice(0, -1)}${mine.endsWith('0') ? 1 : 0}`])
    assert.is(await other.bridge.land(visiting(theirs, cookieOf)), undefined, cookieOf)
  assert.is(other.got.length, 1)
})

test('without https, where a sibling domain can set the cookie, no link lands; on a developer’s machine it does, with one cookie', async () => {
  for (const [origin, lands] of [
    ['http://shop.example', false],
    ['http://localhost:3000', true],
  ] as const) {
    const linked = linking(() => true, undefined, origin)
    const { cookie, link } = await ask(linked, `${origin}/login`)
    assert.match(cookie, /^latchkey_browser=/)
    assert.is(await linked.bridge.land(visiting(link, `${cookie}; ${cookie.replace(/=.*/, `=${'0'.repeat(36)}`)}`)), undefined)
    assert.is((await linked.bridge.land(visiting(link, cookie)))?.status, lands ? 303 : undefined, origin)
  }
})

test('a backend that fails leaves the link to the page, and the host hears of it', async () => {
  const failure = new Error('ECONNREFUSED')
  const fails = () => Promise.reject(failure)
  for (const [mayLand, authenticate] of [
    [fails, undefined],
    [() => true, fails],
  ] as const) {
    const linked = linking(mayLand, undefined, ORIGIN, { sessions: { authenticate } })
    const { cookie, link } = await ask(linked)
    assert.is(await linked.bridge.land(visiting(link, cookie)), undefined)
    assert.equal(linked.failures, [{ route: 'land', error: failure }])
    assert.is(linked.got.length, 1)
  }
})

test('a backend without landings gets pages and tokens as they are', async () => {
  const plain = linking(undefined)
  await ask(plain, `${ORIGIN}/login`)
  assert.is(plain.got[0], `${ORIGIN}/login`)
})

test('the return from another provider is a page of the backend, from any site', async () => {
  const bridge = createBridge(
    { oauth: { callback: async (provider, visit) => `${ORIGIN}/login?${provider}&${new URL(visit.request.url).searchParams}` } },
    { origins: [ORIGIN] },
  )
  const headers = { origin: null, 'x-sdk-client': null, referer: 'https://accounts.google.com/', 'sec-fetch-site': 'cross-site' }
  const back = await send(bridge, 'GET /v1/public/oauth/google/callback?code=1&state=2', undefined, headers)
  assert.equal([back.status, back.headers.get('location')], [302, `${ORIGIN}/login?google&code=1&state=2`])
  const none = await send(createBridge({}, { origins: [ORIGIN] }), 'GET /v1/public/oauth/google/callback', undefined, headers)
  assert.is(none.status, 404)
})

test('on a developer’s machine the log has the whole error of a 503', async () => {
  const { error } = console
  const lines: unknown[][] = []
  console.error = (...parts) => void lines.push(parts)
  const failure = new RangeError('no such column: emial')
  for (const origins of [['http://localhost:3000'], ['http://localhost:3000', ORIGIN], []]) {
    const bridge = createBridge({ sessions: { revoke: () => Promise.reject(failure) } }, { origins })
    await send(bridge, 'POST /sessions/revoke', undefined, { origin: origins[0] ?? null })
  }
  console.error = error
  assert.equal(lines, [
    ['[latchkey] POST /sessions/revoke could not be answered:', failure],
    ['[latchkey] POST /sessions/revoke could not be answered: RangeError'],
    ['[latchkey] POST /sessions/revoke could not be answered: RangeError'],
  ])
})

test('a value of any length is written into cookies, read back, and removed', () => {
  const secure = { secure: true }
  const request = (lines: string[]) =>
    new Request(ORIGIN, {
      headers: {
        cookie: lines
          .filter((line) => !/Max-Age=0/.test(line))
          .map((line) => line.split(';')[0])
          .join('; '),
      },
    })
  for (const length of [1, 3180, 3181, 9000, 25_440]) {
    const value = 'a'.repeat(length)
    const lines = valueLines('session', value, { ...secure, seconds: 60 })
    assert.ok(lines.every((line) => line.startsWith('__Host-session') && line.split(';')[0]!.length < 4096))
    assert.is(readValue(request(lines), 'session', secure), value)
  }
  assert.throws(() => valueLines('session', 'a'.repeat(25_441), secure), RangeError)
  assert.ok(valueLines('session', '', secure).every((line) => line.includes('Max-Age=0')))
  assert.is(readValue(request([]), 'session', secure), undefined)
  assert.is(readValue(request(['session=planted']), 'session', secure), undefined)
  assert.is(cookieLine('a', 'b', { secure: false }), 'a=b; Path=/; HttpOnly; SameSite=Lax')
})

test.run()
