/** Tests what a host or a browser's extension does to our element and its page, without meaning us. */
import '../built/all.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Frame, Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { holdWidget, prerenderedPage, taken, type Settings } from './prerenderedPages.ts'
import { inCode, LINKS, SEND_LINK, until, visible, visiting, widget } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'

/** What extensions put in front of the widget. */
const intruders = [
  '<grammarly-extension></grammarly-extension>',
  '<svg width="1" height="1"></svg>',
  '<div data-other=""></div><style></style>',
]

for (const intruder of intruders) {
  visiting(`the press of a prerendered form reaches the widget behind ${intruder}`, async (arrive) => {
    const visitor = await arrive(prerenderedPage({ config: LINKS } as Settings))
    const { page } = visitor
    const letGo = await holdWidget(page)
    await page.goto(visitor.site)
    await widget(page).email.fill(EMAIL)
    await page.locator('#login').evaluate((place, html) => place.insertAdjacentHTML('afterbegin', html), intruder)
    await widget(page).continueWithEmail.click()
    letGo()
    await taken(page)
    await until(() => visitor.sent(SEND_LINK).length === 1, 'the email')
    await visible(widget(page).checkYourEmail)
    assert.is(await page.locator('.lk').count(), 1)
  })
}

const isStyled = (page: Page) => page.locator('.lk-card').evaluate((card) => getComputedStyle(card).display === 'flex')

for (const enableShadowDOM of [false, true]) {
  visiting(
    `a widget whose style sheets another script drops takes them back${enableShadowDOM ? ', in a shadow root' : ''}`,
    async (arrive) => {
      const visitor = await arrive({ config: { ...LINKS, enableShadowDOM } })
      const { page } = visitor
      const drop = (sheets: number) =>
        page.evaluate((sheets) => {
          for (const root of [document, document.querySelector('[data-latchkey]')!.shadowRoot])
            if (root) root.adoptedStyleSheets = Array.from({ length: sheets }, () => new CSSStyleSheet())
        }, sheets)
      await visible(widget(page).email)
      await visitor.idle()
      for (const sheets of [0, 2]) {
        await drop(sheets)
        await until(() => isStyled(page), 'the style')
        // and leaves those of the other script
        const count = await page.evaluate(
          () => (document.querySelector('[data-latchkey]')!.shadowRoot ?? document).adoptedStyleSheets.length,
        )
        assert.ok(count > sheets, `${count} sheets`)
      }
      await widget(page).email.fill(EMAIL)
      await widget(page).continueWithEmail.click()
      await visible(widget(page).checkYourEmail)
      await drop(1)
      await until(() => isStyled(page), 'the style of the next screen')
    },
  )
}

/** Other documents of the same origin that a host can mount in; each makes `place`. */
const documents = {
  frame: `const { contentDocument } = document.body.appendChild(document.createElement('iframe'))
    const place = contentDocument.body`,
  'pop-out': `const place = window.open('about:blank', 'out', 'width=500,height=500').document.body`,
}
for (const [name, make] of Object.entries(documents)) {
  for (const enableShadowDOM of [false, true]) {
    visiting(`mounts into a ${name}${enableShadowDOM ? ', with a shadow root' : ''}`, async (arrive) => {
      const visitor = await arrive({
        path: null,
        html: inCode({}, { config: { ...LINKS, enableShadowDOM } }, `${make}; props.elementId = place`),
      })
      const { page } = visitor
      const opened = name === 'frame' ? undefined : page.waitForEvent('popup')
      await page.goto(visitor.site)
      const there: Page | Frame = (await opened) ?? (await until(() => page.frames()[1], 'the frame'))
      const email = there.getByRole('textbox', { name: 'Email' })
      await visible(email)
      assert.is(await there.locator('.lk-card').evaluate((card) => getComputedStyle(card).display), 'flex')
      await email.fill(EMAIL)
      await email.press('Enter')
      await visible(there.getByRole('heading', { name: 'Check your email' }))
      assert.is(visitor.sent(SEND_LINK)[0].email, EMAIL)
    })
  }
}

test.run()
