/**
 * Tests the log-in screen in the browsers of apps, where Google refuses, from the built files
 * (docs/decisions/in-app-browsers-hide-google.md).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { locales } from '../../src/ui/words/language.ts'
import { closeBrowser } from '../harness/browser.ts'
import { holdRoute, prerenderedPage, taken } from './prerenderedPages.ts'
import { drawn, each, gone, hostPage, inCode, until, visible, visiting, widget, type Arrangement } from './visitors.ts'

test.after(closeBrowser)

const SNAPCHAT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.3.1 Mobile/15E148 Snapchat/12.72.0.39 (like Safari/8617.2.4.10.8, panda)'
const INSTAGRAM =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.58 Mobile Safari/537.36 Instagram 355.1.0.44.103 Android'

const social = (...types: string[]) => ({ oauthOptions: { providers: types.map((type) => ({ type })) } })
const BOTH = { products: ['oauth', 'emailMagicLinks'], ...social('google', 'apple') }
const phone = (userAgent: string, more = {}) => ({ profile: { userAgent, viewport: { width: 390, height: 844 }, ...more } })
const google = (page: Page) => page.locator('#oauth-google')
const copy = (page: Page) => page.getByRole('button', { name: 'Copy the link' })
const open = (page: Page) => page.getByRole('link', { name: 'Open in browser' })
const SAID = 'Google does not allow logging in inside this app. Open this page in your browser.'

/** A page of a host with a strict policy. The style is the test's own. */
const strict: Arrangement = {
  html: (tag) => hostPage(`<div id="login"></div>${tag}`),
  headers: { 'content-security-policy': "default-src 'self'; connect-src *; require-trusted-types-for 'script'; trusted-types latchkey" },
}

