/**
 * Tests passkeys as components: a log-in, the list, the focus, and what ends with the screen. The
 * other cases: passkeys.test.ts.
 */
import '../../harness/everyFramework.ts'
import { idle, open, provider, reported, sent } from '../../harness/login.ts'
import { settled, until, type Screen } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  BUTTON,
  CREATED,
  FINISH,
  START,
  WARNING,
  buttons,
  comeToAutofill,
  config,
  device,
  email,
  hold,
  icon,
  icons,
  list,
  names,
  register,
  signedIn,
  types,
  waits,
  prepare,
} from './setUp.ts'

const test = suite('passkeys as components')
prepare(test)

test('logs in with the button, once for two clicks', async () => {
  const before = await signedIn(1)
  await before.client.session.revoke()
  const login = await open({ config })
  await until(() => login.button(BUTTON), BUTTON)
  login.button(BUTTON)!.click()
  login.button(BUTTON)!.click()
  await login.see('Your Passkey has been successfully authenticated.')
  await until(() => login.events.length > 1, 'the second event')
  assert.equal(types(login.events), ['PASSKEY_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.equal(sent(START), [{ domain: 'localhost', return_passkey_credential_options: true }])
  assert.equal(
    sent(FINISH).map(({ session_duration_minutes }) => session_duration_minutes),
    [45],
  )
  assert.is(login.client.user.getSync()!.emails[0]!.email, email)
  assert.equal(login.errors, [])
})

test('leaving while the prompt is open closes it, and sends no event', async () => {
  const login = await open({ config })
  device.next.push({ waits: new Promise(() => {}) })
  await login.press(BUTTON)
  await until(() => device.ceremonies.length, 'the prompt')
  login.handle.unmount()
  await until(() => device.ceremonies[0]!.signal.aborted, 'the end of the prompt')
  assert.equal([...login.events, ...login.errors, ...reported], [])
})

test('unmounting ends the wait', async () => {
  const login = await comeToAutofill()
  await waits(1)
  const aMinute = hold()
  login.handle.unmount()
  await aMinute()
  assert.ok(device.ceremonies.at(-1)!.signal.aborted)
  assert.is(sent(START).length, 1)
  assert.equal([...login.errors, ...reported], [])
})

test('creates a passkey, once for two clicks, and shows the list', async () => {
  const screen = await register(await signedIn())
  screen.button('Create a Passkey')!.click()
  screen.button('Create a Passkey')!.click()
  await screen.see(CREATED)
  await screen.see('Existing Passkeys')
  await until(() => names(screen).length, 'the list')
  assert.equal(names(screen), ['Passkey 1'])
  assert.equal(types(screen.events), ['PASSKEY_REGISTER'])
  const [start] = sent('POST /webauthn/register/start')
  assert.equal([start.domain, start.return_passkey_credential_options], ['localhost', true])
  assert.is(sent('POST /webauthn/register')[0].session_duration_minutes, 45)
  await screen.press('Set up another Passkey')
  await screen.see('Set up a new Passkey')
})

test('which icons and buttons show when', async () => {
  const screen = await list(3)
  const ways = ['Set up another Passkey', 'Done']
  assert.equal([icons(screen), buttons(screen)], [['edit+delete', 'edit+delete', 'edit+delete'], ways])
  icon(screen, 'edit', 1).click()
  await settled()
  assert.equal([icons(screen), buttons(screen)], [['delete', 'save+delete', 'delete'], ways.map((text) => `${text} (disabled)`)])
  icon(screen, 'save', 1).click()
  await settled()
  assert.equal(buttons(screen), ways)
  icon(screen, 'delete', 1).click()
  await screen.see(WARNING)
  assert.equal(
    [icons(screen), buttons(screen)],
    [
      ['', 'delete', ''],
      ['Delete “Passkey 2”', 'Cancel'],
    ],
  )
  await screen.press('Cancel')
  await settled()
  assert.not(screen.text().includes(WARNING))
  assert.equal([icons(screen), buttons(screen)], [['edit+delete', 'edit+delete', 'edit+delete'], ways])
  assert.equal(sent('PUT /webauthn/update/x'), [])
})

test('a name shows at once and is kept', async () => {
  const screen = await list(2)
  provider.faults([{ route: 'PUT /webauthn/update/*', hold: 'the name' }])
  icon(screen, 'edit', 1).click()
  await settled()
  await screen.type('.lk-passkey:nth-child(2) input', ' Laptop ')
  screen.all('.lk-passkey input')[1]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await settled()
  assert.equal(names(screen), ['Passkey 1', 'Laptop'])
  await until(() => provider.release('the name'), 'the call')
  await idle()
  assert.equal(names(screen), ['Passkey 1', 'Laptop'])
  assert.equal(
    (await screen.login.client.user.get()).webauthn_registrations.map(({ name }) => name),
    ['Passkey 1', 'Laptop'],
  )
  icon(screen, 'edit', 1).click()
  await settled()
  await screen.type('.lk-passkey:nth-child(2) input', 'Never')
  screen.all('.lk-passkey input')[1]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await settled()
  assert.equal(names(screen), ['Passkey 1', 'Laptop'])
})

test("Enter that accepts an input method's suggestion saves nothing", async () => {
  const screen = await list(1)
  icon(screen, 'edit').click()
  await settled()
  await screen.type('.lk-passkey input', 'ぱす')
  const press = (more: object) =>
    screen
      .find('.lk-passkey input')!
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }))
  press({ keyCode: 229 })
  await settled()
  assert.ok(icon(screen, 'save'))
  press({ keyCode: 13 })
  await settled()
  assert.equal(names(screen), ['ぱす'])
})

