/**
 * Tests the script tag under routers that swap pages in place and do not run it again
 * (docs/guides/script-tag.md#routers).
 */
import '../built/embed.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { gone, hostPage, LINKS, SEND_LINK, until, visible, visiting, visitingInAll, widget, type Arrive } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const LOGIN = '<main><h1>Log in</h1><div id="login"></div></main>'
const HOME = '<main><h1>Home</h1></main>'

/** How routers show another page: `show` gets the HTML of its body. */
const routers: Record<string, (body: string) => void> = {
  innerHTML: (body) => {
    document.querySelector('main')!.parentElement!.innerHTML = body
  },
  // Turbo: another <body>
  'another body': (body) => {
    const next = new DOMParser().parseFromString(body, 'text/html').body
    document.documentElement.replaceChild(document.adoptNode(next), document.body)
  },
  // Astro's ClientRouter: another body in a view transition, and scripts that have run do not run
  // again
  'a view transition': (body) => {
    const next = new DOMParser().parseFromString(body, 'text/html').body
    // a transition that the next one skips rejects
    document.startViewTransition(() => document.body.replaceWith(document.adoptNode(next))).ready.catch(() => {})
  },
  // Turbo's preview: first the copy of the page as the visitor left it, with a dead form
  'a copy of the page, and then another body': (body) => {
    const copies = ((window as any).copies ??= {})
    const key = document.querySelector('h1')!.textContent!
    copies[key] = document.body.cloneNode(true)
    const next = new DOMParser().parseFromString(body, 'text/html').body
    const copy = copies[next.querySelector('h1')!.textContent!]
    if (copy) document.documentElement.replaceChild(copy, document.body)
    setTimeout(() => document.documentElement.replaceChild(document.adoptNode(next), document.body))
  },
}

const show = (page: Page, how: keyof typeof routers, body: string) => page.evaluate(`(${routers[how]})(${JSON.stringify(body)})`)

const submit = async (page: Page) => {
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await visible(widget(page).checkYourEmail)
}

for (const [how] of sample(Object.entries(routers))) {
  for (const first of [LOGIN, HOME]) {
    visiting(`the widget comes back: ${how}, from ${first === HOME ? 'a page without it' : 'its page'}`, async (arrive) => {
      const visitor = await arrive({
        config: LINKS,
        html: (tag) => hostPage(first, tag),
        // the page without its place says so once, as for a wrong selector
        expected: first === HOME ? /applies to no DOM elements/ : undefined,
      })
      const { page } = visitor
      await visitor.idle()
      for (const round of [1, 2]) {
        if (first === LOGIN || round > 1) {
          await visible(widget(page).email)
          await show(page, how, HOME)
          await gone(page.locator('.lk'))
        }
        await visible(page.getByRole('heading', { name: 'Home' }))
        await show(page, how, LOGIN)
        await visible(widget(page).email)
        await visitor.idle()
        assert.is(await page.locator('.lk').count(), 1)
        await submit(page)
        assert.is(visitor.sent(SEND_LINK).length, round)
        if (round === 1) {
          await show(page, how, HOME)
          await gone(page.locator('.lk'))
          await show(page, how, LOGIN)
        }
      }
      assert.equal(new Set(visitor.complaints).size, first === HOME ? 1 : 0)
    })
  }
}

visiting('a place that the host empties stays empty, and so does one whose client was destroyed', async (arrive) => {
  const { page, idle } = await arrive({ config: LINKS })
  await visible(widget(page).email)
  await idle()
  await page.evaluate(() => {
    document.querySelector('#login')!.replaceChildren('Hello')
    document.body.append(document.createElement('p'))
  })
  await idle()
  assert.is(await page.locator('#login').innerText(), 'Hello')
})

const withTag = async (arrive: Arrive, when: string) => {
  const visitor = await arrive({ config: LINKS, attributes: { 'data-when': when }, html: (tag) => hostPage(LOGIN + tag) })
  if (when === 'click') await visitor.page.locator('#login').evaluate((place) => (place as HTMLElement).click())
  await visible(widget(visitor.page).email)
  await visitor.idle()
  return visitor
}
visitingInAll('it comes back with every data-when', async (arrive) => {
  for (const when of ['load', 'idle', 'visible', 'click']) {
    const { page, leave } = await withTag(arrive, when)
    await show(page, 'innerHTML', HOME)
    await gone(page.locator('.lk'))
    await show(page, 'innerHTML', LOGIN)
    await until(() => widget(page).email.isVisible(), when)
    await leave()
  }
})

test.run()
