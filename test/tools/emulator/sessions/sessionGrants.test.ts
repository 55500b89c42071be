import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { setUp } from '../visitor.ts'

const test = suite('emulator: trusted tokens and impersonation')

const { publicKey, privateKey } = await generateKeyPair('ES256')
const profile = {
  profile_id: 'p-1',
  issuer: 'https://issuer.example',
  audience: 'acme',
  jwks: { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] },
}

const trustedToken = (claims: Record<string, unknown> = {}, key = privateKey) =>
  new SignJWT({ email: 'Ada@example.com', iss: 'https://issuer.example', aud: 'acme', ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime(Math.floor(Date.now() / 1000) + 60)
    .sign(key)

test('a trusted token makes a session of an hour', async () => {
  const at = setUp({ seed: { token_profiles: [profile] } })
  const { status, data } = await at.call('POST /sessions/attest', { profile_id: 'p-1', token: await trustedToken() })
  assert.is(status, 200)
  assert.is(data.user.emails[0].email, 'ada@example.com')
  assert.is(Date.parse(data.session.expires_at) - Date.parse(data.session.started_at), 3_600_000)
  assert.is(data.session.authentication_factors[0].type, 'trusted_auth_token')
  const again = await at.call('POST /sessions/attest', { profile_id: 'p-1', token: await trustedToken(), session_duration_minutes: 5 })
  assert.is(again.data.user_id, data.user_id)
})

test('an invalid trusted token makes no session', async () => {
  const at = setUp({ seed: { token_profiles: [profile] } })
  const stranger = (await generateKeyPair('ES256')).privateKey
  for (const token of [
    'nonsense',
    await trustedToken({}, stranger),
    await trustedToken({ iss: 'https://evil.example' }),
    await trustedToken({ aud: 'other' }),
    await trustedToken({ email: undefined }),
    await trustedToken({ email: 7 }),
    `${(await trustedToken()).split('.').slice(0, 2).join('.')}.`,
  ]) {
    const { status, error } = await at.call('POST /sessions/attest', { profile_id: 'p-1', token })
    assert.equal([status, error.error_type], [401, 'invalid_trusted_auth_token'])
  }
  const late = await trustedToken()
  at.emulator.clock.advance(120_000)
  assert.is((await at.call('POST /sessions/attest', { profile_id: 'p-1', token: late })).status, 401)
  const { error } = await at.call('POST /sessions/attest', { profile_id: 'nope', token: late })
  assert.is(error.error_type, 'trusted_token_profile_not_found')
})

test('an administrator impersonates a user, once and within an hour', async () => {
  const users = [{ emails: [{ email: 'ada@example.com' }], impersonation_token: 'imp-1' }]
  const at = setUp({ seed: { users } })
  const enter = (impersonation_token = 'imp-1') => at.call('POST /impersonation/authenticate', { impersonation_token })
  assert.is((await enter('nope')).error.error_type, 'unable_to_auth_impersonation_token')
  const { data } = await enter()
  assert.is(data.user.emails[0].email, 'ada@example.com')
  assert.is(data.session.authentication_factors[0].type, 'impersonated')
  assert.is(Date.parse(data.session.expires_at) - Date.parse(data.session.started_at), 3_600_000)
  assert.is((await enter()).error.error_type, 'unable_to_auth_impersonation_token')
  const late = setUp({ seed: { users } })
  late.emulator.clock.advance(3_600_000)
  assert.is((await late.call('POST /impersonation/authenticate', { impersonation_token: 'imp-1' })).status, 401)
})

test.run()
