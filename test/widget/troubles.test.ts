/**
 * Tests the faults of every call: each shows a sentence, the input stays, and the next try works. Faults that only a browser has are in
 * test/browser/faults.test.ts and passwordFaults.test.ts, one of each kind.
 */
import { closeAll, mail, newClient, newParent, open as openIn, provider, sent, type Login } from '../harness/login.ts'
import { screenIn, settled, until } from '../harness/screen.ts'
import { damaged } from '../harness/damages.ts'
import {
  assertWorded,
  holdTimers,
  INVALID,
  opening,
  readable,
  tagged,
  TIMEOUT,
  troubles,
  withoutMethod,
  withoutSession,
  words,
  type Case,
} from '../harness/troubles.ts'
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as otps from '../../src/api/otps.ts'
import { strengthCheck } from '../../src/api/passwords.ts'
import { LatchkeyClient } from '../../src/index.ts'
import type { LoginConfig, SecondFactorMethod } from '../../src/ui/config.ts'

const test = suite('faults of calls')
test.after.each(closeAll)

/** The time after the last key before a password is checked. */
const JUDGING = 500
holdTimers([TIMEOUT, JUDGING])

const EMAIL = 'ada@example.com'
const GOOD = 'fjord-violin-walnut-72'
const LINKS: LoginConfig = { products: ['emailMagicLinks'] }
const PASSWORDS: LoginConfig = { products: ['passwords'] }
const codes = (method: 'sms' | 'email'): LoginConfig => ({ products: ['otp'], otpOptions: { methods: [method] } })

const client = () => newClient({ timeout: TIMEOUT })
/** The widget of a visitor who does not read English. */
const open = (props: Parameters<typeof openIn>[0]) => openIn({ strings: words, ...props })
const alertOf = ({ all }: Login) =>
  all('[role=alert]')
    .map(({ textContent }) => textContent)
    .filter(Boolean)
    .join(' | ')
const submitEmail = async ({ type, press }: Login) => {
  await type('#email-input', EMAIL)
  await press(words['button.emailLogin'])
}
const endWait = () => until(() => timeIsUp(TIMEOUT), 'a call with a time limit')
/** Waits until the password has passed its check. */
const judged = async ({ button }: Login) => {
  await until(() => timeIsUp(JUDGING), 'a password to judge')
  await until(() => (button(words['button.continue']) as HTMLButtonElement).disabled === false, 'Continue')
}

interface Trial {
  /** The route for the emulator's fault. */
  route: string
  cases?: Case[]
  /** Starts the call. Default: presses the button. */
  act?: (at: number) => unknown
  /** The name of the retry button. */
  button: string
  /** The field that keeps the visitor's input. */
  field?: string
  kept?: string
}

/** Makes a call fail with every fault on one screen, one after the other. Then the provider is well, and the same button works. */
const endure = async (login: Login, { route, cases = troubles, button: name, act = () => login.press(name), field, kept }: Trial) => {
  const { errors, button, find } = login
  const before = errors.length
  const path = new RegExp(`^/sdk/v1${route.split(' ')[1]!.replace('*', '[^/]+')}$`)
  for (const [at, { name: trouble, fault, says }] of cases.entries()) {
    provider.faults([{ route, ...fault }])
    const asked = provider.requests().length
    await act(at)
    await until(
      () =>
        provider
          .requests()
          .slice(asked)
          .some((request) => path.test(request.path)),
      `${route} is sent: ${trouble}`,
    )
    if (fault.hold) await endWait()
    await until(() => errors.length > before + at, `the error of: ${trouble}`)
    await settled()
    assert.is(alertOf(login), says, trouble)
    assertWorded(readable(login.root), errors, trouble)
    assert.is(errors.length, before + at + 1, trouble)
    if (field) assert.is(find<HTMLInputElement>(field)!.value, kept, trouble)
    const again = button(name) as HTMLButtonElement
    assert.is.not(again.getAttribute('aria-busy'), 'true', trouble)
    assert.not(again.disabled, trouble)
  }
  provider.faults([])
  await act(cases.length)
}

