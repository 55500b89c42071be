/** Tests the screens that ask for a second factor, on the emulator, which verifies every code (docs/decisions.md#a-second-factor-is-something-else). */
import { closeAll, idle, mail, newClient, newParent, provider, reported, sent, recording } from '../../harness/login.ts'
import { screenIn, settled, until, type Screen } from '../../harness/screen.ts'
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../../src/client/core.ts'
import type { SeedUser } from '../../../src/emulator/index.ts'
import type { LatchkeyClient } from '../../../src/index.ts'
import { hasTwoFactors, masked, waysOf } from '../../../src/products/secondFactor/ways.ts'
import type { SecondFactorProps, WidgetEvent } from '../../../src/widget/publicTypes.ts'
import { secondFactor } from '../../../src/widget/laterChunks.ts'

const test = suite('second factor')
test.before(async () => {
  await secondFactor.load()
})
const clients: LatchkeyClient[] = []
test.after.each(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await closeAll()
})

const email = 'ada@example.com'
const password = 'a sentence that nobody says 7'
const secret = 'JBSWY3DPEHPK3PXP'
const phone = '+12025550123'
const other = '+442079460958'
const CODE = '.lk-code-input'
const RECOVERY = '#recovery-code-input'
const CONFIRMED = "You have confirmed that it's you."
const APP = 'Enter the 6-digit code that your authenticator app shows.'

const totp = { secret, recovery_codes: ['abcd-efgh', 'ijkl-mnop'] }
const everything: SeedUser = { phone_numbers: [{ phone_number: phone }, { phone_number: other }], totp }
const appCode = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: provider.clock.now() })

interface Asked extends Screen {
  client: LatchkeyClient
  events: WidgetEvent[]
  errors: unknown[]
  types(): string[]
  factors(): string[]
}

/** Signs a user in with their password, unless `has` is undefined, and asks them for a second factor. */
const ask = async (has: SeedUser | undefined, props: SecondFactorProps = {}, before?: (client: LatchkeyClient) => Promise<unknown>) => {
  const client = newClient()
  clients.push(client)
  if (has) {
    provider.seed({ users: [{ emails: [{ email }], password, ...has }] })
    await client.passwords.authenticate({ email, password, session_duration_minutes: 30 })
  }
  await before?.(client)
  const parent = newParent()
  const { events, errors, callbacks } = recording()
  client.mountSecondFactor({
    elementId: parent,
    callbacks,
    ...props,
  })
  const screen = screenIn(parent)
  await until(screen.text, 'a screen')
  await settled()
  const types = () => events.map(({ type }) => type)
  const factors = () => client.session.getSync()!.authentication_factors.map(({ delivery_method }) => delivery_method)
  return { ...screen, client, events, errors, types, factors } as Asked
}
const rows = (screen: Screen) => screen.all('.lk-row').map((row) => row.textContent!.trim())

