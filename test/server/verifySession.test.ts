/** Which JWTs count as a session, checked with keys alone. */
import type { JWTPayload } from 'jose'
import { createHmac } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { verifyMemberSession, verifySession, type RefusalCode } from '../../src/server/index.ts'
import { base64url, createIssuer, createKey, memberClaims, NOW, PROJECT, SESSION, sign, userClaims, withCookie } from './issuer.ts'

const test = suite('server: verifySession')
const seconds = NOW / 1000
const [rsa, elliptic] = [await createKey('rsa'), await createKey('elliptic', 'ES256')]
const [stranger, p384] = [await createKey('rsa'), await createKey('p384', 'ES384')]

const codeOf = async (jwt: string, options: object = {}) => {
  const result = await verifySession(withCookie(jwt), { ...createIssuer(rsa, elliptic, p384).options, ...options })
  return result.ok ? 'ok' : result.code
}

for (const key of [rsa, elliptic]) {
  test(`${key.alg}: a good JWT is the session of a user`, async () => {
    const issuer = createIssuer(rsa, elliptic)
    const jwt = await sign(key, { ...userClaims(), plan: 'pro' })
    const { id: session_id, ...session } = SESSION
    assert.equal(await verifySession(withCookie(jwt), issuer.options), {
      ok: true,
      session: { session_id, user_id: 'user-test-1', ...session, custom_claims: { plan: 'pro' } },
      confirmedAt: new Date(SESSION.started_at).toISOString(),
      checkedBy: 'keys',
    })
    assert.equal(issuer.calls, [`GET /v1/sessions/jwks/${PROJECT}`])
  })
}

test('a good JWT is the session of a member', async () => {
  const issuer = createIssuer(rsa)
  const { id: _, attributes: __, ...session } = SESSION
  const result = await verifyMemberSession(withCookie(await sign(rsa, memberClaims())), issuer.options)
  assert.equal(result, {
    ok: true,
    session: {
      member_session_id: 'member-session-test-1',
      member_id: 'member-test-1',
      organization_id: 'organization-test-1',
      organization_slug: 'acme',
      ...session,
      custom_claims: {},
    },
    confirmedAt: new Date(SESSION.started_at).toISOString(),
    checkedBy: 'keys',
  })
  assert.equal(issuer.calls, [`GET /v1/b2b/sessions/jwks/${PROJECT}`])
})

test('a user is no member, and a member no user', async () => {
  const { options } = createIssuer(rsa)
  const user = await verifyMemberSession(withCookie(await sign(rsa, userClaims())), options)
  const member = await verifySession(withCookie(await sign(rsa, memberClaims())), options)
  assert.equal(
    [user.ok, member.ok, 'code' in user && user.code, 'code' in member && member.code],
    [false, false, 'invalid_token', 'invalid_token'],
  )
})

const claims = (change: JWTPayload) => async () => sign(rsa, { ...userClaims(), ...change })
const session = (change: object) => claims({ 'https://stytch.com/session': { ...SESSION, ...change } })
const body = base64url(userClaims())

/**
 * A JWT with an HMAC whose key is the public key, as a library without pinned algorithms would
 * accept it.
 */
const withHmac = (key: string, header: object) => {
  const content = `${base64url({ alg: 'HS256', typ: 'JWT', ...header })}.${body}`
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}

const pem = await crypto.subtle
  .importKey('jwk', rsa.jwk, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, true, ['verify'])
  .then((key) => crypto.subtle.exportKey('spki', key))
  .then((der) => `-----BEGIN PUBLIC KEY-----\n${Buffer.from(der).toString('base64')}\n-----END PUBLIC KEY-----\n`)