test('requesting a link', async () => {
  const login = await open({ client: client(), config: LINKS })
  await login.type('#email-input', EMAIL)
  await endure(login, {
    route: 'POST /magic_links/email/login_or_create',
    button: words['button.emailLogin'],
    field: '#email-input',
    kept: EMAIL,
  })
  await login.see(opening('emailConfirmation.title'))
})

test('requesting a code', async () => {
  const login = await open({ client: client(), config: codes('sms') })
  await login.type('#phone-input', '2133734253')
  await endure(login, {
    route: 'POST /otps/*/login_or_create',
    cases: [...troubles, ...damaged(otps.loginOrCreate.gives!, { method_id: 'm' }, INVALID)],
    button: words['button.sms'],
    field: '#phone-input',
    kept: '(213) 373-4253',
  })
  await login.see(opening('passcode.title'))
})

const atCode = async () => {
  const login = await open({ client: client(), config: codes('email') })
  await submitEmail(login)
  await login.see(opening('passcode.title'))
  return { ...login, code: (await mail()).code! }
}
const CODE = '.lk-code-input'

/** A code that is typed once, and then sent again by a button. */
const tryingAgain = (login: Login, code: string) => ({
  button: words['button.retry'],
  field: CODE,
  kept: code,
  act: (at: number) => (at === 0 ? login.type(CODE, code) : login.press(words['button.retry'])),
})

test('verifying a code: the digits stay for Try again', async () => {
  const { code, ...login } = await atCode()
  await endure(login, {
    route: 'POST /otps/authenticate',
    cases: [...troubles, withoutSession],
    ...tryingAgain(login, code),
  })
  await login.see(opening('success.title'))
  assert.ok(login.client.session.getSync())
})

test('requesting another code', async () => {
  const { code, ...login } = await atCode()
  await login.type(CODE, '123')
  await endure(login, {
    route: 'POST /otps/*/login_or_create',
    cases: [...troubles, withoutMethod],
    button: words['passcode.resendCode'],
    field: CODE,
    kept: '123',
  })
  await login.see(words['passcode.codeSent'])
})

/** The visitor opens the link of the newest message. */
const follow = async (of: Login['client']) => {
  const url = new URL((await mail()).url!)
  history.replaceState(null, '', url.pathname + url.search)
  return { client: of, authenticateByUrl: true }
}
const OPEN_LINK = 'POST /magic_links/authenticate'
const here = { login_magic_link_url: 'http://localhost/in', signup_magic_link_url: 'http://localhost/in' }
const hasWayOn = ({ name, final }: Case) => !final && !name.startsWith('400')

test('arriving by a link: Try again spends it once it can', async () => {
  const of = client()
  await of.magicLinks.email.loginOrCreate(EMAIL, here)
  const [first, ...others] = [...troubles, withoutSession].filter(hasWayOn)
  provider.faults([{ route: OPEN_LINK, ...first!.fault }])
  const login = await open(await follow(of))
  await until(() => login.errors.length === 1, 'an error')
  await login.see(opening('error.title'))
  assert.is(alertOf(login), first!.says)
  assert.is(location.search, '')
  await endure(login, { route: OPEN_LINK, cases: others, button: words['button.retry'] })
  await login.see(opening('success.title'))
  assert.is(new Set(sent(OPEN_LINK).map(({ token }) => token)).size, 1)
})

for (const { name, fault, says } of troubles.filter(({ final }) => final)) {
  test(`arriving by a link that is refused with ${name}: leads to the log-in screen, not to a second call`, async () => {
    const of = client()
    await of.magicLinks.email.loginOrCreate(EMAIL, here)
    provider.faults([{ route: OPEN_LINK, ...fault }])
    const login = await open(await follow(of))
    await login.see(opening('error.title'))
    assert.is(alertOf(login), says)
    assertWorded(readable(login.root), login.errors, name)
    await login.press(words['button.retry'])
    await login.see(opening('login.title'))
    assert.is(sent(OPEN_LINK).length, 1)
  })
}