test('the code of the authenticator app, once for a code that is filled in and submitted', async () => {
  const screen = await ask(everything, { config: { sessionOptions: { sessionDurationMinutes: 45 } } })
  await screen.see(APP)
  assert.is(screen.root.ownerDocument!.activeElement, screen.find(CODE))
  await screen.type(CODE, appCode())
  screen.find<HTMLFormElement>('form')?.requestSubmit()
  await screen.see(CONFIRMED)
  await until(() => screen.events.length > 1, 'the second event')
  assert.equal(screen.types(), ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.is((screen.events[0]!.data as { method: string }).method, 'totp')
  assert.equal(
    sent('POST /totps/authenticate').map(({ session_duration_minutes }) => session_duration_minutes),
    [45],
  )
  assert.equal(screen.factors(), ['knowledge', 'authenticator_app'])
  assert.equal(screen.errors, [])
})

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

for (const methods of [['totp'], ['totp', 'sms']] as SecondFactorProps['methods'][]) {
  test(`the screen stays as it is while the proof of ${methods!.join(' or ')} is taken`, async () => {
    const screen = await ask({ ...everything, ...(methods![1] ? {} : { phone_numbers: [] }) }, { methods })
    await screen.see(APP)
    const shown = new Set<string>()
    const observer = new MutationObserver(() =>
      shown.add(
        screen
          .all('h2, p, button')
          .map(({ textContent }) => textContent)
          .join('|'),
      ),
    )
    observer.observe(screen.root, { childList: true, subtree: true, characterData: true })
    await screen.type(CODE, appCode())
    await screen.see(CONFIRMED)
    observer.disconnect()
    assert.not.ok(
      [...shown].some((text) => /Send code|no second way/.test(text)),
      [...shown].join('\n'),
    )
    assert.equal(screen.errors, [])
  })
}

test('a wrong code: a sentence, an empty field that has the focus, and the next code works', async () => {
  const screen = await ask(everything)
  await screen.see(APP)
  const right = appCode()
  await screen.type(CODE, right === '000000' ? '111111' : '000000')
  await screen.see('This is not the code that your app shows now.')
  const input = screen.find<HTMLInputElement>(CODE)!
  assert.is(input.value, '')
  assert.is(document.activeElement, input)
  await screen.type(CODE, right)
  await screen.see(CONFIRMED)
  assert.equal(
    screen.errors.map((error) => (error as { error_type: string }).error_type),
    ['unable_to_authenticate_totp'],
  )
})

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

test('a text message: only after a press, to a number of which the end alone shows; sent again, the new code counts', async () => {
  const screen = await ask({ phone_numbers: [{ phone_number: phone }] })
  await screen.see('We can text a code to your phone, ••••\u00a0123.'.replace('\u00a0', ' '))
  await idle()
  assert.is(provider.outbox().length, 0)
  assert.not.match(screen.root.textContent!, '0123')
  screen.button('Send code')!.click()
  screen.button('Send code')!.click()
  await screen.see('A 6-digit passcode was sent to you')
  assert.is(sent('POST /otps/sms/send/secondary').length, 1)
  const old = (await mail()).code!
  await screen.press('Resend code')
  await screen.see('Code sent')
  const { code } = await until(() => (provider.outbox().length > 1 ? provider.outbox().at(-1) : undefined), 'another message')
  if (old !== code) {
    await screen.type(CODE, old)
    await screen.see('Invalid passcode, please try again.')
  }
  await screen.type(CODE, code!)
  await screen.see(CONFIRMED)
  await until(() => screen.types().at(-1) === 'AUTHENTICATE_FLOW_COMPLETE', 'the last event')
  assert.equal(screen.types(), [
    'SECOND_FACTOR_SMS_SEND',
    'SECOND_FACTOR_SMS_SEND',
    'SECOND_FACTOR_AUTHENTICATE',
    'AUTHENTICATE_FLOW_COMPLETE',
  ])
  assert.equal(screen.factors(), ['knowledge', 'sms'])
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

test('a recovery code: a wrong one, then one that is used up, what that means, and on', async () => {
  const screen = await ask(everything, { methods: ['recoveryCode', 'totp'] })
  await screen.see('Enter one of the recovery codes')
  assert.equal(rows(screen), ['Authenticator app'])
  await screen.press('Continue')
  assert.is(sent('POST /totps/recover').length, 0)
  await screen.type(RECOVERY, 'wrong')
  await screen.press('Continue')
  await screen.see('This recovery code is wrong or was already used.')
  assert.is(document.activeElement, screen.find(RECOVERY))
  assert.is(screen.find<HTMLInputElement>(RECOVERY)!.value, 'wrong')
  await screen.type(RECOVERY, ' abcd-efgh ')
  screen.button('Continue')!.click()
  screen.button('Continue')!.click()
  await screen.see('This recovery code cannot be used again.')
  assert.equal(screen.types(), ['SECOND_FACTOR_AUTHENTICATE'])
  await screen.press('Continue')
  await screen.see(CONFIRMED)
  await until(() => screen.events.length > 1, 'the last event')
  assert.equal(screen.types(), ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.equal(screen.factors(), ['knowledge', 'recovery_code'])
  const { totps } = await screen.client.totps.recoveryCodes()
  assert.equal(
    totps.map(({ verified, recovery_codes }) => [verified, recovery_codes]),
    [[true, ['ijkl-mnop']]],
  )
})

test('nobody is signed in', async () => {
  const screen = await ask(undefined)
  await screen.see('You are not logged in. Log in first.')
  assert.equal(screen.errors, [{ message: 'You are not logged in. Log in first.' }])
  assert.is(screen.find(CODE), null)
})

test('the visitor signs in between the first rendering and its effects', async () => {
  const screen = await ask(everything, {}, async (client) => {
    const core = client[coreKey]
    const { status } = core
    // the project's settings would render the widget again
    core.engine = () => new Promise(() => {})
    const { now, subscribe } = status
    status.now = {}
    status.subscribe = (listener) => {
      status.now = now
      return subscribe(listener)
    }
  })
  await screen.see(APP)
})

test('the visitor signs out, and reads that nobody is signed in', async () => {
  const screen = await ask(everything)
  await screen.see(APP)
  await screen.client.session.revoke()
  await screen.see('You are not logged in. Log in first.')
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
