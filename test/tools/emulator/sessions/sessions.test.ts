import { createHash, X509Certificate } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { createVisitor, logInByCode, PT, setUp, withHastyClock } from '../visitor.ts'
import { rejection } from '../../../harness/rejection.ts'

const test = suite('emulator: sessions')
const MINUTE = 60_000
const PROJECT = 'project-test-00000000-0000-4000-8000-000000000000'

type SetUp = ReturnType<typeof setUp>

/** Signs a visitor in with a code to this email address. */
const signIn = ({ emulator, visitor }: Pick<SetUp, 'emulator' | 'visitor'>, minutes?: number, email?: string) =>
  logInByCode({ emulator, ...visitor }, minutes, email)

const keySet = async ({ emulator }: SetUp, path: string) => (await emulator.fetch(new Request(`https://test.stytch.com${path}`))).json()

test('the JWT verifies against the JWKS at each of its URLs', async () => {
  const at = setUp()
  const { session_jwt, session, user_id } = await signIn(at)
  for (const path of [`/v1/sessions/jwks/${PROJECT}`, `/sdk/v1/sessions/jwks/${PROJECT}`, '/.well-known/jwks.json']) {
    const { payload } = await jwtVerify(session_jwt, createLocalJWKSet(await keySet(at, path)), {
      issuer: `stytch.com/${PROJECT}`,
      audience: PROJECT,
    })
    assert.is(payload.sub, user_id)
    assert.is(payload.exp! - payload.iat!, 300)
    assert.is(payload.nbf, payload.iat)
    const claim = payload['https://stytch.com/session'] as typeof session
    assert.is(claim.id, session.session_id)
    assert.is(claim.expires_at, session.expires_at)
    assert.equal(claim.authentication_factors, session.authentication_factors)
  }
})

test('the JWKS contains no private key', async () => {
  const {
    keys: [key],
  } = await keySet(setUp(), '/.well-known/jwks.json')
  for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) assert.is(key[secret], undefined)
  assert.is(key.alg, 'RS256')
  assert.ok(key.kid)
})

test('there is one key, RSA, with a certificate of the same key, and it stays with the state', async () => {
  const at = setUp()
  const { session_jwt } = await signIn(at)
  const { keys } = await keySet(at, '/.well-known/jwks.json')
  assert.is(keys.length, 1)
  const [key] = keys
  const certificate = new X509Certificate(Buffer.from(key.x5c[0], 'base64'))
  assert.ok(certificate.verify(certificate.publicKey), 'it is signed with its own key')
  const { n, e } = certificate.publicKey.export({ format: 'jwk' })
  assert.equal([n, e], [key.n, key.e])
  assert.is(key.x5tS256, createHash('sha256').update(certificate.raw).digest('base64url'))
  assert.is(Date.parse(certificate.validTo), Date.UTC(2070, 0, 1))
  const { protectedHeader } = await jwtVerify(session_jwt, certificate.publicKey)
  assert.equal([protectedHeader.alg, protectedHeader.kid], ['RS256', key.kid])

  // an older data file has neither the certificate nor RSA sessions
  const state = at.emulator.state()
  for (const [, key] of state.stores.signing_keys as [string, Record<string, unknown>][]) {
    delete key.x5c
    delete key.x5tS256
  }
  const next = createEmulator()
  next.state(state)
  const { keys: newKeys } = await (await next.fetch(new Request('https://test.stytch.com/.well-known/jwks.json'))).json()
  assert.equal([newKeys[0].kid, newKeys[0].n, newKeys[0].x5c.length], [key.kid, key.n, 1])
})

test('a changed JWT, or one that another emulator signed, does not verify', async () => {
  const [at, other] = [setUp(), setUp()]
  const { session_jwt } = await signIn(at)
  const [head, body, signature] = session_jwt.split('.')
  const forgedJwt = `${head}.${body.startsWith('e') ? 'f' : 'e'}${body.slice(1)}.${signature}`
  for (const [jwt, keys] of [
    [forgedJwt, await keySet(at, '/.well-known/jwks.json')],
    [session_jwt, await keySet(other, '/.well-known/jwks.json')],
  ] as const) {
    const outcome = await rejection(jwtVerify(jwt, createLocalJWKSet(keys)))
    assert.instance(outcome, errors.JOSEError)
  }
})

