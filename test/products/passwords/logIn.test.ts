/**
 * Tests log-ins with a password: the form, the kinds of PasswordCreateOrLogin, and the mails
 * (docs/decisions/README.md#passwords, docs/decisions/README.md#passwords-offer-a-second-method).
 */
import { closeAll, mail, open, provider, reported, sent } from '../../harness/login.ts'
import { settled, until } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  SEARCH,
  CREATE,
  AUTHENTICATE,
  CHECK,
  RESET,
  LINK,
  CODE,
  EMAIL,
  GOOD,
  FIELD,
  UNREACHABLE,
  withCodes,
  withLinks,
  ada,
  submitEmail,
  toCreate,
  toLogIn,
  isMuted,
  ready,
  types,
  typesOfErrors,
  bar,
  described,
  lit,
  prepare,
} from './setUp.ts'

const test = suite('log in by password')
prepare(test)

test('a weak password: its segments, warning and suggestions, and Continue only when it is good', async () => {
  const login = await toCreate()
  await login.type(FIELD, 'jonathanx')
  await until(() => login.all('.lk-hints li').length > 0, 'hints')
  assert.equal(lit(login), ['1', 'false', 1])
  await login.see('This is similar to a commonly used password')
  assert.ok(isMuted(login))
  login.find('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
  await settled()
  assert.equal(sent(CREATE), [])
  await login.type(FIELD, GOOD)
  await ready(login)
  assert.is(login.all('.lk-hints li').length, 0)
})

test("the host's texts for the provider's sentences", async () => {
  const login = await toCreate({}, { 'password.zxcvbn.warning.similarToCommonPassword': 'Zu gewöhnlich' })
  await login.type(FIELD, 'jonathanx')
  await login.see('Zu gewöhnlich')
})

test('breached: its text alone under both policies, as the error of the field', async () => {
  for (const password_config of [null, { luds_complexity: 1, luds_minimum_count: 4 }]) {
    provider.project({ password_config })
    const login = await toCreate()
    const region = await until(() => login.find('.lk-strength [role=status]'), 'the region')
    await login.type(FIELD, 'correct horse battery staple')
    await login.see(
      'This password may have been used on a different site that experienced a security issue. Please choose another password.',
    )
    assert.ok(isMuted(login))
    assert.equal([bar(login), login.all('.lk-hints').length], [null, 0])
    assert.ok(described(login).startsWith('This password may have been used'), described(login))
    assert.is(login.find('.lk-strength [role=status]'), region)
    assert.is(login.find(FIELD)!.getAttribute('aria-invalid'), 'true')
    await login.type(FIELD, GOOD + 'A')
    await ready(login)
    assert.is(login.find(FIELD)!.getAttribute('aria-invalid'), 'false')
    assert.not(login.text().includes('This password may have been used'))
    await closeAll()
  }
})

test('a LUDS policy: its demands before the first letter, and which are met', async () => {
  provider.project({ password_config: { luds_complexity: 3, luds_minimum_count: 8 } })
  const login = await toCreate()
  await login.see('Must be at least 8 characters long')
  await login.see('Must contain 3 of the following: uppercase letter, lowercase letter, number, symbol')
  assert.is(login.find(FIELD)!.getAttribute('passwordrules'), 'minlength: 8; required: lower; required: upper; required: digit;')
  assert.not(bar(login))
  const met = () => login.all('[data-met=true]').map((item) => item.textContent)
  assert.equal(met(), [])
  await login.type(FIELD, 'abcdefgh')
  await until(() => met().length === 1, 'one is met')
  assert.equal(met(), ['Must be at least 8 characters long'])
  assert.is(login.find('[data-met=true] [role=img]')!.getAttribute('aria-label'), 'Met:')
  assert.ok(isMuted(login))
  await login.type(FIELD, 'Abcdefg1')
  await ready(login)
  assert.is(met().length, 2)
})

test('a LUDS policy that comes after the field: its rules and demands, before the first letter', async () => {
  provider.faults([{ route: 'GET /projects/bootstrap/:public_token', hold: 'settings' }])
  provider.project({ password_config: { luds_complexity: 4, luds_minimum_count: 11 } })
  const login = await toCreate()
  const field = await until(() => login.find(FIELD), 'the field')
  assert.is(field.getAttribute('passwordrules'), null)
  provider.release('settings')
  await until(() => field.getAttribute('passwordrules'), 'the rules')
  assert.match(field.getAttribute('passwordrules')!, 'minlength: 11; required: lower; required: upper; required: digit;')
  await login.see('Must be at least 11 characters long')
  assert.is(login.find(FIELD), field)
})

test('a LUDS policy without settings: the numbers come from the check, even while the visitor types on', async () => {
  provider.faults([{ route: 'GET /projects/bootstrap/:public_token', status: 503, body: {} }])
  provider.project({ password_config: { luds_complexity: 3, luds_minimum_count: 8 } })
  const login = await toCreate()
  await login.type(FIELD, 'abc')
  await login.see('Must be at least 8 characters long')
  await login.type(FIELD, 'abcdefgh')
  assert.ok(login.text().includes('Must be at least 8 characters long'))
})

test('a check that fails says so, and Try again repeats it', async () => {
  provider.faults([{ route: CHECK, drop: true, times: 1 }])
  const login = await toCreate()
  await login.type(FIELD, GOOD)
  await login.see(UNREACHABLE)
  assert.is(login.errors.length, 1)
  assert.ok(isMuted(login))
  await login.press('Try again')
  await ready(login)
  assert.not(login.text().includes(UNREACHABLE))
  assert.is(login.find<HTMLInputElement>(FIELD)!.value, GOOD)
})

test('a wrong password: its message, the input stays, and another try', async () => {
  ada({ password: GOOD })
  const login = await toLogIn()
  await login.type(FIELD, 'wrong')
  await login.press('Continue')
  await login.see('Unauthorized credentials.')
  assert.is(login.find<HTMLInputElement>(FIELD)!.value, 'wrong')
  assert.equal(typesOfErrors(login), ['unauthorized_credentials'])
  await login.type(FIELD, GOOD)
  await login.press('Continue')
  await login.see('Success!')
})

test('locked after too many failures', async () => {
  provider.project({ lock_threshold: 1 })
  ada({ password: GOOD })
  const login = await toLogIn()
  await login.type(FIELD, 'wrong')
  await login.press('Continue')
  await login.see('Unauthorized credentials.')
  await login.press('Continue')
  await login.see('Too many failed authentication attempts. Please try again later.')
})

for (const [what, error_type, more, password, title] of [
  [
    'breached',
    'breached_password',
    { password: 'correct horse battery staple' },
    'correct horse battery staple',
    'Check your email to set a new password',
  ],
  ['reset required', 'reset_password', { password: GOOD, password_requires_reset: true }, GOOD, 'Check your email to set a new password!'],
] as const) {
  test(`${what}: a mail for a new password, and its screen`, async () => {
    ada(more)
    const login = await toLogIn(withLinks)
    await login.type(FIELD, password)
    await login.press('Continue')
    await login.see(title)
    assert.ok(login.button('Login without a password'))
    assert.is(login.find('h2')!.textContent, title)
    assert.equal(sent(RESET), [{ email: EMAIL, reset_password_expiration_minutes: 30 }])
    assert.is((await mail()).to, EMAIL)
    assert.equal(login.events, [])
    // The host gets the error before the next screen.
    assert.equal(
      login.errors.map((error) => (error as { error_type: string }).error_type),
      [error_type],
    )
    assert.equal((await login.logged()).slice(2), [['email_sent', { email: EMAIL, type: 'reset_password' }]])
  })

  test(`${what}, and the mail cannot be sent: its error, and another try`, async () => {
    ada(more)
    provider.faults([{ route: RESET, drop: true, times: 1 }])
    const login = await toLogIn()
    await login.type(FIELD, password)
    await login.press('Continue')
    await login.see(UNREACHABLE)
    const heard = () =>
      login.errors.map((error) => (error as { error_type?: string; code: string }).error_type || (error as { code: string }).code)
    assert.equal(heard(), [error_type, 'unreachable'])
    await login.press('Continue')
    await login.see(title)
    assert.equal(heard(), [error_type, 'unreachable', error_type])
  })
}

test("Forgot Password? sends a mail with the host's options, and another on request", async () => {
  ada({ password: GOOD })
  const login = await toLogIn({
    passwordOptions: {
      loginRedirectURL: 'https://a.test/l',
      loginExpirationMinutes: 7,
      resetPasswordRedirectURL: 'https://a.test/r',
      resetPasswordExpirationMinutes: 9,
      resetPasswordTemplateId: 't',
      locale: 'es',
    },
  })
  await login.press('Forgot Password?')
  await login.see(`A link to reset your password was sent to you at ${EMAIL}.`)
  await login.see("Didn't get it? Resend email")
  await login.press('Resend email')
  await login.see('Email resent')
  const body = {
    email: EMAIL,
    login_redirect_url: 'https://a.test/l',
    reset_password_redirect_url: 'https://a.test/r',
    reset_password_expiration_minutes: 9,
    reset_password_template_id: 't',
    locale: 'es',
  }
  assert.equal(sent(RESET), [body, body])
  assert.equal(login.events, [])
  const entry = { email: EMAIL, type: 'reset_password' }
  assert.equal((await login.logged()).slice(2), [
    ['email_sent', entry],
    ['email_try_again_clicked', entry],
    ['email_sent', entry],
  ])
  await login.press('Back')
  await login.see('Sign up or log in')
  await until(() => login.find<HTMLInputElement>('#email-input')?.value === EMAIL, 'the address')
})

test('a resend that fails says so', async () => {
  ada({ password: GOOD })
  const login = await toLogIn()
  await login.press('Forgot Password?')
  await login.see('Resend email')
  provider.faults([{ route: RESET, drop: true, times: 1 }])
  await login.press('Resend email')
  await login.see(UNREACHABLE)
  await login.press('Resend email')
  await login.see('Email resent')
  assert.not(login.text().includes(UNREACHABLE))
})

test('passwordless with codes: one is sent, with only the expiration, and typed in', async () => {
  ada()
  const login = await submitEmail('Enter passcode', withCodes)
  assert.equal(sent(CODE), [{ email: EMAIL, expiration_minutes: 7 }])
  assert.ok(login.button('Create a password instead'))
  await login.type('.lk-code-input', (await mail()).code!)
  await login.see('Your passcode has been successfully verified.')
  await until(() => login.events.length === 3, 'three events')
  assert.equal(types(login), ['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
})

test('passwordless with links: one is sent, and Create a password instead sends a mail for a password', async () => {
  ada()
  const login = await submitEmail(`An email was sent to ${EMAIL}.`, withLinks)
  assert.equal(sent(LINK), [{ email: EMAIL, login_expiration_minutes: 30, signup_expiration_minutes: 30 }])
  assert.ok(login.button('Back'))
  await login.press('Create a password instead')
  await login.see('Check your email!')
  await login.see(`A login link was sent to you at ${EMAIL}.`)
  assert.equal(types(login), ['MAGIC_LINK_LOGIN_OR_CREATE', 'PASSWORD_RESET_BY_EMAIL_START'])
  assert.equal(sent(RESET).length, 1)
})

test('passwordless without either: a mail for a password at once', async () => {
  ada()
  const login = await submitEmail('Check your email!')
  assert.equal(types(login), ['PASSWORD_RESET_BY_EMAIL_START'])
  assert.equal(sent(RESET), [{ email: EMAIL, reset_password_expiration_minutes: 30 }])
})

for (const [what, config, name, route, body, then] of [
  ['code', withCodes, 'Email me a login code', CODE, { email: EMAIL, expiration_minutes: 7, locale: 'es' }, 'Enter passcode'],
  [
    'link',
    withLinks,
    'Email me a login link',
    LINK,
    { email: EMAIL, login_expiration_minutes: 30, signup_expiration_minutes: 30 },
    'An email was sent to',
  ],
] as const) {
  test(`a second method, ${what}: for a new visitor above the form, with "or"`, async () => {
    const login = await toCreate(config)
    assert.ok(
      login.text().indexOf(name) < login.text().indexOf('or') && login.text().indexOf('or') < login.text().indexOf('Finish creating'),
    )
    await login.press(name)
    await login.see(then)
    assert.equal(sent(route), [body])
  })

  test(`a second method, ${what}: for a visitor with a password under the form, and a failure shows`, async () => {
    ada({ password: GOOD })
    provider.faults([{ route, drop: true, times: 1 }])
    const login = await toLogIn(config)
    await login.press(name)
    await login.see(UNREACHABLE)
    await login.press(name)
    await login.see(then)
  })

  test(`a second method, ${what}: beside a mail for a new password, and a failure shows`, async () => {
    ada({ password: GOOD })
    const login = await toLogIn(config)
    await login.press('Forgot Password?')
    await login.see('Resend email')
    provider.faults([{ route, drop: true, times: 1 }])
    await login.press('Login without a password')
    await login.see(UNREACHABLE)
    await login.press('Login without a password')
    await login.see(then)
    assert.equal(sent(route).at(-1), body)
  })
}

test('no second method: a mail for a new password is the only way in', async () => {
  ada({ password: GOOD })
  const login = await toLogIn()
  await login.press('Forgot Password?')
  await login.see('Resend email')
  assert.not(login.text().includes('Login without a password'))
})

for (const userType of ['admin', undefined, null, 7]) {
  test(`a user type of ${userType} means a new visitor`, async () => {
    provider.faults([{ route: SEARCH, body: { data: { userType, request_id: 'r', status_code: 200 } } }])
    const login = await toCreate()
    assert.ok(login.find(FIELD))
  })
}

test('an invalid email address is not sent, and not reported to the host', async () => {
  const login = await open({ config: { products: ['passwords'] } })
  await login.type('#email-input', 'ada')
  await login.press('Continue with email')
  await login.see('Email format is invalid.')
  assert.equal([login.errors, sent(SEARCH)], [[], []])
})

for (const [what, fault, message] of [
  ['no answer', { drop: true }, UNREACHABLE],
  ['502 of HTML', { status: 502, body: '<h1>Bad gateway</h1>' }, 'Invalid response from our servers.'],
  ['null', { body: 'null', headers: { 'Content-Type': 'application/json' } }, /response from/],
  [
    '429',
    { status: 429, body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Wait a minute.', error_url: '' } },
    'Wait a minute.',
  ],
] as const) {
  test(`${what} at each step: a sentence, the input stays, the same button works`, async () => {
    ada({ password: GOOD })
    const login = await open({ config: { products: ['passwords'] } })
    const failsOnce = async (route: string, press: string) => {
      provider.faults([{ route, times: 1, ...fault }])
      const told = login.errors.length
      await login.press(press)
      await until(
        () => login.errors.length > told && (typeof message === 'string' ? login.text().includes(message) : message.test(login.text())),
        () => `${message} in ${login.text()}`,
      )
    }
    await until(() => login.find('#email-input'), 'the form')
    await login.type('#email-input', EMAIL)
    await failsOnce(SEARCH, 'Continue with email')
    assert.is(login.find<HTMLInputElement>('#email-input')!.value, EMAIL)
    await login.press('Continue with email')
    await login.see('Log In')
    await failsOnce(RESET, 'Forgot Password?')
    await login.type(FIELD, GOOD)
    await failsOnce(AUTHENTICATE, 'Continue')
    assert.is(login.find<HTMLInputElement>(FIELD)!.value, GOOD)
    await login.press('Continue')
    await login.see('Success!')
    assert.equal(reported, [])
  })
}

test.run()
