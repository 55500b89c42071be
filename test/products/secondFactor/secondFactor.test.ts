/**
 * Tests the screens that ask for a second factor, on the emulator, which verifies every code
 * (docs/decisions/README.md#a-second-factor-is-something-else).
 */
import { closeAll, mail, provider, reported } from '../../harness/login.ts'
import { settled, until } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../../src/client/core.ts'
import type { SeedUser } from '../../../src/tools/emulator/index.ts'
import { hasTwoFactors, masked, waysOf } from '../../../src/products/secondFactor/ways.ts'
import type { SecondFactorProps } from '../../../src/widget/publicTypes.ts'
import {
  email,
  password,
  phone,
  other,
  CODE,
  RECOVERY,
  CONFIRMED,
  APP,
  totp,
  everything,
  appCode,
  ask,
  rows,
  type Asked,
  prepare,
} from './setUp.ts'

const test = suite('second factor')
prepare(test)

for (const [method, prove] of [
  ['totp', (screen: Asked) => screen.type(CODE, appCode())],
  [
    'sms',
    async (screen: Asked) => {
      await screen.press('Send code')
      await screen.type(CODE, (await mail()).code!)
    },
  ],
  [
    'recoveryCode',
    async (screen: Asked) => {
      await screen.type(RECOVERY, 'abcd-efgh')
      await screen.press('Continue')
      await screen.see('Recovery code accepted')
      await screen.press('Continue')
    },
  ],
] as const) {
  test(`the way of the last log-in stays the one that is remembered: ${method}`, async () => {
    for (const before of ['oauth_google', undefined]) {
      const screen = await ask({ ...everything, phone_numbers: [{ phone_number: phone }] }, { methods: [method] })
      const { key, storage } = screen.client[coreKey]
      if (before) storage.set(`${key}::last_method`, before)
      await screen.see("Confirm it's you")
      await prove(screen)
      await screen.see(CONFIRMED)
      await until(() => screen.types().at(-1) === 'AUTHENTICATE_FLOW_COMPLETE', 'the end')
      assert.is(storage.get(`${key}::last_method`), before)
      await closeAll()
    }
  })
}

test('a code that was used: the visitor reads that they have to wait for the next', async () => {
  // the same one twice, because the app may show another meanwhile
  let code = ''
  const screen = await ask(everything, {}, async (client) => {
    code = appCode()
    await client.totps.authenticate({ totp_code: code, session_duration_minutes: 30 })
    await client.session.revoke()
    await client.passwords.authenticate({ email, password, session_duration_minutes: 30 })
  })
  await screen.see(APP)
  await screen.type(CODE, code)
  await screen.see('This code was already used. Please wait for the next one.')
  provider.clock.advance(30_000)
  await screen.type(CODE, appCode())
  await screen.see(CONFIRMED)
})

test('another way: one press sends a text message, and the way back is there', async () => {
  const screen = await ask(everything)
  await screen.see(APP)
  assert.equal(rows(screen), ['Text message to ••••\u00a0123', 'Text message to ••••\u00a0958', 'Recovery code'])
  assert.ok(screen.all('[dir=ltr]').some(({ textContent }) => textContent === '••••\u00a0958'))
  await screen.press('Text message to ••••\u00a0958')
  await screen.see('Resend code')
  assert.is((await mail()).to, other)
  assert.equal(rows(screen), ['Authenticator app', 'Text message to ••••\u00a0123', 'Recovery code'])
  await screen.press('Authenticator app')
  await screen.see(APP)
})

test('nobody is signed in', async () => {
  const screen = await ask(undefined)
  await screen.see('You are not logged in. Log in first.')
  assert.equal(screen.errors, [{ message: 'You are not logged in. Log in first.' }])
  assert.is(screen.find(CODE), null)
})

