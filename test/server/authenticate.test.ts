/**
 * Sessions of the emulator, checked with its keys and by asking it, next to the provider's own Node
 * SDK.
 */
import { inspect } from 'node:util'
import { B2BClient } from 'stytch'
import { install } from '@sinonjs/fake-timers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { verifyMemberSession, verifySession, type AuthenticateOptions, type VerifyOptions } from '../../src/server/index.ts'
import { serving } from '../tools/emulator/server/serving.ts'
import { createIssuer, createKey, NOW, PROJECT, sign, userClaims, withCookie } from './issuer.ts'

const test = suite('server: authenticate')
const MINUTE = 60_000

type Site = Parameters<Parameters<typeof serving>[0]>[0]

const optionsFor = ({ emulator, url }: Site) => ({ projectId: emulator.project_id, baseUrl: url, now: emulator.clock.now })
const withSecret = (site: Site, authenticate: AuthenticateOptions['authenticate'] = 'whenNeeded') => ({
  ...optionsFor(site),
  secret: site.emulator.secret,
  authenticate,
})

const codeOf = async (request: Parameters<typeof verifySession>[0], options: VerifyOptions) => {
  const result = await verifySession(request, options)
  return result.ok ? result.checkedBy : result.code
}
const authentications = ({ emulator }: Site) =>
  emulator.requests().filter(({ path }) => path === '/v1/sessions/authenticate' || path.endsWith('/v1/sessions/authenticate')).length

test("a session of the emulator is what the provider's SDK reads in the same JWT", () =>
  serving(async (site) => {
    const { session_jwt, session } = await site.signIn()
    const result = await verifySession(withCookie(session_jwt), optionsFor(site))
    assert.ok(result.ok)
    assert.equal(result.session, session)
    const theirs = await site.client.sessions.authenticateJwtLocal({ session_jwt })
    assert.equal({ ...theirs, expires_at: session.expires_at }, result.session)
    assert.is(Date.parse(theirs.expires_at!), Date.parse(session.expires_at))
  }))

test("a session of a member is what the provider's SDK reads in the same JWT, and ends when it is revoked", () =>
  serving(async (site) => {
    const { emulator, url } = site
    const { session_jwt, member_session } = await emulator.signIn({ email: 'ada@example.com', organization: 'Acme' })
    const client = new B2BClient({ project_id: emulator.project_id, secret: emulator.secret, env: `${url}/` })
    const request = withCookie(session_jwt)
    const result = await verifyMemberSession(request, optionsFor(site))
    assert.ok(result.ok)
    assert.equal(result.session, member_session)
    const theirs = await client.sessions.authenticateJwtLocal({ session_jwt })
    assert.equal({ ...theirs, expires_at: member_session.expires_at }, result.session)

    const verdict = await verifyMemberSession(request, withSecret(site, 'always'))
    assert.ok(verdict.ok && verdict.renewed)
    assert.is(verdict.session.member_id, member_session.member_id)
    assert.is(verdict.renewed.setCookie.length, 2)
    await client.sessions.revoke({ member_session_id: member_session.member_session_id })
    const after = await verifyMemberSession(request, withSecret(site, 'always'))
    assert.is(after.ok ? 'ok' : after.code, 'ended')
  }))

test('a JWT lasts five minutes: then expired, or the provider is asked and the answer has new cookies', () =>
  serving(async (site) => {
    const { session_jwt, session } = await site.signIn()
    assert.is(await codeOf(withCookie(session_jwt), withSecret(site)), 'keys')
    site.emulator.clock.advance(6 * MINUTE)
    assert.is(await codeOf(withCookie(session_jwt), optionsFor(site)), 'expired')
    assert.is(authentications(site), 0)

    const result = await verifySession(withCookie(session_jwt), withSecret(site))
    assert.ok(result.ok && result.renewed)
    assert.is(authentications(site), 1)
    assert.is(result.checkedBy, 'provider')
    assert.is(result.session.session_id, session.session_id)
    const { setCookie, ...tokens } = result.renewed
    // 24 minutes are left of 30, less the seconds that this test takes
    const scope = '; Path=/; Max-Age=N; SameSite=Lax; Secure'
    assert.equal(
      setCookie.map((line) => line.replace(/Max-Age=14[0-4]\d/, 'Max-Age=N')),
      [`stytch_session=${tokens.session_token}${scope}`, `stytch_session_jwt=${tokens.session_jwt}${scope}`],
    )
    assert.is(await codeOf(withCookie(tokens.session_jwt), optionsFor(site)), 'keys')
  }))