test('deletes at once, and tells the browser which passkey is gone', async () => {
  const screen = await list(2)
  icon(screen, 'delete', 1).click()
  await screen.press('Delete “Passkey 2”')
  await until(() => names(screen).length === 1, 'one fewer')
  assert.equal(names(screen), ['Passkey 1'])
  await until(() => device.unknownCredentials.length, 'the signal')
  const left = (await screen.login.client.user.get()).webauthn_registrations
  assert.equal(
    left.map(({ name }) => name),
    ['Passkey 1'],
  )
  assert.equal(device.unknownCredentials, [{ rpId: 'localhost', credentialId: device.passkeys[1]!.id }])
  assert.equal(screen.errors, [])
})

test('a deletion is sent even if the visitor has moved on', async () => {
  const screen = await list(1)
  icon(screen, 'delete').click()
  await screen.press('Delete “Passkey 1”')
  await screen.press('Set up a Passkey')
  await screen.see('Set up a new Passkey')
  await until(() => provider.requests().some(({ method }) => method === 'DELETE'), 'the deletion')
  await idle()
  assert.equal((await screen.login.client.user.get()).webauthn_registrations, [])
})

test('the passkey that was just created is marked as new, and the screen claims it only as long as it is there', async () => {
  const login = await signedIn(1)
  device.passkeys.length = 0
  const screen = await register(login)
  await screen.press('Create a Passkey')
  await until(() => screen.all('.lk-passkey').length === 2, 'the list')
  const marked = () => screen.all('.lk-passkey').map((row) => row.textContent!.includes('New'))
  assert.equal(
    [names(screen), marked()],
    [
      ['Passkey 1', 'Passkey 2'],
      [false, true],
    ],
  )
  icon(screen, 'delete', 1).click()
  await screen.press('Delete “Passkey 2”')
  await until(() => names(screen).length === 1, 'one fewer')
  assert.is(screen.find('h2')!.textContent, 'Existing Passkeys')
  assert.not(screen.text().includes(CREATED))
  // the screen does not wait for the provider
  await until(() => device.unknownCredentials.length, 'the deletion')
  await screen.press('Set up another Passkey')
  await screen.press('Skip')
  await until(() => screen.all('.lk-passkey').length === 1, 'the list')
  assert.equal(marked(), [false])
})

for (const [how, act] of [
  ['Cancel', (screen: Screen) => screen.press('Cancel')],
  [
    'Escape',
    async (screen: Screen) => {
      screen.button('Delete “Passkey 2”')!.focus()
      const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      let heard = 0
      const hears = () => void heard++
      document.addEventListener('keydown', hears)
      document.activeElement!.dispatchEvent(press)
      document.removeEventListener('keydown', hears)
      assert.equal([press.defaultPrevented, heard], [true, 0], "the host's dialog stays open")
    },
  ],
] as const) {
  test(`${how} keeps the passkey, and the focus returns to its icon`, async () => {
    const screen = await list(2)
    icon(screen, 'delete', 1).click()
    await screen.see(WARNING)
    await act(screen)
    await until(() => !screen.text().includes(WARNING), 'no warning')
    assert.is(document.activeElement, icon(screen, 'delete', 1))
    assert.equal(names(screen), ['Passkey 1', 'Passkey 2'])
  })
}

test('after a deletion the focus is in what stays: the list, or the title if none is left', async () => {
  const screen = await list(2)
  icon(screen, 'delete').click()
  await screen.press('Delete “Passkey 1”')
  await until(() => names(screen).length === 1, 'one fewer')
  assert.is(document.activeElement, screen.find('ul'))
  icon(screen, 'delete').click()
  await screen.press('Delete “Passkey 2”')
  await screen.see('You have no passkeys yet.')
  assert.is(document.activeElement, screen.find('h2'))
  assert.equal(buttons(screen), ['Set up a Passkey', 'Done'])
  await screen.press('Done')
  assert.equal(types(screen.events), ['PASSKEY_SKIP', 'PASSKEY_DONE'])
})

test('several changes at once, and each refusal takes back its own', async () => {
  const screen = await list(3)
  provider.faults([{ route: 'DELETE /users/webauthn_registrations/*', times: 1, hold: 'the refusal', status: 500, body: '<html>' }])
  icon(screen, 'delete', 0).click()
  await screen.press('Delete “Passkey 1”')
  await until(() => names(screen).length === 2, 'one fewer')
  icon(screen, 'edit', 1).click()
  await settled()
  await screen.type('.lk-passkey:nth-child(2) input', 'Phone')
  icon(screen, 'save', 1).click()
  await until(() => provider.requests().some(({ method, status }) => method === 'PUT' && status), 'the name is kept')
  assert.equal(names(screen), ['Passkey 2', 'Phone'])
  provider.release('the refusal')
  await until(() => names(screen).length === 3, 'it comes back')
  assert.equal(names(screen), ['Passkey 1', 'Passkey 2', 'Phone'])
})

test.run()
