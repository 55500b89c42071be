/**
 * Tests the account and the consent screen in the look `quartz` in Chromium: nothing leaves the
 * card, axe finds nothing in light and dark, and the keyboard reaches what a menu has.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { arrangementOf, inPage } from '../states/inPage.ts'
import { screenStates, type ScreenState } from '../../src/tools/states/states.ts'
import { walk } from '../../src/tools/states/walk.ts'
import { overflow } from './overflow.ts'
import { arrive, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const head = '<style>:root { color-scheme: light dark } body { margin: 0 } main, #login { margin: 0 auto }</style>'
const viewport = { width: 400, height: 900 }

const show = async (name: keyof typeof screenStates): Promise<Visitor> => {
  const state: ScreenState = screenStates[name]
  const props = { styles: { ...state.props?.styles, look: 'quartz' } }
  const visitor = await arrive({ ...arrangementOf(state, props, head), profile: { viewport } })
  await walk(state.steps, inPage(visitor))
  // a decision waits until the visitor has seen what it is about
  if (name !== 'Account') await visitor.page.getByRole('button', { name: 'Allow', disabled: false }).waitFor()
  return visitor
}

const shown = ['Account', 'IDPConsent, question', 'IDPConsent, question, agent', 'IDPConsent, question, 25 choices'] as const
for (const name of shown) {
  test(`${name}: fits at each width, and axe finds nothing, light and dark`, async () => {
    const { page, leave } = await show(name)
    for (const width of [320, 400, 860]) {
      await page.setViewportSize({ ...viewport, width })
      assert.equal(await overflow(page), [], `${width} px`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.equal(await findingsOfAxe(page), [], `${width} px, ${colorScheme}`)
      }
    }
    await leave()
  })
}

test('the account: hairlines in one card, and what adds is beside a title or below its rows', async () => {
  const { page, leave } = await show('Account')
  const add = page.getByRole('button', { name: 'Add: Email addresses' })
  const title = page.getByRole('heading', { name: 'Email addresses' })
  const row = page.locator('.lk-account-item').first()
  const box = async (of: typeof add) => (await of.boundingBox())!
  const isBeside = async () =>
    (await box(add)).y < (await box(row)).y && (await box(add)).x > (await box(title)).x + (await box(title)).width
  assert.ok(await isBeside())
  await page.setViewportSize({ ...viewport, width: 860 })
  assert.ok((await box(page.locator('.lk-card'))).width > 700, 'the card takes the room')
  assert.ok((await box(row)).x > (await box(title)).x + 100, 'rows beside their title')
  assert.ok((await box(add)).y > (await box(row)).y, 'below the rows')
  await leave()
})

test('the menu of a row, by keyboard', async () => {
  const { page, leave } = await show('Account')
  const more = page.getByRole('button', { name: /^More: Passkey/ })
  await more.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await menu.waitFor()
  assert.equal(await findingsOfAxe(page, undefined, { include: ['.lk-menu'] }), [])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('.lk-doomed').waitFor()
  assert.is(await more.evaluate((button) => button === document.activeElement), true)
  await page.keyboard.press('Escape')
  await page.locator('.lk-doomed').waitFor({ state: 'detached' })
  assert.is(await more.evaluate((button) => button === document.activeElement), true)
  // leaving it closes it
  await page.keyboard.press('Enter')
  await menu.waitFor()
  await page.keyboard.press('Tab')
  await menu.waitFor({ state: 'detached' })
  await leave()
})

test.run()