for (const { name, fault } of [...troubles.filter(hasWayOn), { name: '200 with data: {}', fault: { status: 200, body: { data: {} } } }]) {
  test(`without the project's settings the form works, with PKCE: ${name}`, async () => {
    provider.faults([{ route: 'GET /projects/bootstrap/:public_token', ...fault }])
    const login = await open({ client: client(), config: LINKS })
    await submitEmail(login)
    if ('hold' in fault) await endWait()
    await login.see(opening('emailConfirmation.title'))
    assert.match(sent('POST /magic_links/email/login_or_create')[0].code_challenge, /^[\w-]{43}$/)
  })
}

for (const [at, text] of [
  '{"pkceRequiredForEmailMagicLinks":false,"emailDomains":7}',
  '"text"',
  '[]',
  '7',
  'null',
  '{',
  '{"emailDomains":{"length":1}}',
].entries()) {
  test(`cached settings do not decide about PKCE, and break nothing: ${text}`, async () => {
    provider.faults([{ route: 'GET /projects/bootstrap/:public_token', drop: true }])
    const publicToken = `public-token-test-cached-${at}`
    localStorage.setItem(`stytch_sdk_state_${publicToken}::bootstrap`, text)
    const login = await open({ client: new LatchkeyClient(publicToken, { customBaseUrl: 'https://provider.test' }), config: LINKS })
    await submitEmail(login)
    await login.see(opening('emailConfirmation.title'))
    assert.match(sent('POST /magic_links/email/login_or_create')[0].code_challenge, /^[\w-]{43}$/)
  })
}

const PASSWORD = '#password-input'
const atPassword = async (known: boolean) => {
  const login = await open({ client: client(), config: PASSWORDS })
  if (known) provider.seed({ users: [{ emails: [{ email: EMAIL }], password: GOOD }] })
  await submitEmail(login)
  await login.see(known ? opening('password.login.title') : opening('createAccount.title'))
  return login
}

test('looking up the account', async () => {
  const login = await open({ client: client(), config: PASSWORDS })
  await login.type('#email-input', EMAIL)
  await endure(login, { route: 'POST /users/search', button: words['button.emailLogin'], field: '#email-input', kept: EMAIL })
  await login.see(opening('createAccount.title'))
})

test('signing up with a password', async () => {
  const login = await atPassword(false)
  await login.type(PASSWORD, GOOD)
  await judged(login)
  await endure(login, {
    route: 'POST /passwords',
    cases: [...troubles, withoutSession],
    button: words['button.continue'],
    field: PASSWORD,
    kept: GOOD,
  })
  await login.see(opening('success.title'))
  assert.ok(login.client.session.getSync())
})

test('logging in with a password', async () => {
  const login = await atPassword(true)
  await login.type(PASSWORD, GOOD)
  await endure(login, {
    route: 'POST /passwords/authenticate',
    cases: [...troubles, withoutSession],
    button: words['button.continue'],
    field: PASSWORD,
    kept: GOOD,
  })
  await login.see(opening('success.title'))
})

test('forgetting a password, and requesting the mail again', async () => {
  const login = await atPassword(true)
  await login.type(PASSWORD, 'half')
  const route = 'POST /passwords/email/reset/start'
  await endure(login, { route, button: words['button.forgotPassword'], field: PASSWORD, kept: 'half' })
  await login.see(opening('password.forgot.content'))
  await endure(login, { route, button: tagged('password.didntGetItResend') })
  await login.see(words['toast.emailResent'])
})

test('checking a password: Try again repeats the check', async () => {
  const login = await atPassword(false)
  await endure(login, {
    route: 'POST /passwords/strength_check',
    button: words['button.retry'],
    field: PASSWORD,
    kept: GOOD,
    async act(at) {
      if (at > 0) return login.press(words['button.retry'])
      await login.type(PASSWORD, GOOD)
      await until(() => timeIsUp(JUDGING), 'a password to judge')
    },
  })
  await until(() => (login.button(words['button.continue']) as HTMLButtonElement).disabled === false, 'Continue')
})

