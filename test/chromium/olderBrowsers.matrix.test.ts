/**
 * Browsers below the floor (docs/reports/browsers.md#older-browsers): without `light-dark()`, where
 * no color of the widget is valid, its form can be read and used. In one that sends no events for
 * the links of modules, the console says that there is no widget.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Locator, Page } from 'playwright-core'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { codes, LINKS, paced, until, visiting, widget } from './visitors.ts'

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

/**
 * Takes the events of links away, and makes the minute short that the script tag waits for them.
 */
const silentLinks = async (page: Page) => {
  await page.addInitScript(() => {
    for (const name of ['onload', 'onerror']) Object.defineProperty(HTMLLinkElement.prototype, name, { set() {} })
  })
  await paced(60_000, 60_000, 1 / 60_000)(page)
}

visiting(
  'without events of `modulepreload` links, the console and `window.latchkey` say after a minute that there is no widget',
  async (arrive) => {
    const said = '[Latchkey] Did not come as released: widget.js'
    const { page, complaints } = await arrive({ config: LINKS, first: silentLinks, expected: /Did not come as released: widget\.js/ })
    await until(() => complaints.some((text) => text.includes(said)), 'the error')
    const error = await page.evaluate(() =>
      window.latchkey!.then(
        () => '',
        (error: Error) => error.message,
      ),
    )
    assert.is(error, said)
  },
)

test.run()
