/**
 * Tests that what stands in a field is what is sent: however it came there, and whatever an
 * extension has put into the form.
 */
import '../harness/everyFramework.ts'
import { closeAll, mail, open, provider, sent } from '../harness/login.ts'
import { settled, until, type Screen } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import { otp, passwords } from '../../src/widget/firstScreenChunks.ts'
import { account, adding, otpScreens, passkeyRegistration, passwordScreens, secondFactor } from '../../src/widget/laterChunks.ts'
import * as accounts from '../products/account/setUp.ts'
import * as passkeys from '../products/passkeys/setUp.ts'
import * as secondFactors from '../products/secondFactor/setUp.ts'
import { installPasskeys } from '../../src/tools/playground/softwarePasskeys.ts'
import { askForCode, CODE, configOf } from './askForCode.ts'

const test = suite('what stands in a field')

const EMAIL = 'ada@example.com'
const GOOD = 'fjord-violin-walnut-72'
const PASSWORD = '#password-input'

test.before(async () => {
  await Promise.all(
    [otp, passwords, otpScreens, passwordScreens, account, adding, secondFactor, passkeyRegistration].map((chunk) => chunk.load()),
  )
})
test.after.each(async () => {
  for (const client of secondFactors.clients.splice(0)) client.destroy()
  await closeAll()
})

/**
 * How a text may come into a field: the events that a browser, an input method or a password
 * manager fires.
 */
const ways: Record<string, readonly string[]> = {
  'by input': ['input'],
  'by change alone': ['change'],
  'without an event': [],
}

/** As scripts of extensions do it: React notices only what the page's own scripts write. */
const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!

const fill = async ({ find }: Screen, selector: string, text: string, events: readonly string[]) => {
  const field = await until(() => find<HTMLInputElement>(selector), selector)
  write.call(field, text)
  for (const type of events) field.dispatchEvent(new Event(type, { bubbles: true }))
  // a framework must not write its own text over it
  await settled()
  // a phone number may have been formatted
  const end = (of: string) => of.replace(/\W/g, '').slice(-6)
  assert.is(end(field.value), end(text))
}

/** What extensions put into forms, in front of everything. */
const intrude = async ({ all }: Screen) => {
  await until(() => all('form').length, 'a form')
  for (const form of all('form')) {
    for (const type of ['hidden', 'text', 'tel', 'email', 'password']) {
      form.prepend(
        Object.assign(document.createElement('input'), { type, name: type, value: 'intruder@evil.example', autocomplete: 'off' }),
      )
    }
    form.prepend(document.createElement('button'), document.createElement('select'))
  }
  for (const input of all('.lk-input, .lk-code-input')) input.after(document.createElement('i'))
}

const links: LoginConfig = { products: ['emailMagicLinks'] }
const withPasswords: LoginConfig = { products: ['passwords'] }

const toPassword = async (title: string) => {
  const login = await open({ config: withPasswords })
  await login.type('#email-input', EMAIL)
  await login.press('Continue with email')
  await login.see(title)
  return login
}

interface Case {
  open: () => Promise<Screen>
  field: string
  text: string | (() => Promise<string>)
  /** The button. Without one, the form submits by itself. */
  press?: string
  route: string
  name: string
  /** What is sent, if it is not the text. */
  value?: string
}

