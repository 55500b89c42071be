import { createHmac } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { logInByCode, setUp } from '../visitor.ts'

const test = suite('emulator: authenticator apps')
const MINUTE = 60_000

/** RFC 6238 by hand, so that the test does not depend on the emulator's library. */
const totp = (secret: Buffer, seconds: number, digits = 6) => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)))
  const hmac = createHmac('sha1', secret).update(counter).digest()
  const offset = hmac.at(-1)! & 15
  return String((hmac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

const fromBase32 = (text: string) => {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)))
}

const setUpVisitor = async () => {
  const at = setUp()
  await logInByCode({ ...at, ...at.visitor }, 300)
  const codeAt = (secret: string, ms = 0) => totp(fromBase32(secret), (at.emulator.clock.now() + ms) / 1000)
  const enter = (totp_code: string) => at.visitor.call('POST /totps/authenticate', { totp_code, session_duration_minutes: 30 })
  const create = async (expiration_minutes = 10) => (await at.visitor.call('POST /totps', { expiration_minutes })).data
  return { emulator: at.emulator, call: at.visitor.call, codeAt, enter, create }
}

test('the code of this test matches RFC 6238, appendix B', () => {
  for (const [seconds, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1234567890, '89005924'],
    [20000000000, '65353130'],
  ] as const) {
    assert.is(totp(Buffer.from('12345678901234567890'), seconds, 8), code)
  }
})

test('an app is set up, and its code is a second factor', async () => {
  const { codeAt, enter, create } = await setUpVisitor()
  const { secret, totp_id, qr_code, recovery_codes, __user } = await create()
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.match(qr_code, /^data:image\/svg\+xml;base64,/)
  assert.is(new Set(recovery_codes).size, 10)
  assert.equal(__user.totps, [{ totp_id, verified: false }])
  const { data } = await enter(codeAt(secret))
  assert.is(data.totp_id, totp_id)
  assert.equal(data.user.totps, [{ totp_id, verified: true }])
  assert.equal(data.session.authentication_factors[1].authenticator_app_factor, { totp_id })
})

test('a persona has a seeded app', async () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const totpOf = { secret, recovery_codes: ['one', 'two'] }
  const at = setUp({ seed: { users: [{ emails: [{ email: 'ada@example.com' }], password: 'vRIQomL!faE2S44s', totp: totpOf }] } })
  await at.visitor.call('POST /passwords/authenticate', {
    email: 'ada@example.com',
    password: 'vRIQomL!faE2S44s',
    session_duration_minutes: 30,
  })
  const totp_code = totp(fromBase32(secret), at.emulator.clock.now() / 1000)
  assert.is((await at.visitor.call('POST /totps/authenticate', { totp_code, session_duration_minutes: 30 })).status, 200)
  assert.is((await at.visitor.call('POST /totps/recover', { recovery_code: 'two', session_duration_minutes: 30 })).status, 200)
  assert.throws(() => setUp({ seed: { users: [{ totp: { secret: 'no base32!' } }] } }), /base32/)
})

test('a code is valid once, in its half minute and in the ones beside it', async () => {
  const { emulator, codeAt, enter, create } = await setUpVisitor()
  const { secret } = await create()
  assert.is((await enter(codeAt(secret, -90_000))).error.error_type, 'unable_to_authenticate_totp')
  assert.is((await enter(codeAt(secret, 90_000))).error.error_type, 'unable_to_authenticate_totp')
  const code = codeAt(secret)
  assert.is((await enter(code)).status, 200)
  assert.is((await enter(code)).error.error_type, 'totp_code_already_authenticated')
  emulator.clock.advance(60_000)
  assert.is((await enter(codeAt(secret, -30_000))).status, 200)
  for (const form of ['', '12345', 'abcdef', '1234567']) assert.is((await enter(form)).error.error_type, 'invalid_code')
})

test('an app that is not confirmed in time is gone', async () => {
  const { emulator, codeAt, enter, create } = await setUpVisitor()
  const { secret } = await create(5)
  emulator.clock.advance(5 * MINUTE)
  assert.is((await enter(codeAt(secret))).error.error_type, 'totp_not_found')
  const again = await create()
  assert.is((await enter(codeAt(again.secret))).status, 200)
})

test('one app per user, and its time before the first code has limits', async () => {
  const { call, codeAt, enter, create } = await setUpVisitor()
  for (const expiration_minutes of [4, 1441, 5.5]) {
    assert.is((await call('POST /totps', { expiration_minutes })).error.error_type, 'invalid_expiration')
  }
  const { secret } = await create()
  await enter(codeAt(secret))
  assert.is((await call('POST /totps', { expiration_minutes: 5 })).error.error_type, 'active_totp_exists')
})

test('a recovery code works instead, once', async () => {
  const { call, codeAt, enter, create } = await setUpVisitor()
  const { secret, recovery_codes, totp_id } = await create()
  await enter(codeAt(secret))
  const recover = (recovery_code: string) => call('POST /totps/recover', { recovery_code, session_duration_minutes: 30 })
  assert.is((await recover('nope')).error.error_type, 'unable_to_authenticate_recovery_code')
  assert.is((await recover(recovery_codes[3])).data.totp_id, totp_id)
  assert.is((await recover(recovery_codes[3])).error.error_type, 'unable_to_authenticate_recovery_code')
  const { data } = await call('POST /totps/recovery_codes')
  assert.equal(data.totps, [
    { totp_id, verified: true, recovery_codes: recovery_codes.filter((code: string) => code !== recovery_codes[3]) },
  ])
})

test('wrong codes lock the user', async () => {
  const { emulator, codeAt, enter, create } = await setUpVisitor()
  emulator.project({ lock_threshold: 3 })
  const { secret } = await create()
  const wrong = codeAt(secret, 600_000)
  for (let tries = 0; tries < 3; tries++) assert.is((await enter(wrong)).status, 401)
  assert.is((await enter(codeAt(secret))).error.error_type, 'user_lock_limit_reached')
})

test('all calls need a session', async () => {
  const { call } = setUp()
  for (const [route, body] of [
    ['POST /totps', { expiration_minutes: 5 }],
    ['POST /totps/authenticate', { totp_code: '123456', session_duration_minutes: 30 }],
    ['POST /totps/recovery_codes', undefined],
    ['POST /totps/recover', { recovery_code: 'x', session_duration_minutes: 30 }],
  ] as const) {
    assert.is((await call(route, body)).error.error_type, 'user_unauthenticated', route)
  }
})

test("a project's name of any length and script fits into the picture", async () => {
  const { call, emulator } = await setUpVisitor()
  for (const project_name of ['x'.repeat(3000), '\ud800', '😀'.repeat(2000), `${'x'.repeat(63)}😀`, 'Лавка', '']) {
    emulator.project({ project_name })
    assert.is((await call('POST /totps', { expiration_minutes: 5 })).status, 200, project_name.slice(0, 9))
  }
  assert.equal(emulator.crashes(), [])
})

test.run()