test("times are in RFC 3339 and UTC, by the emulator's clock", async () => {
  const at = setUp()
  at.emulator.clock.advance(1000 * 24 * 60 * MINUTE)
  const { session, session_jwt } = await signIn(at, 45)
  for (const time of [session.started_at, session.expires_at]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.is(Date.parse(session.expires_at) - Date.parse(session.started_at), 45 * MINUTE)
  assert.ok(Math.abs(Date.parse(session.started_at) - at.emulator.clock.now()) < 2000)
  assert.ok(Math.abs(decodeJwt(session_jwt).iat! * 1000 - at.emulator.clock.now()) < 2000)
  assert.is(decodeProtectedHeader(session_jwt).typ, 'JWT')
})

test('a session lasts as long as was asked for, wherever in a second it begins', () =>
  withHastyClock(async () => {
    const at = setUp()
    for (let times = 0; times < 5; times++) {
      const { session } = await signIn({ ...at, visitor: createVisitor(at.emulator) }, 45)
      assert.is(Date.parse(session.expires_at) - Date.parse(session.started_at), 45 * MINUTE)
    }
    const { session_token } = await signIn(at)
    at.visitor.token = session_token
    for (let times = 0; times < 5; times++) {
      const { session } = (await at.visitor.call('POST /sessions/authenticate', { session_duration_minutes: 60 })).data
      assert.is(Date.parse(session.expires_at) - Date.parse(session.last_accessed_at), 60 * MINUTE)
    }
  }))

test('session_duration_minutes is 5 to 525600, and a refused value spends no code', async () => {
  const at = setUp()
  const { data } = await at.call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
  const token = at.emulator.outbox().at(-1)!.code
  const enter = (session_duration_minutes: number) =>
    at.call('POST /otps/authenticate', { token, method_id: data.method_id, session_duration_minutes })
  for (const minutes of [4, 525_601, 0, -30, 30.5]) {
    const { status, error } = await enter(minutes)
    assert.is(status, 400)
    assert.is(error.error_type, 'invalid_session_duration_minutes')
  }
  assert.is((await enter(525_600)).status, 200)
})

test('authenticate updates the last access, and moves the end only with minutes', async () => {
  const at = setUp()
  // Times have whole seconds, and the clock runs on while the test does.
  const later = (time: string, before: string) => {
    const minutes = (Date.parse(time) - Date.parse(before)) / MINUTE
    assert.ok(minutes >= 10 && minutes < 10.1, `${minutes} minutes`)
  }
  const first = await signIn(at, 30)
  at.emulator.clock.advance(10 * MINUTE)
  const { data: renewal } = await at.visitor.call('POST /sessions/authenticate', {})
  assert.is(renewal.session.expires_at, first.session.expires_at)
  later(renewal.session.last_accessed_at, first.session.last_accessed_at)
  assert.is(renewal.session_token, first.session_token)
  assert.is(renewal.session.session_id, first.session.session_id)
  const { data: extension } = await at.visitor.call('POST /sessions/authenticate', { session_duration_minutes: 30 })
  later(extension.session.expires_at, first.session.expires_at)
})

test('an expired session is not found', async () => {
  const at = setUp()
  await signIn(at, 30)
  at.emulator.clock.advance(30 * MINUTE - 1000)
  assert.is((await at.visitor.call('GET /users/me')).status, 200)
  at.emulator.clock.advance(1000)
  for (const route of ['GET /users/me', 'POST /sessions/authenticate', 'POST /sessions/revoke']) {
    const { status, error } = await at.visitor.call(route, route.endsWith('authenticate') ? {} : undefined)
    assert.is(status, 404, route)
    assert.is(error.error_type, 'session_not_found', route)
  }
})

test('a revoked session is not found, and another one of the same user survives', async () => {
  const at = setUp()
  const phone = { emulator: at.emulator, visitor: createVisitor(at.emulator) }
  const [desk, pocket] = [await signIn(at), await signIn(phone)]
  assert.is.not(desk.session_token, pocket.session_token)
  assert.is(desk.user_id, pocket.user_id)
  const { status, data } = await at.visitor.call('POST /sessions/revoke')
  assert.is(status, 200)
  assert.is(data.status_code, 200)
  assert.is((await at.visitor.call('POST /sessions/authenticate', {})).error.error_type, 'session_not_found')
  assert.is((await phone.visitor.call('POST /sessions/authenticate', {})).status, 200)
})

test('the same proof again renews its factor, and another one is added, all in one session', async () => {
  const at = setUp()
  const first = await signIn(at)
  at.emulator.clock.advance(MINUTE)
  const second = await signIn(at)
  assert.is(second.session.session_id, first.session.session_id)
  assert.is(second.session.authentication_factors.length, 1)
  const [before, after] = [first, second].map(({ session }) => session.authentication_factors[0])
  assert.is(after.created_at, before.created_at)
  // times are whole seconds, and one may begin between the two
  const elapsed = Date.parse(after.last_authenticated_at) - Date.parse(before.last_authenticated_at)
  assert.ok(elapsed >= MINUTE && elapsed < 2 * MINUTE, `${elapsed} ms`)
})

test('signing in as someone else starts another session', async () => {
  const at = setUp()
  const ada = await signIn(at)
  const eve = await signIn(at, 30, 'eve@example.com')
  assert.is.not(eve.session.session_id, ada.session.session_id)
  assert.is(eve.session.authentication_factors.length, 1)
  assert.is((await at.visitor.call('GET /users/me')).data.user_id, eve.user_id)
})

test('users/me returns the user at the top level', async () => {
  const at = setUp()
  const { user } = await signIn(at)
  const { data } = await at.visitor.call('GET /users/me')
  const { request_id, status_code, ...rest } = data
  assert.equal(rest, user)
  assert.ok(request_id)
  assert.is(status_code, 200)
})

test('a call that needs a session says so', async () => {
  for (const route of ['GET /users/me', 'POST /sessions/revoke']) {
    const { status, error } = await setUp().call(route)
    assert.is(status, 401)
    assert.is(error.error_type, 'user_unauthenticated')
  }
})

test('a stale session does not block signing in', async () => {
  const at = setUp()
  await signIn(at)
  at.emulator.reset()
  assert.is((await at.visitor.call('GET /users/me')).error.error_type, 'session_not_found')
  assert.ok((await signIn(at)).session)
})

test('the authorization header is `Basic base64(PT:token)` with a test token', async () => {
  const at = setUp()
  for (const authorization of [
    '',
    'Bearer x',
    'Basic',
    'Basic ',
    'Basic %%%',
    `Basic ${btoa('no colon')}`,
    `Basic ${btoa(`${PT}:`)}`,
    `Basic ${btoa(`:${PT}`)}`,
    `Basic ${btoa('public-token-live-x:public-token-live-x')}`,
    `Basic ${btoa('secret:secret')}`,
    `Basic ${btoa(`${PT}:${PT}`)}x!`,
  ]) {
    const { status, error } = await at.call('GET /users/me', undefined, { Authorization: authorization })
    assert.is(status, 401, authorization)
    assert.is(error.error_type, 'unauthorized_credentials', authorization)
  }
})

test('bootstrap is only for test tokens', async () => {
  const at = setUp({ project: { project_name: 'Ada & Co' } })
  assert.is((await at.call(`GET /projects/bootstrap/${PT}`)).data.project_name, 'Ada & Co')
  for (const token of ['public-token-live-1', 'nonsense', 'public-token-test']) {
    assert.is((await at.call(`GET /projects/bootstrap/${token}`)).error.error_type, 'unauthorized_credentials')
  }
})

test.run()