test('a session is extended if the host asks for it', () =>
  serving(async (site) => {
    const { session_jwt } = await site.signIn()
    const result = await verifySession(withCookie(session_jwt), { ...withSecret(site, 'always'), sessionDurationMinutes: 90 })
    assert.ok(result.ok && result.renewed)
    assert.match(result.renewed.setCookie[0]!, '; Max-Age=5400;')
  }))

test('the cookies have the scope of the client, and are not Secure on the own machine', () =>
  serving(async (site) => {
    const { session_jwt } = await site.signIn()
    const cookieOptions = { jwtCookieName: 'jwt', opaqueTokenCookieName: 'token', path: '/app', domain: 'example.com' }
    const headers = new Headers({ cookie: `jwt=${session_jwt}`, host: 'localhost:3000' })
    const result = await verifySession(headers, { ...withSecret(site, 'always'), cookieOptions })
    assert.ok(result.ok && result.renewed)
    assert.match(result.renewed.setCookie[0]!, /^token=[^;]+; Path=\/app; Domain=example\.com; Max-Age=\d+; SameSite=Lax$/)
    assert.match(result.renewed.setCookie[1]!, /^jwt=/)
  }))

for (const host of ['localhost:3000', 'shop.example'])
  test(`cookies that belong to this host alone are found, and are Secure everywhere: ${host}`, () =>
    serving(async (site) => {
      const { session_jwt } = await site.signIn()
      const cookieOptions = { jwtCookieName: '__Host-jwt', opaqueTokenCookieName: '__Host-session' }
      const headers = new Headers({ cookie: `__Host-jwt=${session_jwt}; jwt=planted; stytch_session_jwt=planted`, host })
      const result = await verifySession(headers, { ...withSecret(site, 'always'), cookieOptions })
      assert.ok(result.ok && result.renewed)
      assert.is(result.renewed.setCookie.length, 2)
      for (const line of result.renewed.setCookie)
        assert.match(line, /^__Host-(jwt|session)=[^;]+; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/)
    }))

test('a bearer gets tokens and no cookies', () =>
  serving(async (site) => {
    const { session_jwt } = await site.signIn()
    const result = await verifySession(new Headers({ authorization: `Bearer ${session_jwt}` }), withSecret(site, 'always'))
    assert.ok(result.ok && result.renewed)
    assert.equal(result.renewed.setCookie, [])
    assert.ok(result.renewed.session_jwt)
  }))

test('without a JWT, the opaque token is enough if the provider is asked', () =>
  serving(async (site) => {
    const { session_token } = await site.signIn()
    const request = withCookie(session_token, 'stytch_session')
    assert.is(await codeOf(request, optionsFor(site)), 'no_session')
    assert.is(await codeOf(request, withSecret(site)), 'provider')
    assert.is(await codeOf(withCookie('unknown', 'stytch_session'), withSecret(site)), 'ended')
    assert.is(await codeOf(new Headers(), withSecret(site, 'always')), 'no_session')
  }))

test('a revoked session: good by its JWT for five minutes, ended at once if the provider is always asked', () =>
  serving(async (site) => {
    const { session_jwt, session } = await site.signIn()
    await site.client.sessions.revoke({ session_id: session.session_id })
    assert.is(await codeOf(withCookie(session_jwt), withSecret(site)), 'keys')
    assert.is(await codeOf(withCookie(session_jwt), withSecret(site, 'always')), 'ended')
    site.emulator.clock.advance(6 * MINUTE)
    assert.is(await codeOf(withCookie(session_jwt), withSecret(site)), 'ended')
  }))