test('checking a password, damaged at any place of the answer', async () => {
  const login = await atPassword(false)
  const requirements = { has_digit: false, has_lower_case: true, has_symbol: true, has_upper_case: false, missing_characters: 0 }
  const judgement = {
    valid_password: true,
    score: 4,
    breached_password: false,
    strength_policy: 'zxcvbn',
    feedback: { suggestions: ['Add a word'], warning: '', luds_requirements: { ...requirements, missing_complexity: 0 } },
  }
  const cases = damaged(strengthCheck.gives!, judgement, INVALID)
  await endure(login, {
    route: 'POST /passwords/strength_check',
    cases,
    button: words['button.retry'],
    field: PASSWORD,
    kept: GOOD,
    async act(at) {
      if (at > 0) return login.press(words['button.retry'])
      await login.type(PASSWORD, GOOD)
      await until(() => timeIsUp(JUDGING), 'a password to judge')
    },
  })
  await until(() => (login.button(words['button.continue']) as HTMLButtonElement).disabled === false, 'Continue')
})

test('setting a new password', async () => {
  const asked = await atPassword(true)
  await asked.press(words['button.forgotPassword'])
  await asked.see(opening('password.forgot.content'))
  asked.handle.unmount()
  const login = await open(await follow(asked.client))
  await login.see(opening('password.reset.title'))
  await login.type(PASSWORD, `new-${GOOD}`)
  await judged(login)
  await endure(login, {
    route: 'POST /passwords/email/reset',
    cases: [...troubles, withoutSession],
    button: words['button.continue'],
    field: PASSWORD,
    kept: `new-${GOOD}`,
  })
  await login.see(opening('success.title'))
})

/** A visitor who is signed in and asked for a second factor. */
const askedForMore = async (methods: SecondFactorMethod[]) => {
  const of = client()
  provider.seed({
    users: [
      {
        emails: [{ email: EMAIL }],
        phone_numbers: [{ phone_number: '+12025550123' }],
        password: GOOD,
        totp: { secret: 'JBSWY3DPEHPK3PXP', recovery_codes: ['abcd-efgh'] },
      },
    ],
  })
  await of.passwords.authenticate({ email: EMAIL, password: GOOD, session_duration_minutes: 30 })
  const parent = newParent()
  const errors: unknown[] = []
  of.mountSecondFactor({ elementId: parent, methods, strings: words, callbacks: { onError: (error) => void errors.push(error) } })
  return { ...screenIn(parent), client: of, errors } as Login
}

test('proving an app: the digits stay for Try again', async () => {
  const login = await askedForMore(['totp'])
  const code = new TOTP({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXP') }).generate({ timestamp: provider.clock.now() })
  await endure(login, {
    route: 'POST /totps/authenticate',
    cases: [...troubles, withoutSession],
    ...tryingAgain(login, code),
  })
  await login.see(words['secondFactor.success.content'])
})

test('recovering with a code', async () => {
  const login = await askedForMore(['recoveryCode'])
  await login.type('#recovery-code-input', 'abcd-efgh')
  await endure(login, {
    route: 'POST /totps/recover',
    cases: [...troubles, withoutSession],
    button: words['secondFactor.continue'],
    field: '#recovery-code-input',
    kept: 'abcd-efgh',
  })
  await login.see(words['secondFactor.recovered.content'])
})

test('a second factor by text message: sending, sending again, verifying', async () => {
  const login = await askedForMore(['sms'])
  const route = 'POST /otps/*/send/secondary'
  await endure(login, { route, cases: [...troubles, withoutMethod], button: words['secondFactor.sms.send'] })
  await login.see(words['passcode.resendCode'])
  await login.type(CODE, '123')
  await endure(login, { route, cases: [...troubles, withoutMethod], button: words['passcode.resendCode'], field: CODE, kept: '123' })
  await login.see(words['passcode.codeSent'])
  const code = provider.outbox().at(-1)!.code!
  await endure(login, {
    route: 'POST /otps/authenticate',
    cases: [...troubles, withoutSession],
    ...tryingAgain(login, code),
  })
  await login.see(words['secondFactor.success.content'])
})

test.run()
