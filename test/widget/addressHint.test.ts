/**
 * Tests the hint for a likely typing error in an address: under the field, and where the widget
 * says that an email was sent.
 */
import { closeAll, idle, open, provider, sent, type Login } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { de } from '../../src/strings/de.ts'
import { addressHint } from '../../src/ui/fields/AddressHint.tsx'

const test = suite('a likely typing error in an address')
test.after.each(closeAll)

const EMAIL = 'input[type=email]'
const SUBMIT = 'Continue with email'
const HINT = 'Did you mean ada@gmail.com?'
const SEND = 'POST /magic_links/email/login_or_create'

const field = ({ find }: Login) => find<HTMLInputElement>(EMAIL)!

/** Types like a visitor, who is in the field meanwhile. */
async function write(login: Login, text: string) {
  field(login).focus()
  await login.type(EMAIL, text)
}

/** Types, and leaves the field. The code that listens comes with the first touch. */
async function typeAndLeave(login: Login, text: string) {
  await write(login, text)
  await idle()
  const section = login.find('.lk')!
  await until(() => section.onchange, 'the code that listens')
  field(login).dispatchEvent(new Event('change', { bubbles: true }))
  await addressHint.load()
  await settled()
}

test('a visitor who has left the field is asked, and takes the address with one press', async () => {
  const login = await open()
  await typeAndLeave(login, 'ada@gmial.com')
  await login.see(HINT)
  assert.is(login.find('.lk-hint')!.getAttribute('role'), 'status')
  await login.press(HINT)
  assert.is(field(login).value, 'ada@gmail.com')
  assert.is(document.activeElement, field(login))
  assert.not(login.find('.lk-hint'))
  await login.press(SUBMIT)
  await login.see('An email was sent to ada@gmail.com.')
  assert.equal(
    sent(SEND).map(({ email }) => email),
    ['ada@gmail.com'],
  )
  assert.not(login.text().includes('Did you mean'))
})

test('the hint goes when the visitor types again, and there is one at most', async () => {
  const login = await open()
  await typeAndLeave(login, 'ada@gmial.com')
  await typeAndLeave(login, 'ada@gmail.con')
  await login.see(HINT)
  assert.is(login.all('.lk-hint').length, 1)
  await write(login, 'ada@gmail.')
  assert.not(login.find('.lk-hint'))
})

test('a field that the visitor left before the code had loaded', async () => {
  const login = await open()
  await login.type(EMAIL, 'ada@gmial.com')
  await login.see(HINT)
})

test("nothing is asked about an address in an extension's input, which does not hide the visitor's own", async () => {
  const login = await open()
  const intruder = Object.assign(document.createElement('input'), { type: 'email', value: 'eve@gmial.com' })
  await login.type(EMAIL, 'ada@gmial.com')
  field(login).form!.prepend(intruder)
  await login.see(HINT)
  intruder.dispatchEvent(new Event('change', { bubbles: true }))
  await settled()
  assert.is(login.all('.lk-hint').length, 1)
  assert.not(login.text().includes('eve@'))
})

test('nothing is asked about an address without a likely error', async () => {
  const login = await open()
  await typeAndLeave(login, 'ada@example.com')
  assert.not(login.find('.lk-hint'))
})

test('a form that is submitted does not wait, and has no hint meanwhile; where an email was sent, one press sends it to the right address', async () => {
  const login = await open()
  await write(login, 'ada@gmial.com')
  await idle()
  await addressHint.load()
  provider.faults([{ route: SEND, hold: 'the email', times: 1 }])
  field(login).dispatchEvent(new Event('change', { bubbles: true }))
  field(login).form!.requestSubmit()
  await until(
    () => login.button(SUBMIT)!.ariaBusy === 'true' || login.button(SUBMIT)!.getAttribute('aria-busy') === 'true',
    'a busy button',
  )
  await settled()
  assert.is(login.text().includes('Did you mean'), false)
  provider.release('the email')
  await login.see('An email was sent to ada@gmial.com.')
  await login.see(HINT)
  const hint = login.button(HINT)!
  hint.click()
  hint.click()
  await login.see('An email was sent to ada@gmail.com.')
  assert.not(login.text().includes('Did you mean'))
  assert.equal(
    sent(SEND).map(({ email }) => email),
    ['ada@gmial.com', 'ada@gmail.com'],
  )
  assert.equal(
    login.events.map(({ type }) => type),
    ['MAGIC_LINK_LOGIN_OR_CREATE', 'MAGIC_LINK_LOGIN_OR_CREATE'],
  )
})

test('if the email cannot be sent to it, the visitor reads why, and can press again', async () => {
  const login = await open()
  await write(login, 'ada@gmial.com')
  await login.press(SUBMIT)
  await login.see(HINT)
  provider.faults([{ route: SEND, status: 502, times: 1 }])
  await login.press(HINT)
  await login.see('Invalid or no response from server')
  await login.press(HINT)
  await login.see('An email was sent to ada@gmail.com.')
})

test('a code: it is sent to the right address, and verified there', async () => {
  const login = await open({ config: { products: ['otp'], otpOptions: { methods: ['email'] } } })
  await write(login, 'ada@gmial.com')
  await login.press(SUBMIT)
  await login.press(HINT)
  await login.see('ada@gmail.com')
  await idle()
  const { code, to } = provider.outbox().at(-1)!
  assert.is(to, 'ada@gmail.com')
  await login.type('input[autocomplete=one-time-code]', code!)
  await login.see('success')
})

test('a code that was sent to a phone number has no hint', async () => {
  const login = await open({ config: { products: ['otp'], otpOptions: { methods: ['sms'] } } })
  await login.type('input[type=tel]', '2025550123')
  await login.press('Continue with text message')
  await login.see('Enter passcode')
  await idle()
  assert.not(login.text().includes('Did you mean'))
})

test('a new account with a password: back to the form, with the right address in it', async () => {
  const login = await open({ config: { products: ['passwords'] } })
  await write(login, 'ada@gmial.com')
  await login.press(SUBMIT)
  await login.see('Finish creating your account')
  await login.press(HINT)
  await until(() => login.find(`${EMAIL}:not([readonly])`), 'the form')
  assert.is(field(login).value, 'ada@gmail.com')
})

test('a host that changes the products meanwhile: there is one question, and none about an address that cannot be changed here', async () => {
  const login = await open({ config: { products: ['passwords'] } })
  await write(login, 'ada@gmial.com')
  await login.press(SUBMIT)
  await login.see(HINT)
  login.handle.update({ config: { products: ['passwords', 'emailMagicLinks'] } })
  await settled()
  await login.type('#password-input', 'x')
  await idle()
  await settled()
  assert.is(login.text().split(HINT).length, 2)
})

test('in the language of the page', async () => {
  const login = await open({ strings: de })
  await typeAndLeave(login, 'ada@gmial.com')
  await login.see('Meinten Sie ada@gmail.com?')
})

test.run()