test('a JWT by a key that the project no longer publishes is shown to the provider', async () => {
  const [old, next] = [await createKey('old', 'ES256'), await createKey('next', 'ES256')]
  const issuer = createIssuer(next)
  issuer.answer = (url) =>
    url.endsWith('/authenticate')
      ? Response.json({ error_type: 'session_not_found', status_code: 404 }, { status: 404 })
      : Response.json({ keys: [next.jwk] })
  const request = withCookie(await sign(old, userClaims()))
  assert.is(await codeOf(request, { ...issuer.options, authenticate: 'whenNeeded', secret: 'secret-test-1' }), 'ended')
})

test('a forged JWT never reaches the provider', () =>
  serving(async (site) => {
    const { session_jwt } = await site.signIn()
    const forgeries = [
      session_jwt.replace(/.{8}$/, 'AAAAAAAA'),
      'nonsense',
      await sign(await createKey('x', 'ES256'), { ...userClaims(), aud: ['project-test-2'], iss: 'stytch.com/project-test-2' }),
    ]
    for (const jwt of forgeries)
      for (const authenticate of ['whenNeeded', 'always'] as const)
        assert.ok(['invalid_token', 'wrong_project'].includes(await codeOf(withCookie(jwt), withSecret(site, authenticate))))
    assert.is(authentications(site), 0)
  }))

test('a wrong secret is wrong_secret with 500, so that nobody takes it for a log-out', () =>
  serving(async (site) => {
    const { session_jwt } = await site.signIn()
    const result = await verifySession(withCookie(session_jwt), { ...withSecret(site, 'always'), secret: 'secret-test-other' })
    assert.equal([result.ok, 'code' in result && result.code, 'status' in result && result.status], [false, 'wrong_secret', 500])
  }))

test('a secret with characters beyond Latin-1 is sent as UTF-8', async () => {
  const key = await createKey('key', 'ES256')
  const issuer = createIssuer(key)
  let authorization = ''
  issuer.answer = (url, init) => {
    authorization = new Headers(init.headers).get('authorization') ?? authorization
    return url.includes('jwks') ? Response.json({ keys: [key.jwk] }) : Response.json({}, { status: 401 })
  }
  await verifySession(withCookie(await sign(key, userClaims())), { ...issuer.options, authenticate: 'always', secret: 'gehäim€' })
  assert.is(Buffer.from(authorization.slice('Basic '.length), 'base64').toString(), `${PROJECT}:gehäim€`)
})

const SECRET = 'secret-test-that-nobody-may-read'
const key = await createKey('key', 'ES256')
const jwt = await sign(key, userClaims())
const late = await sign(key, { ...userClaims(), exp: 1 })
const opaque = 'opaque-token-that-nobody-may-read'

const answers: [what: string, answer: (init: RequestInit) => Response | Promise<Response>, code: string][] = [
  ['500', () => new Response('oops', { status: 500 }), 'provider_unavailable'],
  ['429', () => Response.json({ error_type: 'too_many_requests' }, { status: 429 }), 'provider_unavailable'],
  ['a fault of ours', () => Response.json({ error_type: 'invalid_session_duration' }, { status: 400 }), 'provider_unavailable'],
  ['HTML', () => new Response('<!doctype html>'), 'provider_unavailable'],
  ['null', () => Response.json(null), 'provider_unavailable'],
  ['success without a session', () => Response.json({ session_token: 'a', session_jwt: 'b' }), 'provider_unavailable'],
  [
    'a session without an id',
    () => Response.json({ session: { user_id: 'u' }, session_token: 'a', session_jwt: 'b' }),
    'provider_unavailable',
  ],
  ['a redirect', () => new Response(null, { status: 307, headers: { Location: 'https://evil.example' } }), 'provider_unavailable'],
  [
    'an error that repeats the request',
    (init) => Response.json({ error_type: String(init.body), error_message: JSON.stringify(init) }, { status: 400 }),
    'provider_unavailable',
  ],
  ['no answer, with the request in the error', (init) => Promise.reject(new Error(JSON.stringify(init))), 'provider_unavailable'],
  ['a JWT that it cannot read', () => Response.json({ error_type: 'unable_to_parse_session_jwt' }, { status: 400 }), 'invalid_token'],
  ['an unknown session', () => Response.json({ error_type: 'session_not_found' }, { status: 404 }), 'ended'],
  ['a wrong secret', () => Response.json({ error_type: 'unauthorized_credentials' }, { status: 401 }), 'wrong_secret'],
]
for (const [what, answer, code] of answers) {
  test(`the provider answers with ${what}: ${code}, and no secret or token is in the result or on the console`, async () => {
    const issuer = createIssuer(key)
    issuer.answer = (url, init) => (url.includes('jwks') ? Response.json({ keys: [key.jwk] }) : answer(init))
    const lines: string[] = []
    const { log, warn, error, info, debug } = console
    for (const name of ['log', 'warn', 'error', 'info', 'debug'] as const) console[name] = (...texts) => void lines.push(inspect(texts))
    try {
      for (const [request, authenticate] of [
        [withCookie(late), 'whenNeeded'],
        [withCookie(jwt), 'always'],
        [withCookie(opaque, 'stytch_session'), 'whenNeeded'],
      ] as const) {
        const result = await verifySession(request, { ...issuer.options, authenticate, secret: SECRET })
        assert.ok(!result.ok)
        assert.is(result.code, code)
        const text = inspect(result, { depth: 9, showHidden: true }) + JSON.stringify(result) + lines.join()
        for (const secret of [SECRET, jwt, late, opaque, late.split('.')[2]!, btoa(`${PROJECT}:${SECRET}`)])
          assert.not.ok(text.includes(secret), `${secret} in ${text}`)
      }
    } finally {
      Object.assign(console, { log, warn, error, info, debug })
    }
    assert.equal(lines, [])
  })
}

