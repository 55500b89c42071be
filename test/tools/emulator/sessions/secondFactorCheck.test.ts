/**
 * Tests the setting `second_factor: 'required'`: calls that change how a user signs in need two
 * factors (docs/guides/emulator.md#a-second-factor).
 */
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { canProveSecondFactor, hasSecondFactor } from '../../../../src/tools/emulator/sessions/secondFactorCheck.ts'
import type { SeedUser } from '../../../../src/tools/emulator/index.ts'
import { setUp } from '../visitor.ts'

const test = suite('emulator: a required second factor')
const secret = 'JBSWY3DPEHPK3PXP'
const email = 'ada@example.com'
const phone = '+12025550123'
const password = 'fjord-violin-walnut-72'

const setUpVisitor = async (has: SeedUser, second_factor: 'optional' | 'required' = 'required') => {
  const { emulator, visitor } = setUp({ project: { second_factor }, seed: { users: [{ emails: [{ email }], password, ...has }] } })
  const { data } = await visitor.call('POST /passwords/authenticate', { email, password, session_duration_minutes: 300 })
  const outcomeOf = async (route: string, body?: unknown) => {
    const { status, error } = await visitor.call(route, body)
    return status === 200 ? 200 : error.error_type
  }
  const prove = () =>
    outcomeOf('POST /totps/authenticate', {
      totp_code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: emulator.clock.now() }),
      session_duration_minutes: 300,
    })
  return { emulator, visitor, user: data.user, outcomeOf, prove }
}

const totp = { secret, recovery_codes: ['abcd-efgh'] }
const protectedCalls: [route: string, body?: unknown][] = [
  ['PUT /users/me', { name: { first_name: 'Ada' } }],
  ['POST /totps/recovery_codes'],
  ['POST /webauthn/register/start', { domain: 'app.example', user_agent: 'x', authenticator_type: 'platform' }],
  ['POST /otps/sms/send/secondary', { phone_number: '+442079460958' }],
  ['POST /magic_links/email/send/secondary', { email: 'ada@work.example' }],
]

for (const [route, body] of protectedCalls) {
  test(`${route} is refused with one factor, and passes with two`, async () => {
    const { outcomeOf, prove } = await setUpVisitor({ totp })
    assert.is(await outcomeOf(route, body), 'unauthorized_action')
    assert.is(await prove(), 200)
    assert.is(await outcomeOf(route, body), 200)
  })
}

test('a phone number is deleted with two factors alone', async () => {
  const { outcomeOf, prove, user } = await setUpVisitor({ totp, phone_numbers: [{ phone_number: phone }] })
  const route = `DELETE /users/phone_numbers/${user.phone_numbers[0].phone_id}`
  assert.is(await outcomeOf(route), 'unauthorized_action')
  await prove()
  assert.is(await outcomeOf(route), 200)
})

test('a second factor can be proved with one factor: a code to a known number, a recovery code', async () => {
  const { emulator, visitor, outcomeOf } = await setUpVisitor({ totp, phone_numbers: [{ phone_number: phone }] })
  const { data } = await visitor.call('POST /otps/sms/send/secondary', { phone_number: phone })
  const { code } = emulator.outbox().at(-1)!
  assert.is(await outcomeOf('POST /otps/authenticate', { token: code, method_id: data.method_id, session_duration_minutes: 300 }), 200)
  assert.is(await outcomeOf('POST /totps/recovery_codes'), 200)
  assert.is(await outcomeOf('POST /totps/recover', { recovery_code: 'abcd-efgh', session_duration_minutes: 300 }), 200)
})

test('a user with nothing to prove a second factor with may add one', async () => {
  const { outcomeOf } = await setUpVisitor({})
  assert.is(await outcomeOf('POST /totps', { expiration_minutes: 10 }), 200)
})

test('after an hour, both factors are too old', async () => {
  const { emulator, outcomeOf, prove } = await setUpVisitor({ totp })
  await prove()
  emulator.clock.advance(59 * 60_000)
  assert.is(await outcomeOf('POST /totps/recovery_codes'), 200)
  emulator.clock.advance(60_000)
  assert.is(await outcomeOf('POST /totps/recovery_codes'), 'unauthorized_action')
})

test('by default, nothing is refused; and what only reads never is', async () => {
  const { outcomeOf } = await setUpVisitor({ totp }, 'optional')
  for (const [route, body] of protectedCalls) assert.is(await outcomeOf(route, body), 200, route)
  const strict = await setUpVisitor({ totp })
  assert.is(await strict.outcomeOf('GET /users/me'), 200)
})

const now = Date.parse('2030-01-01T12:00:00Z')
const factors = (...methods: string[]) =>
  ({
    authentication_factors: methods.map((delivery_method) => ({ delivery_method, last_authenticated_at: '2030-01-01T11:30:00Z' })),
  }) as never
for (const [methods, two] of [
  [['email'], false],
  [['email', 'oauth_google', 'knowledge'], false],
  [['email', 'sms'], true],
  [['sms', 'whatsapp'], false],
  [['knowledge', 'authenticator_app'], true],
  [['knowledge', 'recovery_code'], true],
  [['webauthn_registration', 'authenticator_app'], false],
  [['oauth_google', 'webauthn_registration'], true],
] as [string[], boolean][]) {
  test(`${methods.join(' and ')}: ${two ? 'two groups' : 'one group'}`, () => assert.is(hasSecondFactor(factors(...methods), now), two))
}

test('what has not been verified proves nothing', () => {
  const user = { emails: [{ verified: true }], providers: [], password: null, webauthn_registrations: [], biometric_registrations: [] }
  const has = (phone_numbers: object[], totps: object[]) => canProveSecondFactor({ ...user, phone_numbers, totps } as never)
  assert.equal(
    [has([{ verified: false }], [{ verified: false }]), has([{ verified: true }], []), has([], [{ verified: true }])],
    [false, true, true],
  )
})

test.run()
