/** The provider's own Node SDK sets up authenticator apps and checks their codes. */
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: authenticator apps, for servers')

/** A code of the app at this time (ms). */
const codeOf = (secret: string, timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

test('an app that a server sets up adds its code to a session, and the browser sees the app', () =>
  serving(async ({ client, emulator, visitor, signIn }) => {
    const { user_id, session_token } = await signIn()
    const { secret, totp_id, qr_code, recovery_codes } = await client.totps.create({ user_id })
    assert.match(qr_code, /^data:image/)
    assert.is(recovery_codes.length, 10)
    const now = () => codeOf(secret, emulator.clock.now())
    await expectRefusal(client.totps.authenticate({ user_id, totp_code: '12345' }), 'invalid_code')
    await expectRefusal(client.totps.authenticate({ user_id, totp_code: now(), session_token: 'unknown' }), 'session_not_found')
    const { session, totp_id: usedId } = await client.totps.authenticate({ user_id, totp_code: now(), session_token })
    assert.is(usedId, totp_id)
    assert.equal(
      session!.authentication_factors.map(({ type }) => type),
      ['otp', 'totp'],
    )
    await expectRefusal(client.totps.authenticate({ user_id, totp_code: now() }), 'totp_code_already_authenticated')
    assert.equal((await visitor.call('GET /users/me')).data.totps, [{ totp_id, verified: true }])
    await expectRefusal(client.totps.create({ user_id }), 'active_totp_exists')

    emulator.clock.advance(60_000)
    const alone = await client.totps.authenticate({ user_id, totp_code: now() })
    assert.equal([alone.session_token, alone.session], ['', undefined], 'no session was asked for')
  }))

test('a recovery code works once, and is gone for the browser too', () =>
  serving(async ({ client, visitor, signIn }) => {
    const { user_id } = await signIn()
    const { totp_id, recovery_codes } = await client.totps.create({ user_id })
    const [recovery_code = ''] = recovery_codes
    const { session } = await client.totps.recover({ user_id, recovery_code, session_duration_minutes: 30 })
    assert.is(session!.authentication_factors[0]!.type, 'recovery_codes')
    await expectRefusal(client.totps.recover({ user_id, recovery_code }), 'unable_to_authenticate_recovery_code')
    const left = recovery_codes.slice(1)
    assert.equal((await client.totps.recoveryCodes({ user_id })).totps, [{ totp_id, verified: false, recovery_codes: left }])
    assert.equal((await visitor.call('POST /totps/recovery_codes', {})).data.totps[0].recovery_codes, left)
  }))

test('an app that is not there, or not confirmed in time, is refused', () =>
  serving(async ({ client, emulator, signIn }) => {
    const { user_id } = await signIn()
    await expectRefusal(client.totps.authenticate({ user_id, totp_code: '123456' }), 'totp_not_found')
    await expectRefusal(client.totps.create({ user_id: 'user-test-unknown' }), 'user_not_found')
    await expectRefusal(client.totps.create({ user_id, expiration_minutes: 4 }), 'invalid_expiration')
    const { secret } = await client.totps.create({ user_id, expiration_minutes: 5 })
    emulator.clock.advance(300_000)
    await expectRefusal(client.totps.authenticate({ user_id, totp_code: codeOf(secret, emulator.clock.now()) }), 'totp_not_found')
  }))

test.run()