test('the tokens of a renewed session are in no log of the result and in no JSON', () =>
  serving(async (site) => {
    const { session_jwt } = await site.signIn()
    const result = await verifySession(withCookie(session_jwt), withSecret(site, 'always'))
    assert.ok(result.ok && result.renewed)
    const text = inspect(result, { depth: 9 }) + JSON.stringify(result)
    assert.match(text, result.session.session_id)
    assert.not.ok(text.includes(result.renewed.session_token) || text.includes(result.renewed.session_jwt))
  }))

test('keys that cannot be fetched are no reason to refuse if the provider can be asked', async () => {
  const issuer = createIssuer(key)
  const session = { session_id: 'session-test-1', user_id: 'user-test-1', last_accessed_at: '', expires_at: '' }
  issuer.answer = (url) =>
    url.includes('jwks') ? new Response(null, { status: 500 }) : Response.json({ session, session_token: 'a', session_jwt: 'b' })
  assert.is(await codeOf(withCookie(jwt), issuer.options), 'keys_unavailable')
  assert.is(await codeOf(withCookie(jwt), { ...issuer.options, authenticate: 'whenNeeded', secret: SECRET }), 'provider')
})

test('a provider that is slow costs the time limit and no more', async () => {
  const issuer = createIssuer(key)
  issuer.answer = (url, { signal }) =>
    url.includes('jwks')
      ? Response.json({ keys: [key.jwk] })
      : new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason), { once: true }))
  // a timer of its own, because that of AbortSignal.timeout keeps no process alive
  const alive = setInterval(() => {}, 1000)
  const start = performance.now()
  const options = { ...issuer.options, authenticate: 'always', secret: SECRET, timeoutMs: 20, now: () => NOW } as const
  assert.is(await codeOf(withCookie(jwt), options), 'provider_unavailable')
  assert.ok(performance.now() - start < 10_000)
  clearInterval(alive)
})

const cookies = (...tokens: string[]) => new Headers({ cookie: tokens.map((token) => `stytch_session=${token}`).join('; ') })
const asks = { authenticate: 'whenNeeded', secret: SECRET } as const
const alive = (user_id: string) => ({ session_id: `session-${user_id}`, user_id, last_accessed_at: '', expires_at: '' })

