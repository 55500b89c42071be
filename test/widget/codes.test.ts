/** Tests log-ins with a code: Main's code forms, OTPAuthenticate and OTPConfirmation (docs/decisions.md#codes-and-phone-numbers). */
import { closeAll, idle, mail, open, provider, reported, sent, type Login } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { install, type Clock } from '@sinonjs/fake-timers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig, WidgetOtpOptions } from '../../src/ui/config.ts'
import { otp } from '../../src/widget/firstScreenChunks.ts'

const test = suite('log in by code')
test.after.each(closeAll)

const VERIFY = 'POST /otps/authenticate'
const CODE = '.lk-code-input'
const WRONG = 'Invalid passcode, please try again.'
const UNREACHABLE = 'Unable to contact our servers.'

/** The methods, each with the visitor's input and the request. */
const ways = {
  sms: {
    field: '#phone-input',
    typed: '(415) 555-2671',
    to: '+14155552671',
    shown: '+1 415 555 2671',
    button: 'Continue with text message',
    name: 'phone_number',
  },
  whatsapp: {
    field: '#phone-input',
    typed: '+44 7400 123456',
    to: '+447400123456',
    shown: '+44 7400 123456',
    button: 'Continue with WhatsApp',
    name: 'phone_number',
  },
  email: {
    field: '#email-input',
    typed: 'ada@example.com',
    to: 'ada@example.com',
    shown: 'ada@example.com',
    button: 'Continue with email',
    name: 'email',
  },
}
type Way = keyof typeof ways
const SEND = (way: Way) => `POST /otps/${way}/login_or_create`

const options: WidgetOtpOptions = { expirationMinutes: 7, loginTemplateId: 'in', signupTemplateId: 'up', locale: 'es' }
const configOf = (way: Way, more?: WidgetOtpOptions): LoginConfig => ({ products: ['otp'], otpOptions: { methods: [way], ...more } })

/** Requests a code, and waits for the screen where it is typed. */
const askForCode = async (way: Way, config = configOf(way)): Promise<Login> => {
  const login = await open({ config })
  await login.type(ways[way].field, ways[way].typed)
  await login.press(ways[way].button)
  await login.see('Enter passcode')
  return login
}

const codeIn = async () => (await mail()).code!
const wrongCode = async () => String((Number(await codeIn()) + 1) % 1_000_000).padStart(6, '0')

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

test('verifies as soon as there are six digits, in any notation', async () => {
  const { type, see, find, all } = await askForCode('email')
  const code = await codeIn()
  await type(CODE, code.slice(0, 5))
  assert.is(
    all('.lk-digit')
      .map((box) => box.textContent)
      .join(''),
    code.slice(0, 5),
  )
  assert.equal(sent(VERIFY), [])
  await type(CODE, 'abc')
  assert.is(find<HTMLInputElement>(CODE)!.value, '')
  await type(CODE, `Your code: ${code.slice(0, 3)}-${code.slice(3)}.`)
  await see('Success!')
  assert.is(sent(VERIFY)[0].token, code)
})

test('shows that it verifies, and sends once', async () => {
  provider.faults([{ route: VERIFY, hold: 'the check' }])
  const { type, see, find } = await askForCode('email')
  const code = await codeIn()
  await type(CODE, code)
  await see('Verifying passcode...')
  assert.ok(find('.lk-progress'))
  assert.ok(find<HTMLInputElement>(CODE)!.readOnly)
  find('form')!.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
  await until(() => sent(VERIFY).length, 'the call')
  await settled()
  assert.is(sent(VERIFY).length, 1)
  provider.release('the check')
  await see('Success!')
  assert.is(sent(VERIFY).length, 1)
})

test('a wrong code: its sentence, an empty field, the focus returns, and the right one clears the error', async () => {
  const { type, see, find, button, errors, text } = await askForCode('email')
  await type(CODE, await wrongCode())
  await see(WRONG)
  const input = find<HTMLInputElement>(CODE)!
  await until(() => input.value === '', 'no digits')
  await until(() => document.activeElement === input, 'the focus in the field')
  assert.is(input.getAttribute('aria-invalid'), 'true')
  assert.ok(
    input
      .getAttribute('aria-describedby')!
      .split(' ')
      .some((id) => document.getElementById(id)?.textContent === WRONG),
  )
  assert.not(button('Try again'))
  assert.is((errors[0] as { error_type: string }).error_type, 'otp_code_not_found')
  await type(CODE, await codeIn())
  await see('Success!')
  assert.not(text().includes(WRONG))
  assert.is(errors.length, 1)
})