const cases: [what: string, jwt: () => string | Promise<string>, expected: RefusalCode | 'ok'][] = [
  ['signed by others, under our kid', () => sign(stranger, userClaims()), 'invalid_token'],
  ['an unknown kid', () => sign({ ...rsa, kid: 'other' }, userClaims()), 'invalid_token'],
  ['no kid', () => sign(rsa, userClaims(), { kid: undefined }), 'invalid_token'],
  ['a kid that is a path', () => sign(rsa, userClaims(), { kid: '../../x' }), 'invalid_token'],
  ['a kid that is no text', () => `${base64url({ alg: 'RS256', kid: 1 })}.${body}.AAAA`, 'invalid_token'],
  ['the kid of the other key', () => sign({ ...rsa, kid: 'elliptic' }, userClaims()), 'invalid_token'],
  ['alg none, without a signature', () => `${base64url({ alg: 'none', kid: 'rsa' })}.${body}.`, 'invalid_token'],
  ['alg NONE', () => `${base64url({ alg: 'NONE', kid: 'rsa' })}.${body}.`, 'invalid_token'],
  [
    'alg none, with the signature of another',
    async () => `${base64url({ alg: 'none', kid: 'rsa' })}.${body}.${(await sign(rsa, userClaims())).split('.')[2]}`,
    'invalid_token',
  ],
  ['HS256 with the public key as PEM', () => withHmac(pem, { kid: 'rsa' }), 'invalid_token'],
  ['HS256 with the modulus', () => withHmac(rsa.jwk.n!, { kid: 'rsa' }), 'invalid_token'],
  ['HS256 with an empty key', () => withHmac('', { kid: 'rsa' }), 'invalid_token'],
  ['a key of the project with an algorithm that is not pinned', () => sign(p384, userClaims()), 'invalid_token'],
  ['a key in the header', () => sign(stranger, userClaims(), { jwk: stranger.jwk }), 'invalid_token'],
  ['an address of keys in the header', () => sign(stranger, userClaims(), { jku: 'https://evil.example/jwks' }), 'invalid_token'],
  [
    'a critical extension',
    () =>
      sign(rsa, userClaims()).then(
        (jwt) => `${base64url({ alg: 'RS256', kid: 'rsa', crit: ['b64'], b64: false })}.${jwt.split('.').slice(1).join('.')}`,
      ),
    'invalid_token',
  ],
  [
    'other claims under a good signature',
    async () => (await sign(rsa, userClaims())).replace(/\.[^.]+\./, `.${base64url({ ...userClaims(), sub: 'user-test-2' })}.`),
    'invalid_token',
  ],
  ['without its signature', async () => (await sign(rsa, userClaims())).replace(/[^.]+$/, ''), 'invalid_token'],
  ['without its last part', async () => (await sign(rsa, userClaims())).replace(/\.[^.]+$/, ''), 'invalid_token'],
  ['with a fourth part', async () => `${await sign(rsa, userClaims())}.AAAA`, 'invalid_token'],
  ['no JWT at all', () => 'nonsense', 'invalid_token'],
  ['dots alone', () => '..', 'invalid_token'],
  ['claims that are a list', () => `${base64url({ alg: 'RS256', kid: 'rsa' })}.${base64url('[]')}.AAAA`, 'invalid_token'],
  ['claims that are no JSON', () => `${base64url({ alg: 'RS256', kid: 'rsa' })}.${base64url('{')}.AAAA`, 'invalid_token'],
  ['a header that is null', () => `${base64url('null')}.${body}.AAAA`, 'invalid_token'],
  ['megabytes', () => `${base64url({ alg: 'RS256', kid: 'rsa' })}.${'A'.repeat(2 ** 21)}.AAAA`, 'invalid_token'],

  [
    'a good one of 20 kB, which is longer than any of the provider',
    () => sign(rsa, { ...userClaims(), more: 'x'.repeat(20_000) }),
    'invalid_token',
  ],
  ['a good one of 8 kB', () => sign(rsa, { ...userClaims(), more: 'x'.repeat(6_000) }), 'ok'],

  ['another issuer', claims({ iss: 'stytch.com/project-test-2' }), 'wrong_project'],
  ['no issuer', claims({ iss: undefined }), 'wrong_project'],
  ['the API as the issuer, as with a domain of its own', claims({ iss: 'https://test.stytch.com' }), 'ok'],
  ['another audience', claims({ aud: 'project-test-2' }), 'wrong_project'],
  ['several audiences, of which one is ours', claims({ aud: ['other', PROJECT] }), 'ok'],
  ['an audience that contains ours', claims({ aud: `${PROJECT}0` }), 'wrong_project'],
  ['no audience', claims({ aud: undefined }), 'wrong_project'],
  ['an empty list of audiences', claims({ aud: [] }), 'wrong_project'],

  ['expires in a second', claims({ exp: seconds + 1 }), 'ok'],
  ['expired 9 s ago, within the tolerance', claims({ exp: seconds - 9 }), 'ok'],
  ['expired 10 s ago', claims({ exp: seconds - 10 }), 'expired'],
  ['expired long ago', claims({ exp: seconds - 10_000 }), 'expired'],
  ['no expiration', claims({ exp: undefined }), 'invalid_token'],
  ['an expiration that is a text', claims({ exp: `${seconds + 100}` as never }), 'invalid_token'],
  ['valid in 10 s, within the tolerance', claims({ nbf: seconds + 10 }), 'ok'],
  ['valid in 11 s', claims({ nbf: seconds + 11 }), 'not_yet_valid'],
  ['not before a text', claims({ nbf: 'tomorrow' as never }), 'invalid_token'],
  ['a session that has ended by its own time', session({ expires_at: '2029-12-31T23:59:50Z' }), 'expired'],
  ['a session that has just ended, within the tolerance', session({ expires_at: '2029-12-31T23:59:51Z' }), 'ok'],

  ['no subject', claims({ sub: undefined }), 'invalid_token'],
  ['no session, such as the token of a machine', claims({ 'https://stytch.com/session': undefined }), 'invalid_token'],
  ['a session that is null', claims({ 'https://stytch.com/session': null }), 'invalid_token'],
  ['a session that is a text', claims({ 'https://stytch.com/session': 'session-test-1' }), 'invalid_token'],
  ['a session without an id', session({ id: undefined }), 'invalid_token'],
  ['a session with an empty id', session({ id: '' }), 'invalid_token'],
  ['a session whose id is no text', session({ id: { $ne: '' } }), 'invalid_token'],
]

