/**
 * Tests the account screen as a component: changes, the focus, the session that it follows, and its
 * end. What it lists and refuses: account.test.ts.
 */
import '../../harness/everyFramework.ts'
import { idle, open, provider, reported } from '../../harness/login.ts'
import { until } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { WidgetEvent } from '../../../src/widget/publicTypes.ts'
import { de } from '../../../src/strings/de.ts'
import { fr } from '../../../src/strings/fr.ts'
import { inParts } from '../../../src/strings/inParts.ts'
import { EMAIL, NUMBER, PHONE, LAST, password, device, everything, signedIn, show, prepare } from './setUp.ts'

const test = suite('the account as a component')
prepare(test)

test('removes a passkey', async () => {
  const login = await signedIn()
  await login.client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
  const screen = await show(login)
  const [name] = screen.sections().Passkeys!
  await screen.press(`Remove: ${name}`)
  await screen.inRow(name!, 'Remove')
  await until(() => screen.sections().Passkeys!.length === 0, 'the row to go')
  assert.equal(login.client.user.getSync()!.webauthn_registrations, [])
})

test('Cancel and Escape leave everything as it was, and the focus on the button', async () => {
  const screen = await show(await signedIn(everything))
  for (const leave of [
    () => screen.inRow(EMAIL, 'Cancel'),
    async () => {
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      ;(await screen.row(EMAIL)).querySelector('button')!.dispatchEvent(key)
      assert.ok(key.defaultPrevented, "the host's dialog stays open")
    },
  ]) {
    screen.button(`Remove: ${EMAIL}`)!.focus()
    await screen.press(`Remove: ${EMAIL}`)
    await screen.see(`Remove ${EMAIL}?`)
    await leave()
    await until(() => !screen.text().includes(`Remove ${EMAIL}?`), 'the question to go')
    assert.is(document.activeElement, screen.button(`Remove: ${EMAIL}`))
  }
  assert.equal(screen.events, [])
  assert.equal(screen.sections()['Email addresses'], [EMAIL])
})

test('what is being removed does not count as a way in', async () => {
  const screen = await show(await signedIn({ phone_numbers: everything.phone_numbers }))
  provider.faults([{ route: 'DELETE /users/phone_numbers/:id', hold: 'phone' }])
  await screen.press(`Remove: ${NUMBER}`)
  await screen.inRow(NUMBER, 'Remove')
  await until(async () => (await screen.row(NUMBER)).getAttribute('aria-busy') === 'true', 'the row keeps its place')
  await screen.press(`Remove: ${EMAIL}`)
  await screen.see(LAST)
  provider.faults([])
  provider.release('phone')
  await until(() => !screen.sections()['Phone numbers']?.length, 'the row to go')
})

test('renames a passkey, and creates one', async () => {
  const login = await signedIn()
  const screen = await show(login)
  await until(() => screen.button('Create a Passkey'), 'the way to add one')
  screen.button('Create a Passkey')!.click()
  await until(() => screen.sections().Passkeys!.length === 1, 'a passkey')
  await screen.see('New')
  assert.is(device.ceremonies.length, 1)
  const [name] = screen.sections().Passkeys!
  await screen.press(`Rename: ${name}`)
  await screen.type('li input', 'Laptop')
  await screen.press(`Save: ${name}`)
  await until(() => login.client.user.getSync()!.webauthn_registrations[0]!.name === 'Laptop', 'the new name')
  await until(() => screen.sections().Passkeys![0] === 'Laptop', 'the new name in the list')
  const said = screen.events as Extract<WidgetEvent, { type: 'ACCOUNT_CHANGED' }>[]
  await until(() => said.length === 2, 'two events')
  assert.equal(
    said.map(({ type, data: { change, section } }) => [type, change, section]),
    [
      ['ACCOUNT_CHANGED', 'added', 'passkeys'],
      ['ACCOUNT_CHANGED', 'renamed', 'passkeys'],
    ],
  )
})

