/**
 * Tests docs/guides/theming.md in a browser: which rule wins, the parts of a shadow root, and the
 * presets.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Locator, Page } from 'playwright-core'
import * as presets from '../../src/entries/presets.ts'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { alertOf, codes, each, hostPage, LINKS, visible, visiting, widget } from './visitors.ts'

test.after(closeBrowser)

const colorOf = (element: Locator, property: string) =>
  element.evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property)
const withSheet = (sheet: string) => (tag: string) => hostPage(`<div id="login"></div>${tag}`, `<style>${sheet}</style>`)
const RED = 'rgb(200, 0, 0)'
const BLUE = 'rgb(0, 0, 200)'
const styles = (given: object) => ({ 'data-styles': JSON.stringify(given) })

visiting("a page's rule for the widget wins over `styles`, and `styles` wins over inherited properties", async (arrive) => {
  const given = styles({ buttons: { primary: { backgroundColor: RED } } })
  const cases: [sheet: string, color: string][] = [
    ['', RED],
    [`.lk { --lk-buttons-primary-background-color: ${BLUE} }`, BLUE],
    [`:where(.lk) { --lk-buttons-primary-background-color: ${BLUE} }`, BLUE],
    [`:root { --lk-buttons-primary-background-color: ${BLUE} }`, RED],
  ]
  await each(cases, async ([sheet, color]) => {
    const { page, leave } = await arrive({ config: LINKS, attributes: given, html: withSheet(sheet), handsOn: true })
    assert.is(await colorOf(widget(page).continueWithEmail, 'background-color'), color, sheet)
    await leave()
  })
})

visiting(
  "the widget's properties are applied in the layer latchkey, so any rule of the page wins, and so does a later layer",
  async (arrive) => {
    const cases: [sheet: string, color: string][] = [
      ['', 'rgb(25, 48, 61)'],
      [`:where(.lk) { --lk-text: ${BLUE} }`, BLUE],
      [`@layer latchkey, page; @layer page { :where(.lk) { --lk-text: ${BLUE} } }`, BLUE],
      [`@layer page, latchkey; @layer page { .lk { --lk-text: ${BLUE} } }`, 'rgb(25, 48, 61)'],
    ]
    await each(cases, async ([sheet, color]) => {
      const { page, leave } = await arrive({ config: LINKS, html: withSheet(sheet), handsOn: true })
      assert.is(await colorOf(widget(page).main, 'color'), color, sheet)
      await leave()
    })
  },
)

visiting('a width in percent is that of the container, or of the form where the container fits its content', async (arrive) => {
  const around = {
    block: '',
    padding: 'padding: 16px',
    grid: 'display: grid; place-items: center; min-height: 90vh',
    column: 'display: flex; flex-direction: column; align-items: center',
    row: 'display: flex; justify-content: center',
  }
  await each(Object.entries(around), async ([name, style]) => {
    for (const [width, expected] of [
      ['100%', (available: number, isFluid: boolean) => (isFluid ? available : Math.min(400, available))],
      [undefined, (available: number) => Math.min(400, available)],
      ['520px', (available: number) => Math.min(520, available)],
    ] as const) {
      const { page, leave } = await arrive({
        config: LINKS,
        attributes: styles({ container: { width } }),
        html: (tag) => hostPage(`<main style="${style}"><div id="login"></div></main>${tag}`, '<style>body { margin: 8px }</style>'),
        handsOn: true,
      })
      for (const viewport of [1280, 620, 320]) {
        await page.setViewportSize({ width: viewport, height: 800 })
        const available = viewport - 16 - (name === 'padding' ? 32 : 0)
        const { found, scrolls } = await page.locator('.lk').evaluate((main) => ({
          found: main.getBoundingClientRect().width,
          scrolls: document.documentElement.scrollWidth > innerWidth,
        }))
        const isFluid = !['grid', 'column', 'row'].includes(name)
        // a length of the host's own is as wide as it says
        if (width === '520px' && viewport === 320 && !isFluid) continue
        assert.equal([found, scrolls], [expected(available, isFluid), false], `${name} ${width} ${viewport}`)
      }
      await leave()
    }
  })
})

visiting('rules for parts reach into a shadow root, on the first screen and on the next', async (arrive) => {
  const visitor = await arrive({
    config: { ...codes('email'), enableShadowDOM: true },
    html: withSheet(`
      #login > div::part(button primary) { background: ${BLUE} }
      #login > div::part(title) { color: ${RED} }
      #login > div::part(input):focus { border-color: ${BLUE} }
      #login > div::part(code-input) { letter-spacing: 3px }
      .lk-button { background: ${RED} }`),
  })
  const { page } = visitor
  await visible(widget(page).email)
  await page.waitForFunction(() => document.querySelector('[data-latchkey]')!.shadowRoot!.querySelector('[part~=button]'))
  assert.is(await colorOf(widget(page).continueWithEmail, 'background-color'), BLUE)
  assert.is(await colorOf(widget(page).main, 'color'), RED)
  await widget(page).email.focus()
  assert.is(await colorOf(widget(page).email, 'border-top-color'), BLUE)
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).enterPasscode)
  assert.is(await colorOf(widget(page).enterPasscode, 'color'), RED)
  assert.is(await colorOf(widget(page).code, 'letter-spacing'), '3px')
})

const contrastFaults = (page: Page) => findingsOfAxe(page, { runOnly: ['color-contrast'] })

visiting('labels, buttons, links and errors have enough contrast in every preset and both schemes', async (arrive) => {
  const { page, site } = await arrive({
    config: { products: ['otp', 'passkeys', 'emailMagicLinks'], otpOptions: { methods: ['sms'] } },
    path: null,
    pages: (tag) =>
      Object.fromEntries(
        Object.entries(presets).map(([name, preset]) => [
          `/${name}`,
          {
            html: withSheet(':root { color-scheme: light dark } body { background: canvas }')(
              tag.replace('<script ', `<script data-styles='${JSON.stringify(preset).replaceAll("'", '&#39;')}' `),
            ),
          },
        ]),
      ),
    profile: { viewport: { width: 480, height: 640 } },
  })
  for (const name of Object.keys(presets)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${site}/${name}`)
      await visible(widget(page).continueWithText)
      await widget(page).continueWithText.click()
      await alertOf(page)
      if (process.env.LATCHKEY_PICTURES) await page.screenshot({ path: `${process.env.LATCHKEY_PICTURES}/${name}-${colorScheme}.png` })
      assert.equal(await contrastFaults(page), [], `${name}, ${colorScheme}`)
    }
  }
})

test.run()
