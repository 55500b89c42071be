/** The provider's own Node SDK sends codes by SMS, WhatsApp and email, and takes them back. */
import type { Client } from 'stytch'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: codes, for servers')
const MINUTE = 60_000

const phone = '+14155550100'
const email = 'ada@example.com'

/** How each kind of code is sent, and the field of the answer that has the method's id. */
const kinds = [
  ['sms', phone, ({ otps }: Client, more: object = {}) => otps.sms.loginOrCreate({ phone_number: phone, ...more })],
  ['whatsapp', phone, ({ otps }: Client, more: object = {}) => otps.whatsapp.loginOrCreate({ phone_number: phone, ...more })],
  ['email', email, ({ otps }: Client, more: object = {}) => otps.email.loginOrCreate({ email, ...more })],
] as const

const idOf = (answer: { email_id: string } | { phone_id: string }) => ('email_id' in answer ? answer.email_id : answer.phone_id)

for (const [channel, to, send] of kinds) {
  test(`${channel}: a code is in the outbox, and signs its user in for the server, once`, () =>
    serving(async ({ emulator, client }) => {
      const sending = await send(client, { create_user_as_pending: true })
      assert.is(sending.user_created, true)
      assert.is((await client.users.get({ user_id: sending.user_id })).status, 'pending')
      const message = emulator.outbox().at(-1)!
      assert.equal([message.channel, message.to], [channel, to])
      const method_id = idOf(sending)
      const right = { code: message.code!, method_id }
      const wrong = { code: message.code === '000000' ? '111111' : '000000', method_id }
      await expectRefusal(client.otps.authenticate(wrong), 'otp_code_not_found')
      await expectRefusal(client.otps.authenticate({ ...right, code: '12' }), 'invalid_code')
      await expectRefusal(client.otps.authenticate({ ...right, session_token: 'unknown' }), 'session_not_found')
      const answer = await client.otps.authenticate({ ...right, session_duration_minutes: 30 })
      assert.equal([answer.user_id, answer.method_id, answer.user.status], [sending.user_id, method_id, 'active'])
      assert.equal(
        [answer.session!.authentication_factors[0]!.type, answer.session!.authentication_factors[0]!.delivery_method],
        ['otp', channel],
      )
      assert.is((await client.sessions.authenticate({ session_jwt: answer.session_jwt })).user.user_id, sending.user_id)
      await expectRefusal(client.otps.authenticate(right), 'otp_code_not_found')
      assert.is((await send(client)).user_created, false)
    }))

  test(`${channel}: a code lasts as long as the server says`, () =>
    serving(async ({ emulator, client }) => {
      const sending = await send(client, { expiration_minutes: 1 })
      emulator.clock.advance(MINUTE)
      await expectRefusal(
        client.otps.authenticate({ code: emulator.outbox().at(-1)!.code!, method_id: idOf(sending) }),
        'otp_code_not_found',
      )
      for (const expiration_minutes of [0, 11]) await expectRefusal(send(client, { expiration_minutes }), 'invalid_expiration_otp')
    }))
}

test('a code of the server works in the browser, and one of the browser for the server', () =>
  serving(async ({ emulator, client, visitor }) => {
    const { user_id, email_id } = await client.otps.email.loginOrCreate({ email })
    const body = { token: emulator.outbox().at(-1)!.code, method_id: email_id, session_duration_minutes: 30 }
    assert.is((await visitor.call('POST /otps/authenticate', body)).data.user_id, user_id)
    const { data } = await visitor.call('POST /otps/email/login_or_create', { email })
    const answer = await client.otps.authenticate({ code: emulator.outbox().at(-1)!.code!, method_id: data.method_id })
    assert.equal([answer.user_id, answer.session_token], [user_id, ''])
  }))

test('a code goes to the user who has the address or number, or adds it to the user that the server names', () =>
  serving(async ({ emulator, client, signIn }) => {
    const { user_id, session_jwt } = await signIn(email)
    await expectRefusal(client.otps.sms.send({ phone_number: phone }), 'phone_number_not_found')
    await expectRefusal(client.otps.email.send({ email: 'nobody@example.com' }), 'email_not_found')
    const { phone_id } = await client.otps.sms.send({ phone_number: phone, user_id })
    const { user } = await client.otps.authenticate({ code: emulator.outbox().at(-1)!.code!, method_id: phone_id })
    assert.equal([user.user_id, user.phone_numbers[0]!.verified], [user_id, true])
    assert.is((await client.otps.whatsapp.send({ phone_number: phone })).user_id, user_id)
    assert.is((await client.otps.email.send({ email: 'more@example.com', session_jwt })).user_id, user_id)
    const { user_id: bob } = await client.users.create({ email: 'bob@example.com' })
    await expectRefusal(client.otps.sms.send({ phone_number: phone, user_id: bob }), 'duplicate_phone_number')
    await expectRefusal(client.otps.email.send({ email, user_id: bob }), 'duplicate_email')
    await expectRefusal(client.otps.sms.send({ phone_number: '12' }), 'invalid_phone_number')
  }))

test('too many wrong codes lock the user, for the browser too', () =>
  serving(
    async ({ emulator, client, visitor }) => {
      const { user_id, email_id: method_id } = await client.otps.email.loginOrCreate({ email })
      const code = emulator.outbox().at(-1)!.code!
      for (let attempt = 0; attempt < 2; attempt++) {
        await expectRefusal(client.otps.authenticate({ code: code === '000000' ? '111111' : '000000', method_id }), 'otp_code_not_found')
      }
      await expectRefusal(client.otps.authenticate({ code, method_id }), 'user_lock_limit_reached')
      const reply = await visitor.call('POST /otps/authenticate', { token: code, method_id, session_duration_minutes: 30 })
      assert.is(reply.error.error_type, 'user_lock_limit_reached')
      assert.is((await client.users.get({ user_id })).is_locked, true)
    },
    { project: { lock_threshold: 2 } },
  ))

test('the address and the browser must match if the server wants it', () =>
  serving(async ({ emulator, client }) => {
    const { email_id: method_id } = await client.otps.email.loginOrCreate({ email, attributes: { ip_address: '203.0.113.7' } })
    const body = {
      code: emulator.outbox().at(-1)!.code!,
      method_id,
      options: { ip_match_required: true, user_agent_match_required: false },
    }
    await expectRefusal(client.otps.authenticate({ ...body, attributes: { ip_address: '203.0.113.8' } }), 'attribute_mismatch')
    assert.is((await client.otps.authenticate({ ...body, attributes: { ip_address: '203.0.113.7' } })).status_code, 200)
  }))

test.run()