const cases: Record<string, Case> = {
  'email for a link': {
    open: () => open({ config: links }),
    field: '#email-input',
    text: EMAIL,
    press: 'Continue with email',
    route: 'POST /magic_links/email/login_or_create',
    name: 'email',
  },
  'email for a password': {
    open: () => open({ config: withPasswords }),
    field: '#email-input',
    text: EMAIL,
    press: 'Continue with email',
    route: 'POST /users/search',
    name: 'email',
  },
  'email for a code': {
    open: () => open({ config: configOf('email') }),
    field: '#email-input',
    text: EMAIL,
    press: 'Continue with email',
    route: 'POST /otps/email/login_or_create',
    name: 'email',
  },
  'phone number': {
    open: () => open({ config: configOf('sms') }),
    field: '#phone-input',
    text: '+44 7400 123456',
    press: 'Continue with text message',
    route: 'POST /otps/sms/login_or_create',
    name: 'phone_number',
    value: '+447400123456',
  },
  code: {
    open: () => askForCode('email'),
    field: CODE,
    text: async () => (await mail()).code!,
    route: 'POST /otps/authenticate',
    name: 'token',
  },
  password: {
    open: () => {
      provider.seed({ users: [{ emails: [{ email: EMAIL }], password: GOOD }] })
      return toPassword('Log In')
    },
    field: PASSWORD,
    text: GOOD,
    press: 'Continue',
    route: 'POST /passwords/authenticate',
    name: 'password',
  },
  'new password': {
    open: () => toPassword('Finish creating your account'),
    field: PASSWORD,
    text: GOOD,
    press: 'Continue',
    route: 'POST /passwords',
    name: 'password',
  },
  'recovery code': {
    open: async () => {
      const screen = await secondFactors.ask({ totp: secondFactors.totp })
      await screen.press('Recovery code')
      return screen
    },
    field: secondFactors.RECOVERY,
    text: 'abcd-efgh',
    press: 'Continue',
    route: 'POST /totps/recover',
    name: 'recovery_code',
  },
  'code of an app': {
    open: () => secondFactors.ask({ totp: secondFactors.totp }),
    field: CODE,
    text: async () => secondFactors.appCode(),
    route: 'POST /totps/authenticate',
    name: 'totp_code',
  },
  'email for the account': {
    open: async () => {
      const screen = await accounts.show(await accounts.signedIn())
      await screen.press('Add an email address')
      return screen
    },
    field: '[id^=account-email-input]',
    text: 'grace@example.org',
    press: 'Send code',
    route: 'POST /otps/email/send/secondary',
    name: 'email',
  },
  'phone number for the account': {
    open: async () => {
      const screen = await accounts.show(await accounts.signedIn())
      await screen.press('Add a phone number')
      return screen
    },
    field: '[id^=phone-input]',
    text: '(213) 373-4253',
    press: 'Send code',
    route: 'POST /otps/sms/send/secondary',
    name: 'phone_number',
    value: '+12133734253',
  },
}

for (const [what, { open, field, text, press, route, name, value }] of Object.entries(cases)) {
  for (const [way, events] of Object.entries(ways)) {
    test(`${what}, filled in ${way}: sent`, async () => {
      const screen = await open()
      const filled = typeof text === 'string' ? text : await text()
      await fill(screen, field, filled, events)
      if (press) await screen.press(press)
      await until(() => sent(route).length, route)
      assert.equal(
        sent(route).map((body) => body[name]),
        [value ?? filled],
      )
    })
  }

  test(`${what}, with an extension's own inputs in front of it: ours is sent`, async () => {
    const screen = await open()
    await intrude(screen)
    const filled = typeof text === 'string' ? text : await text()
    await fill(screen, field, filled, ['input'])
    if (press) await screen.press(press)
    await until(() => sent(route).length, route)
    assert.equal(
      sent(route).map((body) => body[name]),
      [value ?? filled],
    )
  })
}

for (const [what, { open, field, press, route }] of Object.entries(cases).filter(([what]) => what.startsWith('email'))) {
  test(`${what}: folded like a code or a number, with a domain in any script; what is no address is not sent, and a sentence helps`, async () => {
    const screen = await open()
    for (const [text, sentence] of [
      ['grace@example..org', /Email format is invalid\.|Invalid email address\./],
      ['.grace@example.org', /Email format is invalid\.|Invalid email address\./],
      ['mailto:grace@example.org?subject=Hi', /Enter one email address and nothing else, such as grace@example\.org\./],
      ['Grace Hopper <grace@example.org>', /such as grace@example\.org\./],
    ] as const) {
      await screen.type(field, text)
      await screen.press(press!)
      await until(
        () => sentence.test(screen.text()),
        () => `${sentence} in ${screen.text()}`,
      )
      assert.is(document.activeElement, screen.find(field))
      await screen.type(field, '')
      await screen.press(press!)
      await until(() => !screen.text().includes('such as') && /invalid/i.test(screen.text()), 'the next message')
    }
    assert.equal(sent(route), [])
    // one per test, because the form leads on
    await screen.type(field, '\u00a0ｇｒａｃｅ@mün\u200bchen.example\ufeff')
    await screen.press(press!)
    await until(() => sent(route).length, route)
    assert.is(sent(route)[0].email, 'grace@münchen.example')
  })
}

