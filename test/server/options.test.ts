/** Wrong options are TypeErrors that name the option, and never its value. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { verifySession, type VerifyOptions } from '../../src/server/index.ts'
import { createIssuer, createKey, NOW, sign, userClaims, withCookie } from './issuer.ts'
import { rejection } from '../harness/rejection.ts'

const test = suite('server: options')
const projectId = 'project-test-1'
const secret = 'secret-test-hidden'

const wrong: [options: object, message: RegExp][] = [
  [{}, /^Latchkey: projectId is not the id of a project/],
  [{ projectId: secret }, /^Latchkey: projectId is not/],
  [{ projectId: 'public-token-test-1' }, /^Latchkey: projectId is not/],
  [{ projectId: undefined }, /^Latchkey: projectId is not/],
  [{ projectId, baseUrl: ' ' }, /^Latchkey: baseUrl is not a URL/],
  [{ projectId, baseUrl: 'localhost:4100' }, /^Latchkey: baseUrl is not a URL/],
  [{ projectId, baseUrl: 'ftp://localhost' }, /^Latchkey: baseUrl is not a URL/],
  [{ projectId: 'project-live-1', baseUrl: 'http://api.example.com' }, /^Latchkey: baseUrl has to begin with https: /],
  [{ projectId, clockToleranceSeconds: -1 }, /^Latchkey: clockToleranceSeconds is not a number/],
  [{ projectId, clockToleranceSeconds: Number.NaN }, /^Latchkey: clockToleranceSeconds/],
  [{ projectId, timeoutMs: Number.POSITIVE_INFINITY }, /^Latchkey: timeoutMs/],
  [{ projectId, timeoutMs: 0 }, /^Latchkey: timeoutMs is not a number of 1 or more/],
  [{ projectId, authenticate: 'whenNeeded' }, /^Latchkey: secret is missing/],
  [{ projectId, authenticate: 'whenNeeded', secret: '' }, /^Latchkey: secret is missing/],
  [{ projectId, authenticate: 'sometimes', secret }, /^Latchkey: authenticate is neither/],
  [{ projectId, authenticate: 'always', secret, sessionDurationMinutes: '60 ' }, /^Latchkey: sessionDurationMinutes/],
]
for (const [options, message] of wrong) {
  test(`${JSON.stringify(options)} is refused`, async () => {
    const error = await rejection(verifySession(new Headers(), options as VerifyOptions))
    assert.instance(error, TypeError)
    assert.match(error.message, message)
    assert.not.match(error.message, 'hidden')
  })
}

const key = await createKey('key', 'ES256')
const times: [timeoutMs: number, ms: number][] = [
  [2500.5, 2501],
  [2 ** 31, 2 ** 31 - 1],
  [1e12, 2 ** 31 - 1],
]
for (const [timeoutMs, ms] of times) {
  test(`a call may take ${timeoutMs} ms, as far as a timer can count`, async () => {
    const { timeout } = AbortSignal
    const given = new Set<number>()
    AbortSignal.timeout = (length) => {
      given.add(length)
      return timeout.call(AbortSignal, length)
    }
    const issuer = createIssuer(key)
    const result = await verifySession(withCookie(await sign(key, userClaims())), { ...issuer.options, now: () => NOW, timeoutMs })
    AbortSignal.timeout = timeout
    assert.ok(result.ok)
    assert.equal([...given], [ms])
  })
}

const bases: [options: object, origin: string][] = [
  [{ projectId: 'project-live-1' }, 'https://api.stytch.com'],
  [{ projectId: 'project-test-1' }, 'https://test.stytch.com'],
  [{ projectId: 'project-test-1', baseUrl: '' }, 'https://test.stytch.com'],
  [{ projectId: 'project-live-1', baseUrl: 'https://login.example.com/' }, 'https://login.example.com'],
  [{ projectId: 'project-test-1', baseUrl: 'http://localhost:4100//' }, 'http://localhost:4100'],
]
for (const [options, origin] of bases) {
  test(`${JSON.stringify(options)} asks ${origin}`, async () => {
    const urls: string[] = []
    const issuer = createIssuer(key)
    const id = (options as { projectId: string }).projectId
    const jwt = await sign(key, { ...userClaims(), iss: `stytch.com/${id}`, aud: [id] })
    const fetch = (url: string, init: RequestInit) => {
      urls.push(url)
      return issuer.fetch(url, init)
    }
    assert.ok((await verifySession(withCookie(jwt), { ...options, fetch, now: () => NOW } as VerifyOptions)).ok)
    assert.equal(urls, [`${origin}/v1/sessions/jwks/${id}`])
  })
}

/** An own option is taken, and the same name in Object.prototype is not. */
test('what a script has added to Object.prototype is no option', async () => {
  const attacker = await createKey('key', 'ES256')
  const [own, theirs] = [createIssuer(key), createIssuer(attacker)]
  const pollution: Record<string, unknown> = {
    baseUrl: 'https://attacker.example',
    fetch: theirs.fetch,
    now: () => 0,
    authenticate: 'always',
    sessionDurationMinutes: 1,
    timeoutMs: 0,
    clockToleranceSeconds: 1e9,
    cookieOptions: { jwtCookieName: 'theirs' },
    jwtCookieName: 'theirs',
    opaqueTokenCookieName: 'theirs',
    path: '/theirs',
    domain: 'attacker.example',
    projectId: 'project-test-theirs',
    headers: { cookie: 'stytch_session_jwt=theirs' },
    cookies: ['stytch_session_jwt=theirs'],
  }
  const claims = { ...userClaims(), sub: 'user-test-attacker' }
  const codes: string[] = []
  for (const [name, value] of Object.entries(pollution)) {
    const [good, forged] = [withCookie(await sign(key, userClaims())), withCookie(await sign(attacker, claims))]
    Object.assign(Object.prototype, { [name]: value })
    try {
      for (const request of [good, forged]) {
        // with and without an object of its own
        const result = await verifySession(request, own.options)
        assert.equal(await verifySession(request, { ...own.options, cookieOptions: {} }), result, name)
        codes.push(`${name}: ${result.ok ? `${result.checkedBy} ${result.session.user_id}` : result.code}`)
      }
      Object.assign(Object.prototype, { secret: 'secret-test-theirs' })
      const options = { projectId, authenticate: 'always' } as VerifyOptions
      assert.match(await verifySession(good, options).then(String, (error: Error) => error.message), /secret is missing/)
      const without = await verifySession(good, {} as VerifyOptions).catch((error: Error) => error.name)
      assert.is(without, 'TypeError', name)
    } finally {
      for (const option of [name, 'secret']) delete (Object.prototype as Record<string, unknown>)[option]
    }
  }
  assert.equal(
    codes,
    Object.keys(pollution).flatMap((name) => [`${name}: keys user-test-1`, `${name}: invalid_token`]),
  )
  assert.equal(theirs.calls, [])
})

test.run()
