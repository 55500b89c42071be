/** A browser without `light-dark()`, in which no color of the widget is valid. Its form can be read and used there (docs/browsers.md#older-browsers). */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Locator, Page } from 'playwright-core'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { codes, visiting, widget } from './visitors.ts'

test.after(closeBrowser)

/** Takes `light-dark()` away: every file that has it gets a function that no browser knows. */
const older = (page: Page) =>
  page.route('**/embed/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('light-dark(', 'unknown(') })
  })

/** Checks that an element has a border of the color of its text. */
const hasBorder = async (element: Locator) => {
  const [border, expected] = await element.evaluate((found) => {
    const { borderBottom, color } = getComputedStyle(found)
    return [borderBottom, `1px solid ${color}`]
  })
  assert.is(border, expected)
}

visiting('without light-dark(), fields and buttons have a border, texts have contrast, and a visitor logs in', async (arrive) => {
  const { page, message, session } = await arrive({ config: codes('email'), first: older })
  const email = page.getByLabel('Email')
  await email.waitFor()
  assert.match(await page.locator('.lk').evaluate((root) => getComputedStyle(root).getPropertyValue('--lk-text')), /^unknown/)
  await hasBorder(email)
  await hasBorder(widget(page).continueWithEmail)
  assert.equal(await findingsOfAxe(page, COLORS), [])
  await email.fill('ada@example.com')
  await email.press('Enter')
  await page.locator('.lk-code-input').waitFor()
  await hasBorder(page.locator('.lk-digit').last())
  await page.keyboard.type((await message()).code!)
  await page.getByRole('heading', { name: 'Success!' }).waitFor()
  assert.ok(await session())
})

test.run()