for (const [what, jwt, expected] of cases) test(`${what}: ${expected}`, async () => assert.is(await codeOf(await jwt()), expected))

test('the tolerance is an option', async () => {
  const late = await sign(rsa, { ...userClaims(), exp: seconds - 30 })
  assert.is(await codeOf(late), 'expired')
  assert.is(await codeOf(late, { clockToleranceSeconds: 31 }), 'ok')
  assert.is(await codeOf(await sign(rsa, { ...userClaims(), exp: seconds }), { clockToleranceSeconds: 0 }), 'expired')
})

test('a claim named __proto__ changes nothing and is dropped', async () => {
  const evil = JSON.parse(`{"__proto__":{"admin":true},"plan":"pro"}`)
  const jwt = await sign(rsa, Object.defineProperties(userClaims(), Object.getOwnPropertyDescriptors(evil)))
  assert.match(Buffer.from(jwt.split('.')[1]!, 'base64url').toString(), '__proto__')
  const result = await verifySession(withCookie(jwt), createIssuer(rsa).options)
  assert.ok(result.ok)
  assert.equal(result.session.custom_claims, { plan: 'pro' })
  assert.is((Object.assign({}, result.session.custom_claims) as { admin?: boolean }).admin, undefined)
  assert.is(({} as { admin?: boolean }).admin, undefined)
})

test('a host claim cannot take the place of a field of the session', async () => {
  const jwt = await sign(rsa, { ...userClaims(), session_id: 'session-test-2', user_id: 'user-test-2', roles: ['admin'] })
  const result = await verifySession(withCookie(jwt), createIssuer(rsa).options)
  assert.ok(result.ok)
  assert.equal([result.session.session_id, result.session.user_id, result.session.roles], [SESSION.id, 'user-test-1', SESSION.roles])
})

test.run()
