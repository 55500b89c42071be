import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { randomCode } from '../../../../src/tools/emulator/state/expiring.ts'
import { setUp } from '../visitor.ts'

const test = suite('emulator: one-time passcodes')
const phone = '+14155550100'
const ada = 'ada@example.com'
const MINUTE = 60_000

const ask = async ({ emulator, call }: ReturnType<typeof setUp>, method: string, body: Record<string, unknown> = {}) => {
  const to = method === 'email' ? { email: ada } : { phone_number: phone }
  const { data, error } = await call(`POST /otps/${method}/login_or_create`, { ...to, ...body })
  assert.ok(data, JSON.stringify(error))
  return { method_id: data.method_id as string, code: emulator.outbox().at(-1)!.code! }
}

const enter = ({ call }: ReturnType<typeof setUp>, token: string, method_id: string) =>
  call('POST /otps/authenticate', { token, method_id, session_duration_minutes: 30 })

/** Returns another code than the right one. */
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

for (const method of ['sms', 'whatsapp', 'email']) {
  test(`a code by ${method} signs in, once`, async () => {
    const at = setUp()
    const { method_id, code } = await ask(at, method)
    const { data } = await enter(at, code, method_id)
    assert.is(data.method_id, method_id)
    const [factor] = data.session.authentication_factors
    assert.is(factor.type, 'otp')
    assert.is(factor.delivery_method, method)
    if (method === 'email') {
      assert.equal(factor.email_factor, { email_id: method_id, email_address: ada })
      assert.equal(data.user.emails, [{ email_id: method_id, email: ada, verified: true }])
    } else {
      assert.equal(factor.phone_number_factor, { phone_id: method_id, phone_number: phone })
      assert.equal(data.user.phone_numbers, [{ phone_id: method_id, phone_number: phone, verified: true }])
    }
    const again = await enter(at, code, method_id)
    assert.is(again.status, 404)
    assert.is(again.error.error_type, 'otp_code_not_found')
  })

  test(`the message by ${method} carries the code`, async () => {
    const at = setUp()
    const { code } = await ask(at, method, { expiration_minutes: 7 })
    const [message] = at.emulator.outbox()
    assert.is(message?.channel, method)
    assert.is(message?.to, method === 'email' ? ada : phone)
    assert.match(code, /^\d{6}$/)
    assert.ok(message?.text.includes(code) && message.text.includes('7 minutes'))
    assert.is('subject' in message!, method === 'email')
  })
}

test('a wrong code is refused, and the right one still works', async () => {
  const at = setUp()
  const { method_id, code } = await ask(at, 'sms')
  const { status, error } = await enter(at, wrong(code), method_id)
  assert.is(status, 404)
  assert.is(error.error_type, 'otp_code_not_found')
  assert.is((await enter(at, code, method_id)).status, 200)
})

test('a malformed code, or one for an unknown method_id, is refused', async () => {
  const at = setUp()
  const { method_id, code } = await ask(at, 'sms')
  for (const token of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', `${code} `]) {
    assert.is((await enter(at, token, method_id)).error.error_type, 'invalid_code', token)
  }
  assert.is((await enter(at, code, 'phone-number-test-unknown')).error.error_type, 'otp_code_not_found')
})

test('a code expires by the clock of the emulator, after 5 minutes unless the request says otherwise', async () => {
  for (const [body, minutes] of [
    [{}, 5],
    [{ expiration_minutes: 2 }, 2],
  ] as const) {
    const at = setUp()
    const first = await ask(at, 'sms', body)
    at.emulator.clock.advance(minutes * MINUTE - 1000)
    assert.is((await enter(at, first.code, first.method_id)).status, 200)
    const second = await ask(at, 'sms', body)
    at.emulator.clock.advance(minutes * MINUTE)
    assert.is((await enter(at, second.code, second.method_id)).error.error_type, 'otp_code_not_found')
  }
})

test('only the newest code of a method_id counts', async () => {
  const at = setUp()
  const first = await ask(at, 'sms')
  let second = await ask(at, 'sms')
  while (second.code === first.code) second = await ask(at, 'sms')
  assert.is(second.method_id, first.method_id)
  assert.is((await enter(at, first.code, first.method_id)).error.error_type, 'otp_code_not_found')
  assert.is((await enter(at, second.code, second.method_id)).status, 200)
})

test('ten wrong codes lock the user for an hour, even for the right code', async () => {
  const at = setUp()
  const { method_id, code } = await ask(at, 'sms', { expiration_minutes: 10 })
  for (let tries = 0; tries < 10; tries++) assert.is((await enter(at, wrong(code), method_id)).status, 404)
  const attempt = await enter(at, code, method_id)
  assert.is(attempt.status, 429)
  assert.is(attempt.error.error_type, 'user_lock_limit_reached')
  at.emulator.clock.advance(60 * MINUTE)
  const fresh = await ask(at, 'sms')
  assert.is((await enter(at, fresh.code, fresh.method_id)).status, 200)
})

test('a success resets the count of failures', async () => {
  const at = setUp({ project: { lock_threshold: 2 } })
  for (let round = 0; round < 3; round++) {
    const { method_id, code } = await ask(at, 'sms')
    assert.is((await enter(at, wrong(code), method_id)).status, 404)
    assert.is((await enter(at, code, method_id)).status, 200)
  }
})