for (const [way, events] of Object.entries(ways)) {
  test(`a code, submitted with Enter after it was filled in ${way}: sent once`, async () => {
    const login = await askForCode('email')
    const { code } = await mail()
    await fill(login, CODE, code!, events)
    login.find('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await login.see('Success!')
    assert.is(sent('POST /otps/authenticate').length, 1)
  })

  test(`a new password that replaces one that was refused, ${way}: checked and sent`, async () => {
    const login = await cases['new password']!.open()
    await login.type(PASSWORD, 'jonathanx')
    await login.see('similar to a commonly used password')
    await fill(login, PASSWORD, GOOD, events)
    await login.press('Continue')
    await login.see('Success!')
    assert.equal(
      sent('POST /passwords').map(({ password }) => password),
      [GOOD],
    )
  })

  test(`the name of a passkey, ${way}: saved`, async () => {
    const device = installPasskeys()
    passkeys.useDevice(device)
    const screen = await passkeys.list(1)
    screen.find('[data-testid^="clickable-edit-icon-edit"]')!.click()
    await settled()
    await fill(screen, '[data-testid^="editable-row-input-"]', 'Work laptop', events)
    screen.find('[data-testid^="clickable-edit-icon-save"]')!.click()
    await until(() => passkeys.names(screen)[0] === 'Work laptop', 'the name')
    device.remove()
  })
}

test('the country of a phone number that a password manager chose without an event, too', async () => {
  const login = await open({ config: configOf('sms') })
  const select = await until(() => login.find<HTMLSelectElement>('[data-testid=select-test-id]'), 'the select')
  await until(() => select.options.length > 100, 'the countries')
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, 'DE')
  await fill(login, '#phone-input', '01512 3456789', [])
  await login.press('Continue with text message')
  await until(() => sent('POST /otps/sms/login_or_create').length, 'the call')
  assert.is(sent('POST /otps/sms/login_or_create')[0].phone_number, '+4915123456789')
})

test('an empty password is not sent, and the focus goes to its field', async () => {
  for (const title of ['Log In', 'Finish creating your account']) {
    if (title === 'Log In') provider.seed({ users: [{ emails: [{ email: EMAIL }], password: GOOD }] })
    const login = await toPassword(title)
    const button = login.button('Continue')!
    button.focus()
    await login.press('Continue')
    await settled()
    assert.is(document.activeElement, login.find(PASSWORD))
    assert.is(button.getAttribute('aria-busy'), 'false')
    assert.equal([sent('POST /passwords/authenticate'), sent('POST /passwords/strength_check')], [[], []])
    await closeAll()
  }
})

test('a new password that is pressed before it was checked: the button is busy, a refused one is not sent, and another press does nothing', async () => {
  const login = await cases['new password']!.open()
  provider.faults([{ route: 'POST /passwords/strength_check', hold: 'the check', times: 1 }])
  await fill(login, PASSWORD, 'jonathanx', [])
  await login.press('Continue')
  await until(() => login.button('Continue')!.getAttribute('aria-busy') === 'true', 'a busy button')
  await until(() => sent('POST /passwords/strength_check').length, 'the check')
  provider.release('the check')
  await login.see('similar to a commonly used password')
  await until(() => login.button('Continue')!.getAttribute('aria-busy') === 'false', 'its end')
  assert.is(login.button('Continue')!.getAttribute('aria-disabled'), 'true')
  await login.press('Continue')
  await settled()
  assert.equal([sent('POST /passwords/strength_check').length, sent('POST /passwords')], [1, []])
})

test('a check that fails after a press: says so, and the next press checks again and goes on', async () => {
  const login = await cases['new password']!.open()
  provider.faults([{ route: 'POST /passwords/strength_check', drop: true, times: 1 }])
  await fill(login, PASSWORD, GOOD, [])
  await login.press('Continue')
  await login.see('Unable to contact our servers.')
  await until(() => login.button('Continue')!.getAttribute('aria-busy') === 'false', 'its end')
  await login.press('Continue')
  await login.see('Success!')
  assert.is(sent('POST /passwords').length, 1)
})

test('a password that the visitor changes while it is checked is not sent without another press', async () => {
  const login = await cases['new password']!.open()
  provider.faults([{ route: 'POST /passwords/strength_check', hold: 'the check', times: 1 }])
  await fill(login, PASSWORD, GOOD, [])
  await login.press('Continue')
  await until(() => sent('POST /passwords/strength_check').length, 'the check')
  await login.type(PASSWORD, GOOD + '1')
  provider.release('the check')
  await until(() => login.button('Continue')!.getAttribute('aria-disabled') === 'false', 'its check')
  assert.equal(sent('POST /passwords'), [])
})

test.run()