for (const [what, tokens, outcome] of [
  ['an old one beside the own', ['old', 'ada'], 'user-ada'],
  ['the own beside an old one', ['ada', 'old'], 'user-ada'],
  ['two of one person', ['ada', 'ada-2'], 'user-ada'],
  ['two people', ['bob', 'ada'], 'invalid_token'],
  ['one that the provider says nothing about', ['ada', 'down'], 'provider_unavailable'],
  ['five', ['ada', '1', '2', '3', '4'], 'invalid_token'],
] as const)
  test(`opaque tokens, ${what}: ${outcome}`, async () => {
    const issuer = createIssuer(key)
    issuer.answer = (_, { body }) => {
      const token = String(JSON.parse(String(body)).session_token)
      if (token === 'down') return new Response(null, { status: 503 })
      const [name] = token.split('-')
      return ['ada', 'bob'].includes(name!)
        ? Response.json({ session: alive(`user-${name}`), session_token: token, session_jwt: 'jwt' })
        : Response.json({ error_type: 'session_not_found' }, { status: 404 })
    }
    const result = await verifySession(cookies(...tokens), { ...issuer.options, ...asks })
    assert.is(result.ok ? result.session.user_id : result.code, outcome)
    assert.ok(issuer.calls.length <= 4)
  })

const bobsLate = await sign(key, { ...userClaims(), sub: 'user-bob', exp: 1 })
const adas = await sign(key, { ...userClaims(), sub: 'user-ada' })
const unknownKey = await createKey('unknown', 'ES256')
const adasByUnknownKey = await sign(unknownKey, { ...userClaims(), sub: 'user-ada' })
const bobsByUnknownKey = await sign(unknownKey, { ...userClaims(), sub: 'user-bob' })
const bobs = await sign(key, { ...userClaims(), sub: 'user-bob' })
const adasLate = await sign(key, { ...userClaims(), sub: 'user-ada', exp: 1 })

for (const [what, when, jwts, tokens, outcome, endedFor] of [
  ['a good JWT of somebody else, always', 'always', [adas], ['bob'], 'invalid_token'],
  ['an own one, always', 'always', [adas], ['ada'], 'user-ada'],
  ['an own one and one of somebody else, always', 'always', [adas], ['ada', 'bob'], 'invalid_token'],
  ['an own one and an old one, always', 'always', [adas], ['ada', 'old'], 'user-ada'],
  ['an old one, always', 'always', [adas], ['old'], 'user-ada'],
  ['an expired JWT of somebody else', 'whenNeeded', [bobsLate], ['ada'], 'invalid_token'],
  ['an expired JWT of somebody else, whose session has ended', 'whenNeeded', [bobsLate], ['ada', 'old'], 'invalid_token', 'bob'],
  ['an own expired JWT', 'whenNeeded', [adasLate], ['ada'], 'user-ada'],
  ['an own expired JWT and an old token', 'whenNeeded', [adasLate], ['old'], 'user-ada'],
  ['an own JWT whose session has ended, with a token of the same, always', 'always', [adas], ['old'], 'ended', 'ada'],
  ['an own JWT whose session has ended, with a token of a newer one, always', 'always', [adas], ['ada'], 'user-ada', 'ada'],
  ['an own expired JWT of a session that has ended, with a token of a newer one', 'whenNeeded', [adasLate], ['ada'], 'user-ada', 'ada'],
  ['a token that the provider says nothing about, always', 'always', [adas], ['down'], 'provider_unavailable'],
  ['one of an unknown key beside a good JWT of somebody else', 'whenNeeded', [bobs, adasByUnknownKey], [], 'invalid_token'],
  ['one of somebody else beside a good JWT, for which nobody is asked', 'whenNeeded', [adas], ['bob'], 'user-ada'],
  ['a JWT of somebody else by a key that nobody knows, always', 'always', [adas, bobsByUnknownKey], [], 'invalid_token'],
  ['two people by a key that nobody knows', 'whenNeeded', [adasByUnknownKey, bobsByUnknownKey], [], 'invalid_token'],
  ['an own one by a key that nobody knows', 'whenNeeded', [adasByUnknownKey], ['ada'], 'user-ada'],
] as [string, 'whenNeeded' | 'always', string[], string[], string, string?][])
  test(`opaque tokens beside a JWT, ${what}: ${outcome}`, async () => {
    const issuer = createIssuer(key)
    issuer.answer = (url, { body }) => {
      if (url.includes('jwks')) return Response.json({ keys: [key.jwk] })
      const { session_token, session_jwt } = JSON.parse(String(body)) as Record<string, string>
      if (session_token === 'down') return new Response(null, { status: 503 })
      const name = session_jwt ? JSON.parse(atob(session_jwt.split('.')[1]!)).sub.slice(5) : session_token
      return ['ada', 'bob'].includes(name) && !(session_jwt && name === endedFor)
        ? Response.json({ session: alive(`user-${name}`), session_token: name, session_jwt: session_jwt ?? 'jwt' })
        : Response.json({ error_type: 'session_not_found' }, { status: 404 })
    }
    const cookie = [...jwts.map((jwt) => `stytch_session_jwt=${jwt}`), ...tokens.map((token) => `stytch_session=${token}`)].join('; ')
    const result = await verifySession(new Headers({ cookie }), { ...issuer.options, authenticate: when, secret: SECRET })
    assert.is(result.ok ? result.session.user_id : result.code, outcome)
    if (result.ok && result.renewed && !endedFor) assert.is(result.renewed.session_jwt, jwts[0], 'the answer about the JWT counts')
  })