test('phone numbers are checked against the plans of their countries', async () => {
  const at = setUp()
  const send = (phone_number: string) => at.call('POST /otps/sms/login_or_create', { phone_number })
  for (const [number, type] of [
    ['', 'invalid_phone_number'],
    ['4155550100', 'invalid_phone_number'],
    ['+1 415 555 0100', 'invalid_phone_number'],
    ['+1415555', 'invalid_phone_number'],
    ['+11155550100', 'invalid_phone_number'],
    ['+99912345678', 'invalid_phone_number_country_code'],
    ['+0123456789', 'invalid_phone_number_country_code'],
  ] as const) {
    const { status, error } = await send(number)
    assert.is(status, 400, number)
    assert.is(error.error_type, type, number)
  }
  // libphonenumber's examples of a mobile number: Germany, India, Brazil, and the non-geographic
  // +883.
  for (const number of ['+4915123456789', '+918123456789', '+5511961234567', '+883510012345']) {
    assert.is((await send(number)).status, 200, number)
  }
})

test('the recipient must be in the field of the method', async () => {
  const at = setUp()
  const { status, error } = await at.call('POST /otps/email/login_or_create', { phone_number: phone })
  assert.is(status, 400)
  assert.equal(error.body, [{ dataPath: 'email', message: 'is required' }])
  assert.is((await at.call('POST /otps/pigeon/login_or_create', { email: ada })).error.error_type, 'route_not_found')
})

test('unsubscribed and inactive recipients get nothing', async () => {
  const at = setUp({
    seed: { users: [{ phone_numbers: [{ phone_number: phone, unsubscribed: true }] }, { emails: [{ email: ada, inactive: true }] }] },
  })
  assert.is((await at.call('POST /otps/whatsapp/login_or_create', { phone_number: phone })).error.error_type, 'unsubscribed_phone_number')
  assert.is((await at.call('POST /otps/email/send/primary', { email: ada })).error.error_type, 'inactive_email')
  assert.is(at.emulator.outbox().length, 0)
})

test('send/primary accepts only existing users', async () => {
  const at = setUp({ seed: { users: [{ emails: [{ email: ada }], phone_numbers: [{ phone_number: phone }] }] } })
  assert.is((await at.call('POST /otps/email/send/primary', { email: 'eve@example.com' })).error.error_type, 'email_not_found')
  assert.is((await at.call('POST /otps/sms/send/primary', { phone_number: '+14155550101' })).error.error_type, 'phone_number_not_found')
  for (const [route, body] of [
    ['email', { email: ada }],
    ['sms', { phone_number: phone }],
    ['whatsapp', { phone_number: phone }],
  ] as const) {
    const { data } = await at.call(`POST /otps/${route}/send/primary`, body)
    assert.is((await enter(at, at.emulator.outbox().at(-1)!.code!, data.method_id)).status, 200)
  }
})

test('send/secondary adds a second factor to the session', async () => {
  const at = setUp({ seed: { users: [{ phone_numbers: [{ phone_number: '+14155550199' }] }] } })
  const send = (phone_number: string) => at.call('POST /otps/sms/send/secondary', { phone_number })
  assert.is((await send(phone)).error.error_type, 'user_unauthenticated')
  const { code, method_id } = await ask(at, 'email')
  await enter(at, code, method_id)
  assert.is((await send('+14155550199')).error.error_type, 'duplicate_phone_number')
  const { data } = await send(phone)
  const reply = await enter(at, at.emulator.outbox().at(-1)!.code!, data.method_id)
  assert.equal(
    reply.data.session.authentication_factors.map((factor: { delivery_method: string }) => factor.delivery_method),
    ['email', 'sms'],
  )
  assert.is(reply.data.user.phone_numbers[0].phone_number, phone)
})

test('expirations of codes have limits', async () => {
  const at = setUp()
  for (const expiration_minutes of [0, 11, 2.5]) {
    const { error } = await at.call('POST /otps/sms/login_or_create', { phone_number: phone, expiration_minutes })
    assert.is(error.error_type, 'invalid_expiration_otp')
  }
})

test('a project can limit the messages to a recipient', async () => {
  const at = setUp({ project: { sends_per_minute: 2 } })
  const send = (phone_number: string) => at.call('POST /otps/sms/login_or_create', { phone_number })
  assert.is((await send(phone)).status, 200)
  at.emulator.clock.advance(20_000)
  assert.is((await send(phone)).status, 200)
  const attempt = await send(phone)
  assert.is(attempt.status, 429)
  assert.is(attempt.error.error_type, 'too_many_requests')
  const seconds = Number(attempt.headers.get('retry-after'))
  assert.ok(seconds > 30 && seconds <= 40, String(seconds))
  assert.is((await send('+14155550101')).status, 200)
  at.emulator.clock.advance(seconds * 1000)
  assert.is((await send(phone)).status, 200)
  assert.is((await send(phone)).status, 429)
})

test('codes are distributed over all six digits', () => {
  const codes = Array.from({ length: 2000 }, randomCode)
  assert.ok(codes.every((code) => /^\d{6}$/.test(code)))
  assert.is(new Set(codes.map((code) => code[0])).size, 10)
  assert.ok(new Set(codes).size > 1950)
})

test.run()
