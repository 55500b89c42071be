/**
 * Tests log-ins with a code: Main's code forms, OTPAuthenticate and OTPConfirmation
 * (docs/decisions/README.md#codes-and-phone-numbers).
 */
import { closeAll, mail, open, provider, reported, sent } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import { otp } from '../../src/widget/firstScreenChunks.ts'
import { askForCode, CODE, codeIn, configOf, options, SEND, UNREACHABLE, VERIFY, ways, WRONG, type Way } from './askForCode.ts'

const test = suite('log in by code')
test.after.each(closeAll)

for (const way of Object.keys(ways) as Way[]) {
  const { to, shown, name, field } = ways[way]

  test(`${way}: sends, verifies, confirms`, async () => {
    const { see, type, find, events, errors, heard, client } = await askForCode(way)
    await see(`A 6-digit passcode was sent to you at ${shown}.`)
    await see('Your code expires in 5:00.')
    await see("Didn't get it? Resend code")
    assert.is(find('strong')!.getAttribute('dir'), 'ltr')
    assert.equal(sent(SEND(way)), [{ [name]: to, expiration_minutes: 5 }])
    const { channel, to: recipient, code } = await mail()
    assert.equal([channel, recipient], [way, to])
    assert.is(find(CODE)!.getAttribute('aria-label'), 'Passcode, 6 digits')

    await type(CODE, code!)
    await see('Success!')
    await see('Your passcode has been successfully verified.')
    await until(() => events.length === 3, 'three events')
    assert.equal(
      events.map(({ type }) => type),
      ['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'],
    )
    const [asked, answer, complete] = events.map(({ data }) => data as Record<string, any>)
    assert.equal(Object.keys(asked!).sort(), ['method_id', 'request_id', 'status_code'])
    assert.equal(sent(VERIFY), [{ token: code, method_id: asked!.method_id, session_duration_minutes: 30 }])
    assert.equal(Object.keys(answer!).sort(), [
      'method_id',
      'request_id',
      'session',
      'session_jwt',
      'session_token',
      'status_code',
      'user',
      'user_id',
    ])
    assert.equal(complete, {})
    assert.equal(errors, [])
    assert.is(client.session.getSync()!.session_id, answer!.session.session_id)
    // The page receives the same, without the tokens.
    const { session_token, session_jwt, ...rest } = answer!
    assert.ok(session_token && session_jwt)
    assert.equal(
      heard.map(({ detail }) => detail),
      [events[0], { type: 'OTP_AUTHENTICATE', data: rest }, events[2]],
    )
  })

  test(`${way}: the host's options that are sent, and those that a resend sends`, async () => {
    const { press, see } = await askForCode(way, configOf(way, options))
    const everything = { expiration_minutes: 7, login_template_id: 'in', signup_template_id: 'up', locale: 'es' }
    await see('Your code expires in 7:00.')
    await press('Resend code')
    await see('Code sent')
    assert.equal(sent(SEND(way)), [
      { [name]: to, ...(way === 'email' ? everything : { expiration_minutes: 7 }) },
      { [name]: to, expiration_minutes: 7 },
    ])
  })

  test(`${way}: a code without an expiration is requested and counted down with five minutes`, async () => {
    const { see } = await askForCode(way, configOf(way, { expirationMinutes: Infinity }))
    await see('Your code expires in 5:00.')
    assert.equal(sent(SEND(way)), [{ [name]: to, expiration_minutes: 5 }])
  })

  test(`${way}: Back leads to the form, with the visitor's input`, async () => {
    const { press, see, find } = await askForCode(way)
    await press('Back')
    await see('Sign up or log in')
    const wanted = { sms: '(415) 555-2671', whatsapp: '07400 123456', email: 'ada@example.com' }[way]
    await until(
      () => find<HTMLInputElement>(field)?.value === wanted,
      () => `'${wanted}', not '${find<HTMLInputElement>(field)?.value}'`,
    )
  })
}

for (const [way, wrong, message] of [
  ['email', 'ada', 'Invalid email address.'],
  ['email', '', 'Invalid email address.'],
  ['sms', '12', 'Phone number format is invalid. Ensure the phone number is in the E.164 format.'],
  ['whatsapp', '', 'Phone number format is invalid. Ensure the phone number is in the E.164 format.'],
] as const) {
  test(`${way}: '${wrong}' is not sent, and the host gets {message}`, async () => {
    const { type, press, see, find, errors, events } = await open({ config: configOf(way) })
    await type(ways[way].field, wrong)
    await press(ways[way].button)
    await see(message)
    assert.equal(errors, [{ message }])
    assert.equal(events, [])
    assert.equal(sent(SEND(way)), [])
    assert.is(find<HTMLInputElement>(ways[way].field)!.value.replace(/\s/g, ''), wrong)
    assert.equal(reported, [])
  })
}

test("the session has the host's minutes", async () => {
  const { type, see } = await askForCode('email', { ...configOf('email'), sessionOptions: { sessionDurationMinutes: 90 } })
  await type(CODE, await codeIn())
  await see('Success!')
  assert.is(sent(VERIFY)[0].session_duration_minutes, 90)
})

test('an email code is logged, and one to a phone is not', async () => {
  const { press, see, logged } = await askForCode('email')
  await press('Resend code')
  await see('Code sent')
  const entry = { email: 'ada@example.com', type: 'login_or_create_otp' }
  assert.equal((await logged()).slice(2), [
    ['email_sent', entry],
    ['email_try_again_clicked', entry],
    ['email_sent', entry],
  ])
  await closeAll()
  const { logged: loggedOfPhone } = await askForCode('sms')
  assert.is((await loggedOfPhone()).length, 2)
})