visiting("Google's button never shows, a sentence and the way out take its place, and the other ways work", async (arrive) => {
  const visitor = await arrive({
    ...strict,
    ...phone(SNAPCHAT),
    config: BOTH,
    path: null,
    first: (page) =>
      page.addInitScript(() => {
        const seen = { google: 0 }
        Object.assign(window, { seen })
        const look = () => {
          seen.google += document.querySelectorAll('#oauth-google').length
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  })
  const { page, site } = visitor
  await page.goto(`${site}/?next=%2Fnotes&token=spent&stytch_token_type=other#top`)
  await visible(page.getByText(SAID))
  assert.is(await page.evaluate(() => (window as unknown as { seen: { google: number } }).seen.google), 0)
  await visible(page.getByRole('button', { name: 'Continue with Apple' }))
  await visible(copy(page))
  assert.is(await open(page).count(), 0, 'an iPhone knows no intents')
  await copy(page).click()
  await visible(page.getByRole('button', { name: 'Link copied' }))
  await page.context().grantPermissions(['clipboard-read'])
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), `${site}/?next=%2Fnotes#top`, 'without the token')
  await widget(page).email.fill('ada@example.com')
  await widget(page).continueWithEmail.click()
  await visible(widget(page).checkYourEmail)
})

visiting('on Android a link opens the default browser at the same page, without a token', async (arrive) => {
  const visitor = await arrive({ ...strict, ...phone(INSTAGRAM), config: BOTH, path: null })
  const { page, site } = visitor
  await page.goto(`${site}/?token=spent&next=%2Fnotes&stytch_token_type=other`)
  assert.is(await open(page).getAttribute('href'), `${site.replace('http:', 'intent:')}/?next=%2Fnotes#Intent;scheme=http;end`)
  await visible(copy(page))
})

visiting('Google alone: the way out alone', async (arrive) => {
  const { page } = await arrive({ ...phone(SNAPCHAT), config: { products: ['oauth'], ...social('google') } })
  await visible(page.getByText(SAID))
  await gone(google(page))
  assert.equal(await page.locator('.lk-card :is(button, a, input)').allInnerTexts(), ['Copy the link'])
})

for (const selection of [true, false]) {
  visiting(
    `where the clipboard refuses scripts, ${selection ? 'a selection is copied' : 'the visitor finds the link selected'}`,
    async (arrive) => {
      const { page, site } = await arrive({
        ...phone(SNAPCHAT),
        config: BOTH,
        first: (page) =>
          page.addInitScript((selection) => {
            Object.defineProperty(navigator, 'clipboard', {
              value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
            })
            Document.prototype.execCommand = (command) =>
              selection && command === 'copy' && !!Object.assign(window, { copied: getSelection()!.toString() })
          }, selection),
      })
      await copy(page).click()
      const field = page.getByRole('textbox', { name: 'Link to this page' })
      assert.is(await field.inputValue(), `${site}/`)
      assert.equal(
        await field.evaluate((input: HTMLInputElement) => [
          document.activeElement === input,
          input.selectionEnd! - input.selectionStart!,
          input.readOnly,
        ]),
        [true, `${site}/`.length, true],
      )
      if (selection) {
        await visible(page.getByRole('button', { name: 'Link copied' }))
        assert.is(await page.evaluate(() => (window as unknown as { copied: string }).copied), `${site}/`)
      } else await visible(copy(page))
    },
  )
}

visiting("Google's prompt is not tried there either", async (arrive) => {
  const asked: string[] = []
  const { page, idle } = await arrive({
    ...phone(SNAPCHAT),
    config: { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google', one_tap: true }] } },
    first: async (page) => void page.on('request', (request) => asked.push(request.url())),
  })
  await visible(page.getByText(SAID))
  await idle()
  assert.equal(
    asked.filter((url) => /gsi|clientside-services/.test(url)),
    [],
  )
  assert.is(await page.locator('.lk iframe').count(), 0)
})

visiting('if its code cannot be loaded, a message and a button are in its place, and it works then', async (arrive) => {
  let fails = true
  const { page } = await arrive({
    ...phone(SNAPCHAT),
    config: BOTH,
    first: (page) => page.route('**/c/InAppBrowserNotice*', (route) => (fails ? route.fulfill({ status: 404 }) : route.continue())),
  })
  await visible(widget(page).tryAgain)
  assert.is(await google(page).count(), 0)
  fails = false
  await widget(page).tryAgain.click()
  await visible(page.getByText(SAID))
})

visiting('in a browser of its own the button shows, and nothing of this is fetched', async (arrive) => {
  const asked: string[] = []
  const { page, idle } = await arrive({
    config: BOTH,
    first: async (page) => void page.on('request', (request) => asked.push(request.url())),
  })
  await visible(google(page))
  await idle()
  assert.equal(
    asked.filter((url) => url.includes('InAppBrowserNotice')),
    [],
  )
})

visiting('a prerendered form shows the way out once the widget has taken it over', async (arrive) => {
  const visitor = await arrive({ ...prerenderedPage({ config: BOTH as never }), ...phone(SNAPCHAT) })
  const release = await holdRoute(visitor.page, '**/embed/**')
  await visitor.page.goto(visitor.site, { waitUntil: 'commit' })
  // a press before that leads nowhere
  await google(visitor.page).click()
  await until(async () => (await google(visitor.page).getAttribute('aria-busy')) === 'true', 'the press is kept')
  release()
  await taken(visitor.page)
  await visible(visitor.page.getByText(SAID))
  assert.is(await google(visitor.page).count(), 0)
  await visitor.idle()
  assert.is(new URL(visitor.page.url()).origin, visitor.site)
})

/** Where the look `quartz` reserves a line more. */
const long = ['de', 'es', 'fr', 'hi', 'pt-BR']
for (const [what, width, styles, reserved] of [
  ['at 320 px', 320, undefined, () => 160],
  ['in the look quartz, at 430 px', 430, { look: 'quartz' }, (locale: string) => (long.includes(locale) ? 150 : 122)],
] as const)
  visiting(`${what}, in every language, it takes the room that is reserved and no more`, async (arrive) => {
    const { page } = await arrive({
      html: inCode({}, { config: BOTH, styles }),
      profile: { userAgent: INSTAGRAM, viewport: { width, height: 900 } },
    })
    await visible(page.getByText(SAID))
    await each(
      [...locales],
      async (locale) => {
        const { [locale.replace('-', '') as 'de']: strings } = (await import(`../../src/strings/${locale}.ts`)) as Record<string, object>
        await page.evaluate((strings) => (window as any).mounted.update({ strings }), strings as object)
        await until(async () => (await page.locator('.lk').getAttribute('lang')) === locale, locale)
        await drawn(page)
        const heights = await page.locator('.lk-way').evaluate((way) => [way.parentElement!.clientHeight, way.scrollHeight])
        assert.ok(heights[0] === reserved(locale) && heights[1]! <= heights[0], `${locale}: ${heights}`)
        assert.ok(await page.evaluate(() => document.scrollingElement!.scrollWidth <= innerWidth), locale)
      },
      1,
    )
  })

test.run()
