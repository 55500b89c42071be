/**
 * Tests what a host or a browser's extension does to our element and its page, without meaning us.
 */
import '../built/all.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Frame, Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
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

for (const intruder of sample(intruders)) {
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
    await until(() => visitor.sent(SEND_LINK).length > 0, 'the email')
    await visible(widget(page).checkYourEmail)
    assert.is(await page.locator('.lk').count(), 1)
  })
}

/** Where the host's own button is, and how the visitor sends our form. */
const inHostForms: [name: string, around: (form: string) => string, press: (page: Page) => Promise<unknown>][] = [
  [
    'its button after ours, a click',
    (form) => `<form action="/gone"><input name="q">${form}<button>Order</button></form>`,
    (page) => widget(page).continueWithEmail.click(),
  ],
  [
    'its button before ours, a click',
    (form) => `<form action="/gone"><button>Order</button>${form}</form>`,
    (page) => widget(page).continueWithEmail.click(),
  ],
  [
    'its button before ours, Enter',
    (form) => `<form action="/gone"><button>Order</button>${form}</form>`,
    (page) => widget(page).email.press('Enter'),
  ],
  [
    'its button after ours, Enter',
    (form) => `<form action="/gone">${form}<input type="submit"></form>`,
    (page) => widget(page).email.press('Enter'),
  ],
  ['without a button, Enter', (form) => `<form action="/gone">${form}</form>`, (page) => widget(page).email.press('Enter')],
]
for (const [name, around, press] of sample(inHostForms)) {
  for (const given of sample([LINKS, { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google' }] } }])) {
    visiting(
      `what was pressed in a prerendered form inside the host's own form is not lost: ${name}, ${given.products}`,
      async (arrive) => {
        const visitor = await arrive(prerenderedPage({ config: given } as Settings, around))
        const { page } = visitor
        const letGo = await holdWidget(page)
        await page.goto(visitor.site)
        await widget(page).email.fill(EMAIL)
        await press(page)
        await until(() => page.locator('[type=submit][aria-busy=true]').count(), 'the button is busy')
        letGo()
        await taken(page)
        await until(() => visitor.sent(SEND_LINK).length > 0, 'the email')
        await visible(widget(page).checkYourEmail)
        assert.equal([new URL(page.url()).pathname, visitor.sent(SEND_LINK)[0].email], ['/', EMAIL])
      },
    )
  }
}

visiting("another button of a prerendered form inside the host's own form is pressed, and no other one", async (arrive) => {
  const settings = {
    config: { products: ['emailMagicLinks', 'oauth'], oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] } },
  }
  const visitor = await arrive(prerenderedPage(settings as Settings, (form) => `<form action="/gone">${form}<button>Order</button></form>`))
  const { page } = visitor
  const letGo = await holdWidget(page)
  await page.goto(visitor.site)
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  letGo()
  await page.waitForURL((url) => url.href.startsWith(visitor.provider))
  assert.match(page.url(), 'github')
  assert.equal(visitor.sent(SEND_LINK), [])
})

const isStyled = (page: Page) => page.locator('.lk-card').evaluate((card) => getComputedStyle(card).display === 'flex')

for (const enableShadowDOM of sample([false, true])) {
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
      for (const sheets of [0, 2]) {
        // an observer of sizes sees nothing of what comes and goes within one frame
        await visitor.idle()
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
  for (const enableShadowDOM of sample([false, true])) {
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
