/**
 * Tests `data-when` of the script tag: what loads before its moment, and that the moment arrives.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { hostPage, LINKS, until, visible, visiting, widget, type Arrangement, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const when = (value: string, html?: (tag: string) => string): Arrangement => ({
  config: LINKS,
  attributes: { 'data-when': value },
  ...(html && { html }),
})

const files = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').flatMap(({ name }) => name.split('/embed/')[1] ?? []))

/**
 * Waits until the loader waits for its moment, and everything that loads without one has arrived.
 */
const waiting = async ({ page, idle }: Visitor) => {
  await until(async () => (await files(page)).includes('when.js'), 'the loader')
  await idle()
}

visiting('load, and any unknown value: at once', async (arrive) => {
  for (const value of ['load', 'toString', '']) {
    const { page } = await arrive(when(value))
    await visible(widget(page).email)
  }
})

visiting('idle: when the browser is idle', async (arrive) => {
  const visitor = await arrive({
    ...when('idle'),
    // The test decides when the browser is idle.
    first: (page) =>
      page.addInitScript(() => {
        const { requestIdleCallback } = window
        window.requestIdleCallback = (act) => Object.assign(window, { act, requestIdleCallback }) && 1
      }),
  })
  const { page } = visitor
  await page.waitForFunction(() => 'act' in window)
  await visitor.idle()
  assert.equal(await files(page), ['embed.js', 'when.js'])
  await page.evaluate(() => (window as unknown as { act: () => void }).act())
  await visible(widget(page).email)

  const { page: safari } = await arrive({
    ...when('idle'),
    first: (page) =>
      page.addInitScript(() => {
        delete (window as { requestIdleCallback?: unknown }).requestIdleCallback
      }),
  })
  await visible(widget(safari).email)
})

visiting('visible: when the visitor has scrolled to it', async (arrive) => {
  const visitor = await arrive(when('visible', (tag) => hostPage(`${tag}<div style="height: 3000px">Text</div><div id="login"></div>`)))
  const { page } = visitor
  await waiting(visitor)
  assert.equal(await files(page), ['embed.js', 'when.js'])
  await page.locator('#login').evaluate((element) => element.scrollIntoView())
  await visible(widget(page).email)
  // Out of view and back in, each noticed by the browser.
  await page.evaluate(() => scrollTo(0, 0))
  await visitor.idle()
  await page.locator('#login').evaluate((element) => element.scrollIntoView())
  await visitor.idle()
  assert.is(await page.locator('[data-latchkey]').count(), 1)
})

visiting('click: when the visitor clicks, the widget replaces the clicked link and takes its focus', async (arrive) => {
  const visitor = await arrive(when('click', (tag) => hostPage(`<div id="login"><a href="/elsewhere">Log in</a></div>${tag}`)))
  const { page, site } = visitor
  await waiting(visitor)
  assert.equal(await files(page), ['embed.js', 'when.js'])
  await page.getByRole('link', { name: 'Log in' }).focus()
  await page.keyboard.press('Enter')
  await visible(widget(page).email)
  assert.is(page.url(), `${site}/`)
  assert.is(await page.getByRole('link', { name: 'Log in' }).count(), 0)
  assert.is(await page.evaluate(() => document.activeElement!.id), 'login')
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate(() => document.activeElement!.id), 'email-input')
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).checkYourEmail)
})

visiting('click: a double click loads once, and if the widget fails to load, the link works again', async (arrive) => {
  const html = (tag: string) => hostPage(`<div id="login"><a href="/elsewhere">Log in</a></div>${tag}`)
  const visitor = await arrive(when('click', html))
  const { page, site } = visitor
  const link = page.getByRole('link', { name: 'Log in' })
  await waiting(visitor)
  await link.dblclick()
  await visible(widget(page).email)
  assert.is(page.url(), `${site}/`)

  const lost = await arrive({
    ...when('click', html),
    expected: /Did not come/,
    pages: () => ({ '/elsewhere': { html: hostPage('Elsewhere') } }),
    first: (page) => page.context().route('**/widget.js*', (route) => route.abort()),
  })
  await waiting(lost)
  await lost.page.getByRole('link', { name: 'Log in' }).click()
  await until(() => lost.complaints.join().includes('Did not come'), 'the error')
  await lost.page.getByRole('link', { name: 'Log in' }).click()
  await visible(lost.page.getByText('Elsewhere'))
})

visiting('a missing element is named, whatever the moment', async (arrive) => {
  for (const value of ['visible', 'click']) {
    const visitor = await arrive({ ...when(value, (tag) => hostPage(tag)), expected: /#login/ })
    await until(() => visitor.complaints.join().includes('The selector you specified (#login)'), 'the error')
  }
})

visiting(
  'window.latchkey waits for the moment too, and the code of later screens loads when the visitor starts to type',
  async (arrive) => {
    const visitor = await arrive({
      ...when('visible', (tag) => hostPage(`${tag}<div style="height: 3000px">Text</div><div id="login"></div>`)),
      first: (page) => page.addInitScript(() => Object.assign(window, { loaded: false })),
    })
    const { page } = visitor
    await page.evaluate(() => void window.latchkey!.then(() => Object.assign(window, { loaded: true })))
    await waiting(visitor)
    assert.not(await page.evaluate(() => (window as unknown as { loaded: boolean }).loaded))
    await page.locator('#login').evaluate((element) => element.scrollIntoView())
    await visible(widget(page).email)
    await visitor.idle()
    const before = await files(page)
    await page.locator('#email-input').evaluate((input: HTMLInputElement) => {
      input.value = 'a'
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
    const added = async () => (await files(page)).filter((file) => !before.includes(file)).map((file) => file.replace(/\.\w+\.js$/, ''))
    for (const name of ['c/kit', 'c/emailMagicLinks']) await until(async () => (await added()).includes(name), name)
  },
)

test.run()
