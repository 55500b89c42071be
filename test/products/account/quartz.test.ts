/** Tests the account in the look `quartz`: what can be done with a row is in its menu. */
import { until, settled } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { EMAIL, NUMBER, everything, prepare, show, signedIn, consents } from './setUp.ts'

const test = suite('the account in the look quartz')
prepare(test)

const quartz = { styles: { look: 'quartz' } } as const

const open = async () => {
  const login = await signedIn({ ...everything, emails: [{ email: EMAIL }, { email: 'ada@analytical.example', verified: false }] })
  await login.client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
  await consents(login)
  const screen = await show(login, quartz)
  await screen.see('Connected apps')
  const more = (name: string) => until(() => screen.button(`More: ${name}`), name)
  const items = () => screen.all('[role=menuitem]').map(({ textContent }) => textContent)
  const choose = (text: string) =>
    screen
      .all('[role=menuitem]')
      .find(({ textContent }) => textContent === text)!
      .click()
  return { ...screen, more, items, choose }
}
type Open = Awaited<ReturnType<typeof open>>

const press = (key: string) => {
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true }))
}
const focused = () => document.activeElement!.textContent

const openMenu = async (screen: Open, name: string) => {
  ;(await screen.more(name)).click()
  await until(() => screen.items().length, 'the menu')
  await settled()
}

test('sections have a way to add beside their title, which says to what', async () => {
  const { all, find, more } = await open()
  await more(NUMBER)
  assert.equal(
    all('.lk-account h3 + button').map((button) => [button.textContent, button.getAttribute('aria-label')]),
    ['Email addresses', 'Phone numbers', 'Passkeys'].map((section) => ['Add', `Add: ${section}`]),
  )
  // the drawn logo of a linked account, and a badge for an address that nobody has confirmed
  await until(() => find('.lk-account-item .lk-disc > svg:not(.lk-i)'), 'the logo')
  assert.is(find('.lk-badge.lk-warning')!.textContent, 'Not confirmed')
  assert.is(find('.lk-who bdi')!.textContent, EMAIL)
})

test('a menu for each row: keys move in it, Escape closes it and gives the focus back', async () => {
  const screen = await open()
  const passkey = screen.find<HTMLInputElement>('.lk-account-item input')!.value
  assert.is(screen.find('[role=menu]'), null)
  await openMenu(screen, passkey)
  assert.equal(screen.items(), ['Rename', 'Remove'])
  assert.is(focused(), 'Rename')
  for (const [key, text] of [
    ['ArrowDown', 'Remove'],
    ['ArrowDown', 'Rename'],
    ['ArrowUp', 'Remove'],
    ['Home', 'Rename'],
    ['End', 'Remove'],
  ] as const) {
    press(key)
    assert.is(focused(), text, key)
  }
  press('Escape')
  await until(() => !screen.find('[role=menu]'), 'the menu to close')
  assert.is(document.activeElement, await screen.more(passkey))
  await openMenu(screen, passkey)
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true }))
  await until(() => !screen.find('[role=menu]'), 'a press elsewhere to close it')
})

test('removing asks in the red row, with the way back first, and Cancel gives the focus back', async () => {
  const screen = await open()
  await openMenu(screen, NUMBER)
  assert.equal(screen.items(), ['Remove'])
  screen.choose('Remove')
  await screen.see(`Remove ${NUMBER}?`)
  assert.equal(
    screen.all('.lk-doomed .lk-choice button').map(({ textContent }) => textContent),
    ['Cancel', 'Remove'],
  )
  await screen.press('Cancel')
  await until(() => !screen.find('.lk-doomed'), 'the question to go')
  assert.is(document.activeElement, await screen.more(NUMBER))
  await openMenu(screen, NUMBER)
  screen.choose('Remove')
  await screen.see(`Remove ${NUMBER}?`)
  screen.all('.lk-doomed .lk-choice button')[1]!.click()
  await until(() => !screen.text().includes(NUMBER), 'the row to go')
  assert.is(focused(), 'Phone numbers')
})

test('renames from the menu', async () => {
  const screen = await open()
  const passkey = screen.find<HTMLInputElement>('.lk-account-item input')!.value
  await openMenu(screen, passkey)
  screen.choose('Rename')
  const field = await until(() => screen.find<HTMLInputElement>('.lk-account-item input:not([readonly])'), 'the field')
  assert.is(field.value, passkey)
  assert.ok(screen.button(`Save: ${passkey}`))
})

test('in the look `classic` nothing of it is there', async () => {
  const screen = await show(await signedIn(everything))
  await screen.row(EMAIL)
  assert.equal(screen.all('.lk-acts, .lk-own, h3 + button, .lk-who'), [])
  assert.ok(screen.button('Add an email address'))
})

test.run()