test('the list follows the session: another tab changes the user, somebody else signs in, and nobody', async () => {
  const login = await signedIn(everything)
  const screen = await show(login)
  const other = await open()
  await other.client.passwords.authenticate({ email: EMAIL, password, session_duration_minutes: 30 })
  await login.client.user.deletePhoneNumber(login.client.user.getSync()!.phone_numbers[0]!.phone_id)
  await until(() => !screen.sections()['Phone numbers']?.length, 'the number to go')
  provider.seed({ users: [{ emails: [{ email: 'bob@example.com' }], password }] })
  await login.client.passwords.authenticate({ email: 'bob@example.com', password, session_duration_minutes: 30 })
  await until(() => screen.sections()['Email addresses']?.[0] === 'bob@example.com', "the other's account")
  await login.client.session.revoke()
  await screen.see('Log in to see your account.')
  assert.not.ok(screen.text().includes('bob@example.com'))
})

test('an unmounted account fires nothing', async () => {
  const screen = await show(await signedIn(everything))
  provider.faults([{ route: 'DELETE /users/phone_numbers/:id', hold: 'phone' }])
  await screen.press(`Remove: ${NUMBER}`)
  await screen.inRow(NUMBER, 'Remove')
  await until(() => provider.requests().some(({ method }) => method === 'DELETE'), 'the call')
  screen.handle.unmount()
  provider.release('phone')
  await idle()
  assert.equal([screen.events, screen.errors, reported], [[], [], []])
})

for (const [kind, add, selector, typed, destination, section] of [
  ['emails', 'Add an email address', 'input[type=email]', 'ada@analytical.example', 'ada@analytical.example', 'Email addresses'],
  ['phoneNumbers', 'Add a phone number', 'input[type=tel]', '2133734253', PHONE, 'Phone numbers'],
] as const) {
  test(`adds what the visitor proves by a code: ${kind}`, async () => {
    const screen = await show(await signedIn())
    await screen.press(add)
    await until(() => document.activeElement?.matches(selector), 'the focus in the field')
    await screen.type(selector, typed)
    screen.button('Send code')!.click()
    screen.button('Send code')!.click()
    await screen.see('Enter passcode')
    const messages = provider.outbox().filter(({ to }) => to === destination)
    assert.is(messages.length, 1, 'one message for two clicks')
    await screen.type('input[autocomplete=one-time-code]', messages[0]!.code === '000000' ? '111111' : '000000')
    await screen.see('Invalid passcode, please try again.')
    await screen.type('input[autocomplete=one-time-code]', messages[0]!.code!)
    const name = destination === PHONE ? NUMBER : destination
    await screen.see(`${name} was added.`)
    assert.ok(screen.sections()[section]!.includes(name))
    assert.not.ok(screen.text().includes('Not confirmed'))
    const [event, ...others] = screen.events as Extract<WidgetEvent, { type: 'ACCOUNT_CHANGED' }>[]
    assert.equal([event!.type, event!.data.change, event!.data.section, others.length], ['ACCOUNT_CHANGED', 'added', kind, 0])
    assert.equal(reported, [])
  })
}

test('another language reaches every step', async () => {
  const screen = await show(await signedIn(everything), { language: inParts('fr') })
  await screen.press(fr['account.addEmail'])
  screen.login.client.mountAccount({ elementId: screen.parent, language: inParts('de') })
  await screen.see(de['account.addEmail'])
  await screen.see(de['button.sendCode'])
  await screen.press(de['button.back.ariaLabel'])
  await screen.press(de['account.recoveryCodes'])
  screen.login.client.mountAccount({ elementId: screen.parent, language: inParts('fr') })
  await screen.see(fr['account.codesSaved'])
})

test('a step of the account ends when somebody else signs in', async () => {
  const login = await signedIn()
  const screen = await show(login)
  await screen.press('Set up an authenticator app')
  await screen.see('Scan this QR code')
  await login.client.session.revoke()
  await screen.see('Log in to see your account.')
})

test.run()