for (const [what, fault, message] of [
  ['no answer', { drop: true }, UNREACHABLE],
  ['502', { status: 502, body: '<h1>Bad gateway</h1>' }, 'Invalid response from our servers.'],
  ['an invalid answer', { status: 200, body: 'null' }, 'Invalid response from our servers.'],
] as const) {
  test(`${what}: the digits stay, and Try again sends them`, async () => {
    provider.faults([{ route: VERIFY, times: 1, ...fault }])
    const { type, press, see, find } = await askForCode('email')
    const code = await codeIn()
    await type(CODE, code)
    await see(message)
    assert.is(find<HTMLInputElement>(CODE)!.value, code)
    await press('Try again')
    await see('Success!')
    assert.equal(
      sent(VERIFY).map(({ token }) => token),
      [code, code],
    )
  })
}

test('an expired code is a wrong one, and a new one helps', async () => {
  const { type, press, see } = await askForCode('email')
  const old = await codeIn()
  provider.clock.advance(5 * 60_000)
  await type(CODE, old)
  await see(WRONG)
  await press('Resend code')
  await see('Code sent')
  await type(CODE, await codeIn())
  await see('Success!')
})

test('a resend to a phone has no toast', async () => {
  const { press, see, find } = await askForCode('sms')
  await press('Resend code')
  await see('Code sent')
  assert.not(find('.lk-toast'))
})

test('a resend that fails says so under the countdown, and the code can still be typed', async () => {
  const { type, press, see, find, button, errors } = await askForCode('email')
  provider.faults([{ route: SEND('email'), drop: true, times: 1 }])
  await press('Resend code')
  await see(UNREACHABLE)
  const message = [...find('.lk-card')!.querySelectorAll('[role=alert]')].find((alert) => alert.textContent === UNREACHABLE)!
  assert.ok(find('[role=timer]')!.compareDocumentPosition(message) & Node.DOCUMENT_POSITION_FOLLOWING)
  assert.is(errors.length, 1)
  assert.is(button('Resend code')!.getAttribute('aria-disabled'), 'false')
  await type(CODE, await codeIn())
  await see('Success!')
})

test('presses during a resend send once', async () => {
  const { press, see, button } = await askForCode('email')
  provider.faults([{ route: SEND('email'), hold: 'the code' }])
  await press('Resend code')
  button('Resend code')!.click()
  await until(() => sent(SEND('email')).length === 2, 'the call')
  button('Resend code')!.click()
  await settled()
  provider.release('the code')
  await see('Code sent')
  assert.is(sent(SEND('email')).length, 2)
})

test('the code of a resend uses its own method_id', async () => {
  const { type, press, see, events } = await askForCode('email')
  provider.faults([{ route: SEND('email'), times: 1, body: { data: { request_id: 'r', status_code: 200, method_id: 'another-method' } } }])
  await press('Resend code')
  await see('Code sent')
  assert.is((events[1]!.data as { method_id: string }).method_id, 'another-method')
  await type(CODE, '123456')
  await see(WRONG)
  assert.is(sent(VERIFY)[0].method_id, 'another-method')
})

for (const [config, message] of [
  [{ products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email'] } }, 'Cannot use both EML and Email OTP'],
  [{ products: ['otp'] }, 'Nothing to show: add otpOptions.methods, oauthOptions.providers, or another product, to the config.'],
  [
    { products: ['__proto__', 'constructor', 'carrier-pigeon'] },
    'Nothing to show: add otpOptions.methods, oauthOptions.providers, or another product, to the config.',
  ],
] as [LoginConfig, string][]) {
  test(`${JSON.stringify(config)}: '${message}'`, async () => {
    const { see, find } = await open({ config })
    await see(message)
    assert.is(find('[role=alert] .lk-message')!.textContent, message)
    assert.not(find('form'))
  })
}

test('the code form cannot be loaded: a sentence and Try again, and another method keeps working', async () => {
  const { load, now } = otp
  otp.now = undefined
  otp.load = () => Promise.reject(new Error('no'))
  const { see, press, type, find } = await open({ config: { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['sms'] } } })
  await until(() => find('[role=tablist]'), 'tabs')
  await press('Text')
  await see(UNREACHABLE)
  otp.load = load
  await press('Try again')
  otp.now ??= now
  await until(() => find('#phone-input'), 'the phone form')
  await press('Email')
  await type('#email-input', 'ada@example.com')
  await press('Continue with email')
  await see('Check your email')
})

for (const [type, says] of [
  ['invalid_code', 'Code format is invalid, please try again.'],
  ['otp_code_not_found', WRONG],
] as const) {
  test(`a code that the provider refuses as ${type} has to be typed again: its sentence, an empty field, nothing to send again`, async () => {
    provider.faults([
      { route: VERIFY, times: 1, status: 400, body: { status_code: 400, error_type: type, error_message: 'The server says.' } },
    ])
    const { type: enter, see, find, button, text } = await askForCode('email')
    const code = await codeIn()
    await enter(CODE, code)
    await see(says)
    await until(() => find<HTMLInputElement>(CODE)!.value === '', 'no digits')
    assert.not(text().includes('The server says.'))
    assert.not(button('Try again'))
    await enter(CODE, code)
    await see('Success!')
  })
}

test.run()