for (const [what, has, methods] of [
  ['no second way', {}, undefined],
  ['none of the methods', { totp }, ['sms']],
  ['a phone that they have never proved to be theirs', { phone_numbers: [{ phone_number: phone, verified: false }] }, undefined],
] as [string, SeedUser, SecondFactorProps['methods']][]) {
  test(`a user with ${what}: says so, to the host by a code`, async () => {
    const screen = await ask(has, { methods })
    await screen.see('Your account has no second way to confirm that it is you.')
    assert.equal(
      screen.errors.map((error) => (error as { code: string }).code),
      ['no_second_factor'],
    )
    assert.equal(screen.events, [])
  })
}

test('a session that has two factors is done at once', async () => {
  const screen = await ask(everything, {}, (client) => client.totps.authenticate({ totp_code: appCode(), session_duration_minutes: 30 }))
  await screen.see(CONFIRMED)
  await until(() => screen.events.length, 'the event')
  await settled()
  assert.equal(screen.types(), ['AUTHENTICATE_FLOW_COMPLETE'])
})

test('no answer: a sentence, the digits stay, and a retry works', async () => {
  const screen = await ask(everything)
  await screen.see(APP)
  provider.faults([{ route: 'POST /totps/authenticate', status: 503, body: 'x', times: 1 }])
  const code = appCode()
  await screen.type(CODE, code)
  await until(() => screen.button('Try again'), 'the button')
  assert.is(screen.find<HTMLInputElement>(CODE)!.value, code)
  await screen.press('Try again')
  await screen.see(CONFIRMED)
})

test('a text message that cannot be sent: a sentence, and the next press sends it', async () => {
  const screen = await ask(everything)
  await screen.see(APP)
  provider.faults([{ route: 'POST /otps/*/send/*', drop: true, times: 1 }])
  await screen.press('Text message to ••••\u00a0123')
  await screen.see('Unable to contact our servers.')
  await screen.press('Text message to ••••\u00a0123')
  await screen.see('Resend code')
  assert.equal(reported, [])
})

const factor = (delivery_method: string, more: object = {}) => ({ delivery_method, ...more })
const bySms = factor('sms', { phone_number_factor: { phone_id: 'p', phone_number: phone } })
for (const [factors, two] of [
  [[factor('knowledge')], false],
  [[factor('email'), factor('oauth_google')], false],
  [[factor('knowledge'), factor('email')], false],
  [[factor('knowledge'), bySms], true],
  [[bySms, factor('whatsapp', { phone_number_factor: { phone_id: 'p', phone_number: phone } })], false],
  [[factor('email'), factor('authenticator_app')], true],
  [[factor('authenticator_app'), factor('recovery_code')], false],
  [[factor('webauthn_registration'), factor('authenticator_app')], true],
  [[factor('email'), factor('webauthn_registration')], true],
  [[null, 7, factor('email')], false],
  ['two', false],
  [undefined, false],
] as [unknown, boolean][]) {
  test(`${JSON.stringify(factors)} are ${two ? '' : 'not '}two factors`, () =>
    assert.is(hasTwoFactors({ authentication_factors: factors } as never), two))
}

const user = { totps: [{ totp_id: 't', verified: true }], phone_numbers: [{ phone_id: 'p', phone_number: phone, verified: true }] }
for (const [what, factors, account, methods, steps] of [
  ['in the order of the methods', [factor('email')], user, ['recoveryCode', 'sms', 'totp'], ['recoveryCode', 'sms', 'totp']],
  ['not the number of the first factor', [bySms], user, ['sms', 'totp'], ['totp']],
  ['each method once', [factor('email')], user, ['totp', 'totp'], ['totp']],
  ['none of an unknown method', [factor('email')], user, ['constructor', 'totp'], ['totp']],
  ['no app that was never proved', [factor('email')], { ...user, totps: [{ verified: false }] }, ['totp', 'recoveryCode'], []],
  ['none of what cannot be read', [factor('email')], { totps: 'x', phone_numbers: [null, { verified: true }] }, ['totp', 'sms'], []],
] as const) {
  test(`ways: ${what}`, () =>
    assert.equal(
      waysOf({ authentication_factors: factors } as never, account as never, methods as never).map(({ step }) => step),
      steps,
    ))
}

test('a masked number shows its last three digits', () => assert.is(masked('+12025550123'), '••••\u00a0123'))

test.run()
