/** How the project's keys are fetched and kept: once, again when they change, and not in vain. */
import { install } from '@sinonjs/fake-timers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { verifySession, type VerifyOptions } from '../../src/server/index.ts'
import { listening } from '../harness/listening.ts'
import { createIssuer, createKey, PROJECT, NOW, sign, userClaims, withCookie } from './issuer.ts'

const test = suite('server: keys')
const [old, next] = [await createKey('old'), await createKey('next', 'ES256')]
const [byOld, byNext] = [await sign(old, userClaims()), await sign(next, userClaims())]
const JWKS = `GET /v1/sessions/jwks/${PROJECT}`
const SECOND = 1000
const MINUTE = 60 * SECOND

const codeOf = async (jwt: string, options: VerifyOptions) => {
  const result = await verifySession(withCookie(jwt), options)
  return result.ok ? 'ok' : result.code
}

/** The clock by which keys grow old. */
let clock: ReturnType<typeof install>
test.before.each(() => {
  clock = install({ now: NOW, toFake: ['Date'] })
})
test.after.each(() => clock.uninstall())

test('concurrent requests share one fetch, and later ones need none for 10 minutes', async () => {
  const issuer = createIssuer(old)
  assert.equal(await Promise.all(Array.from({ length: 20 }, () => codeOf(byOld, issuer.options))), Array(20).fill('ok'))
  clock.tick(9 * MINUTE)
  assert.is(await codeOf(byOld, issuer.options), 'ok')
  assert.equal(issuer.calls, [JWKS])
  clock.tick(MINUTE + SECOND)
  assert.is(await codeOf(byOld, issuer.options), 'ok')
  assert.equal(issuer.calls, [JWKS, JWKS])
})

test('a new key is found at once, after the cool-down of 30 s', async () => {
  const issuer = createIssuer(old)
  await codeOf(byOld, issuer.options)
  issuer.keys = [old, next]
  clock.tick(29 * SECOND)
  assert.is(await codeOf(byNext, issuer.options), 'invalid_token')
  assert.is(issuer.calls.length, 1)
  clock.tick(2 * SECOND)
  assert.equal(await Promise.all([byNext, byOld, byNext].map((jwt) => codeOf(jwt, issuer.options))), ['ok', 'ok', 'ok'])
  assert.is(issuer.calls.length, 2)
})

test('a key that was withdrawn counts for 10 minutes at most', async () => {
  const issuer = createIssuer(old, next)
  await codeOf(byOld, issuer.options)
  issuer.keys = [next]
  clock.tick(10 * MINUTE + SECOND)
  assert.is(await codeOf(byOld, issuer.options), 'invalid_token')
})

test('unknown keys cost one fetch each 30 s, however many there are', async () => {
  const issuer = createIssuer(old)
  for (let at = 0; at < 30; at++) {
    clock.tick(3 * SECOND)
    assert.is(await codeOf(await sign({ ...old, kid: `forged-${at}` }, userClaims()), issuer.options), 'invalid_token')
  }
  assert.ok(issuer.calls.length <= 4, `${issuer.calls.length}`)
})

const troubles: [string, () => Response | Promise<Response>][] = [
  ['500', () => Response.json({ error_type: 'internal_server_error' }, { status: 500 })],
  ['404', () => Response.json({ error_type: 'project_not_found' }, { status: 404 })],
  ['HTML', () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
  ['an empty answer', () => new Response('')],
  ['a list', () => Response.json([])],
  ['no list of keys', () => Response.json({ keys: 'none' })],
  ['a redirect', () => new Response(null, { status: 302, headers: { Location: 'https://evil.example/jwks' } })],
  ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
]
for (const [what, answer] of troubles) {
  test(`${what} instead of the keys: keys_unavailable, and good as soon as they are there`, async () => {
    const issuer = createIssuer(old)
    issuer.answer = answer
    const result = await verifySession(withCookie(byOld), issuer.options)
    assert.equal([result.ok, 'code' in result && result.code, 'status' in result && result.status], [false, 'keys_unavailable', 503])
    issuer.answer = undefined
    clock.tick(31 * SECOND)
    assert.is(await codeOf(byOld, issuer.options), 'ok')
  })
}

for (const n of ['!', undefined])
  test(`a key with the modulus ${n} is no key: keys_unavailable, until the keys are fetched again`, async () => {
    const issuer = createIssuer(old)
    issuer.answer = () => Response.json({ keys: [{ kty: 'RSA', kid: 'old', alg: 'RS256', use: 'sig', n, e: 'AQAB' }] })
    assert.is(await codeOf(byOld, issuer.options), 'keys_unavailable')
    issuer.answer = undefined
    clock.tick(10 * MINUTE + SECOND)
    assert.is(await codeOf(byOld, issuer.options), 'ok')
  })

test('a provider in trouble gets a call a second, not one for each request', async () => {
  const issuer = createIssuer(old)
  issuer.answer = () => new Response(null, { status: 500 })
  for (let at = 0; at < 50; at++) assert.is(await codeOf(byOld, issuer.options), 'keys_unavailable')
  assert.is(issuer.calls.length, 1)
  clock.tick(SECOND)
  await codeOf(byOld, issuer.options)
  assert.is(issuer.calls.length, 2)
})

test('while the keys cannot be fetched again, the known ones count for an hour; an unknown one cannot be judged', async () => {
  const issuer = createIssuer(old)
  await codeOf(byOld, issuer.options)
  issuer.answer = () => new Response(null, { status: 500 })
  for (const minutes of [11, 48]) {
    clock.tick(minutes * MINUTE)
    assert.is(await codeOf(byOld, issuer.options), 'ok')
    assert.is(await codeOf(byNext, issuer.options), 'keys_unavailable')
  }
  clock.tick(2 * MINUTE)
  assert.is(await codeOf(byOld, issuer.options), 'keys_unavailable')
})

test('each project and each address has keys of its own', async () => {
  const issuer = createIssuer(old)
  assert.is(await codeOf(byOld, issuer.options), 'ok')
  assert.is(await codeOf(byOld, { ...issuer.options, baseUrl: 'http://localhost:4100/' }), 'ok')
  assert.is(issuer.calls.length, 2)
})

test('over the network: a server that never answers costs the time limit and no more', () =>
  listening(
    () => {},
    async (baseUrl) => {
      const start = performance.now()
      assert.is(await codeOf(byOld, { projectId: PROJECT, baseUrl, now: () => NOW, timeoutMs: 50 }), 'keys_unavailable')
      assert.ok(performance.now() - start < 4_000, 'jose itself would wait for 5 s')
    },
  ))

test('over the network: a redirect is not followed', () =>
  listening(
    ({ url }, response) =>
      url!.includes('/v1/') ? response.writeHead(302, { Location: '/keys' }).end() : response.end(JSON.stringify({ keys: [old.jwk] })),
    async (baseUrl) => assert.is(await codeOf(byOld, { projectId: PROJECT, baseUrl, now: () => NOW }), 'keys_unavailable'),
  ))

test.run()