test('JWTs whose key nobody knows cause a limited number of calls with the secret, and none of them at the cost of a new key', async () => {
  const issuer = createIssuer(key)
  const fresh = await createKey('fresh', 'ES256')
  let published = [key.jwk]
  issuer.answer = (url, { body }) => {
    if (url.includes('jwks')) return Response.json({ keys: published })
    const { kid } = JSON.parse(atob(JSON.parse(String(body)).session_jwt.split('.')[0]!))
    return kid === 'fresh'
      ? Response.json({ session: alive('user-ada'), session_token: 'ada', session_jwt: 'jwt' })
      : Response.json({ error_type: 'invalid_session_token' }, { status: 400 })
  }
  let project = 0
  for (const [kidOf, most] of [
    [() => 'one', 60],
    [(at: number) => `other-${at}`, 600],
    [(at: number) => `other-${at % 3}`, 180],
  ] as const) {
    const baseUrl = `https://unknown-${++project}.example`
    const options = { ...issuer.options, ...asks, baseUrl }
    const claims = { ...userClaims(), iss: baseUrl }
    const byFresh = await sign(fresh, claims)
    issuer.calls.length = 0
    const forgedCodes = await Promise.all(
      Array.from({ length: most + 20 }, async (_, at) => codeOf(withCookie(await sign({ ...fresh, kid: kidOf(at) }, claims)), options)),
    )
    assert.is(issuer.calls.filter((call) => call.startsWith('POST')).length, most)
    assert.equal([...new Set(forgedCodes)].sort(), ['invalid_token', 'provider_unavailable'])
    // at the end of what all keys together may cause, the published keys are asked again
    const isOver = most === 600
    if (isOver) published = [key.jwk, fresh.jwk]
    const clock = install({ now: Date.now() + 2000, toFake: ['Date'] })
    try {
      for (let at = 0; at < 100; at++) assert.is(await codeOf(withCookie(byFresh), options), isOver ? 'keys' : 'provider')
    } finally {
      clock.uninstall()
    }
    published = [key.jwk]
  }
})

for (const when of ['the keys', 'the provider'] as const)
  test(`a fetch that ignores its signal costs the time limit and no more: ${when}`, async () => {
    const issuer = createIssuer(key)
    const never = () => new Promise<Response>(() => {})
    const slowBody = () => new Response(new ReadableStream({ pull: never as never }), { status: 200 })
    const isKeys = when === 'the keys'
    const timer = setInterval(() => {}, 1000)
    for (const answer of [never, slowBody]) {
      issuer.answer = (url) => (url.includes('jwks') === isKeys ? answer() : Response.json({ keys: [key.jwk] }))
      const options = {
        ...issuer.options,
        fetch: (...parameters: Parameters<typeof issuer.fetch>) => issuer.fetch(...parameters),
        timeoutMs: 20,
      }
      assert.is(
        await codeOf(withCookie(jwt), isKeys ? options : { ...options, authenticate: 'always', secret: SECRET, now: () => NOW }),
        isKeys ? 'keys_unavailable' : 'provider_unavailable',
      )
    }
    clearInterval(timer)
  })

test.run()