test('a wrong code disappears in the same frame as its error appears, both times, and later input stays', async () => {
  const { type, see, find, button, root } = await askForCode('email')
  const drawn = new Set<string>()
  const look = () => {
    const said = [...root.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).join('')
    if (said) drawn.add(`${said} '${find<HTMLInputElement>(CODE)!.value}' ${button('Try again')?.textContent ?? 'no button'}`)
  }
  const observer = new MutationObserver(look)
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  const once = [`${WRONG} '' no button`]
  for (let time = 1; time <= 2; time++) {
    await type(CODE, await wrongCode())
    await until(() => sent(VERIFY).length === time, 'the check')
    await see(WRONG)
    await settled()
    assert.equal([...drawn], once, `time ${time}`)
  }
  observer.disconnect()
  await type(CODE, '12')
  await settled()
  assert.equal([find<HTMLInputElement>(CODE)!.value, root.querySelector('[data-testid=otp-1]')!.textContent], ['12', '2'])
  await see(WRONG)
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

let clock: Clock | undefined
test.after.each(() => {
  clock?.uninstall()
  clock = undefined
})

/** From now on, the page's time runs as usual, and `pass` adds to it. */
const leaps = () => {
  clock = install({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 10,
    shouldClearNativeTimers: true,
  })
  return async (ms: number) => {
    await clock!.tickAsync(ms)
    await settled()
  }
}

test('the countdown ends at 0:00 with a sentence, and restarts with the next code', async () => {
  const pass = leaps()
  const { text, find, press } = await askForCode('email')
  const shown = () => /Your code (expires in [\d:]+\.|has expired\.)/.exec(text())?.[1]
  assert.match(shown()!, /^expires in (5:00|4:5\d)\.$/)
  await pass(60_000)
  assert.match(shown()!, /^expires in (4:00|3:5\d)\.$/)
  assert.is(find('[role=timer]')!.textContent, `Your code ${shown()}`)
  await pass(240_000)
  assert.is(shown(), 'has expired.')
  assert.is(find('[role=timer]')!.textContent, '')
  await pass(3_600_000)
  assert.is(shown(), 'has expired.')
  await press('Resend code')
  await until(() => shown() !== 'has expired.', 'a new countdown')
  assert.match(shown()!, /^expires in (5:00|4:5\d)\.$/)
})

test('resend: sending, sent for 2 s, then ready, with a toast for email', async () => {
  const { press, see, button, find, text, events } = await askForCode('email')
  const pass = leaps()
  await press('Resend code')
  await until(() => button('Code sent'), 'Code sent')
  assert.is(button('Code sent')!.getAttribute('aria-disabled'), 'true')
  assert.is(find('.lk-toast')!.textContent, 'Email resent')
  await press('Code sent')
  await pass(1500)
  assert.ok(button('Code sent'))
  assert.ok(find('.lk-toast'))
  await pass(600)
  assert.ok(button('Resend code'), text())
  assert.not(find('.lk-toast'))
  assert.is(sent(SEND('email')).length, 2)
  assert.equal(
    events.map(({ type }) => type),
    ['OTP_LOGIN_OR_CREATE', 'OTP_LOGIN_OR_CREATE'],
  )
  await press('Resend code')
  await until(() => sent(SEND('email')).length === 3)
  await see('Code sent')
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

test('Back during the call: the late answer changes nothing and is reported to nobody', async () => {
  provider.faults([{ route: VERIFY, hold: 'the check' }])
  const { type, press, see, text, events, errors } = await askForCode('email')
  await type(CODE, await codeIn())
  await until(() => sent(VERIFY).length, 'the call')
  await press('Back')
  await see('Sign up or log in')
  provider.release('the check')
  await idle()
  assert.match(text(), 'Sign up or log in')
  assert.equal(
    events.map(({ type }) => type),
    ['OTP_LOGIN_OR_CREATE'],
  )
  assert.equal([...errors, ...reported], [])
})

test('the focus is in the field of the code screen, and on the title of the confirmation', async () => {
  const { type, see, find } = await askForCode('email')
  await until(() => document.activeElement === find(CODE), 'the focus in the field')
  await type(CODE, await codeIn())
  await see('Success!')
  await until(() => document.activeElement === find('h2'), 'the focus on the title')
})

test("several methods are tabs, in the host's order, and Back finds the one that was used", async () => {
  const config: LoginConfig = { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['whatsapp', 'sms'] } }
  const { all, find, type, press, see, button, root } = await open({ config })
  await until(() => find('[role=tablist]'), 'tabs')
  const tabs = () => all('[role=tab]')
  assert.equal(
    tabs().map((tab) => tab.textContent),
    ['WhatsApp', 'Text', 'Email'],
  )
  assert.equal(
    tabs().map((tab) => [tab.getAttribute('aria-selected'), tab.tabIndex]),
    [
      ['true', 0],
      ['false', -1],
      ['false', -1],
    ],
  )
  assert.is(find('[role=tablist]')!.getAttribute('aria-label'), 'Ways to log in')
  const panel = find('[role=tabpanel]')!
  assert.is(tabs()[0]!.getAttribute('aria-controls'), panel.id)
  assert.is(panel.getAttribute('aria-labelledby'), tabs()[0]!.id)
  await press('Text')
  await until(() => button('Continue with text message'), 'the form for texts')
  await type('#phone-input', ways.sms.typed)
  await press('Continue with text message')
  await see('Enter passcode')
  await press('Back')
  await until(() => tabs()[1]?.getAttribute('aria-selected') === 'true', 'the tab for texts')
  await press('Email')
  await until(() => find('#email-input'), 'the email form')
  assert.is(root.querySelector<HTMLInputElement>('#email-input')!.value, '')
})

test('tabs by keyboard: arrows wrap around, Home and End work, and the focus follows', async () => {
  const { all, find } = await open({ config: { products: ['otp'], otpOptions: { methods: ['sms', 'whatsapp', 'email'] } } })
  await until(() => find('[role=tablist]'), 'tabs')
  const key = async (key: string) => {
    all('[role=tab][aria-selected=true]')[0]!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await settled()
    const chosen = all('[role=tab][aria-selected=true]')[0]!
    assert.is(document.activeElement, chosen)
    return chosen.textContent
  }
  assert.equal([await key('ArrowRight'), await key('ArrowRight'), await key('ArrowRight')], ['WhatsApp', 'Email', 'Text'])
  assert.equal([await key('ArrowLeft'), await key('Home'), await key('End')], ['Email', 'Text', 'Email'])
  document.documentElement.style.direction = 'rtl'
  find<HTMLElement>('[role=tablist]')!.style.direction = 'rtl'
  assert.is(await key('ArrowRight'), 'WhatsApp')
  document.documentElement.style.direction = ''
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
