/**
 * Tests the script tag on pages with unusual addresses and scripts, and that no error has a URL in
 * it.
 */
import '../built/embed.ts'
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { codes, hostPage, inCode, LINKS, OPEN_LINK, SEND_LINK, until, visible, visiting, widget, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'

/** The emulator below the page's own address, as behind a host's proxy. */
const proxied = async ({ page, provider }: Visitor) =>
  page.route('**/api/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: provider + pathname.replace('/api', '') + search }) })
  })

/** Every text in what a page's `onError` or its console got, causes too. */
const noteErrors = (page: Page) =>
  page.addInitScript(() => {
    const texts: string[] = []
    const note = (error: unknown): void => {
      if (error instanceof Error) for (const name of ['name', 'message', 'stack', 'cause'] as const) note(error[name])
      else if (error !== undefined) texts.push(typeof error === 'string' ? error : JSON.stringify(error))
    }
    Object.assign(window, { texts })
    addEventListener('latchkey:error', (event) => note((event as CustomEvent).detail))
    addEventListener('error', ({ error }) => note(error))
    addEventListener('unhandledrejection', ({ reason }) => note(reason))
  })
const errors = (page: Page) => page.evaluate(() => (window as unknown as { texts: string[] }).texts)
/** Without the addresses of our own files, which a stack has. */
const withAddresses = (texts: string[]) =>
  texts.map((text) => text.replace(/^\s*at .*$/gm, '')).filter((text) => /:\/\/|secret|kim/.test(text))

for (const link of sample([
  '<svg><link rel="modulepreload"/></svg>',
  '<math><link rel="modulepreload" href="/x.js" integrity="sha384-x"/></math>',
  '<svg><g><link rel="preload modulepreload" href="c/x.js"/></g></svg>',
])) {
  visiting(`the loader comes past ${link}`, async (arrive) => {
    const { page } = await arrive({ html: (tag) => hostPage(`${link}<div id="login"></div>${tag}`) })
    await visible(widget(page).email)
  })
}

for (const user of sample(['kim:secret@', 'kim@', 'k%40im:s%2Fecret@'])) {
  visiting(
    `on a page whose address has a user, ${user}, modules load once, calls arrive, and the token leaves the address`,
    async (arrive) => {
      const visitor = await arrive({ path: null, config: LINKS, attributes: { 'data-base-url': '/api' }, first: noteErrors })
      const { page } = visitor
      await proxied(visitor)
      const files: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/embed/')) files.push(request.url().split('/embed/')[1]!)
      })
      const site = visitor.site.replace('://', `://${user}`)
      await page.goto(site)
      await widget(page).email.fill(EMAIL)
      await widget(page).continueWithEmail.click()
      await visible(widget(page).checkYourEmail)
      assert.is(visitor.sent(SEND_LINK).length, 1)
      assert.equal(files.length, new Set(files).size, files.join(' '))
      const { searchParams } = new URL((await visitor.message()).url!)
      await page.goto(`${site}/?a=1&${searchParams}#b`)
      await visible(widget(page).success)
      assert.is(await page.evaluate(() => location.search + location.hash), '?a=1#b')
      assert.equal(withAddresses(await errors(page)), [])
    },
  )
}

visiting(
  'a browser that refuses to change the address does not stop the log-in, tells nobody the address, and is asked once more',
  async (arrive) => {
    const visitor = await arrive({ path: null, config: LINKS, first: (page) => noteErrors(page).then(() => page.clock.install()) })
    const { page } = visitor
    await page.goto(visitor.site)
    await widget(page).email.fill(EMAIL)
    await widget(page).continueWithEmail.click()
    const { searchParams } = new URL((await visitor.message()).url!)
    await page.addInitScript(() => {
      const { replaceState } = History.prototype
      Object.assign(window, { allow: () => Object.assign(History.prototype, { replaceState }) })
      History.prototype.replaceState = () => {
        throw new DOMException(
          `Attempt to use history.replaceState() more than 100 times per 30 seconds: ${location.href}`,
          'SecurityError',
        )
      }
    })
    await page.goto(`${visitor.site}/?${searchParams}`)
    await visible(widget(page).success)
    assert.is(visitor.sent(OPEN_LINK).length, 1)
    assert.ok(await page.evaluate(() => location.search.includes('token=')))
    assert.equal(withAddresses(await errors(page)), [])
    await page.evaluate('allow()')
    await page.clock.runFor(31_000)
    await until(() => page.evaluate(() => location.search === ''), 'the token is gone')
  },
)

visiting('what a host is told about a file that fails has no address in it', async (arrive) => {
  for (const files of ['**/embed/c/*', '**/embed/c/kit*', '**/embed/widget.js*']) {
    const visitor = await arrive({ path: null, config: LINKS, first: noteErrors, expected: /./ })
    const { page } = visitor
    // A file that comes and does not run is another error of the browser.
    for (const respond of ['abort', 'broken'] as const) {
      await page.route(files, (route) =>
        respond === 'abort' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: 'export {' }),
      )
      await page.goto(visitor.site)
      if (files.includes('/c/')) {
        await widget(page).email.fill(EMAIL)
        await widget(page).continueWithEmail.click()
      }
      await until(async () => (await errors(page)).length > 0, 'an error')
      assert.equal(withAddresses(await errors(page)), [])
      await page.unroute(files)
    }
    await visitor.leave()
  }
})

visiting('a call whose code does not come rejects without the address of that code', async (arrive) => {
  const { page, site } = await arrive({ path: null, html: inCode({}, {}), expected: /./ })
  await page.route('**/embed/c/*', (route) => route.abort())
  await page.goto(site)
  await page.waitForFunction('window.client')
  const [message, cause] = (await page.evaluate(
    `client.otps.email.loginOrCreate('${EMAIL}').catch((error) => [error.message, String(error.cause)])`,
  )) as string[]
  assert.equal([message, cause], ['Unable to contact our servers.', 'undefined'])
})

const code = readFileSync(new URL('../../dist/embed/embed.js', import.meta.url), 'utf8')
const wrongWays: Record<string, string> = {
  'eval, as some routers do': `<script>fetch('/embed/embed.js').then((file) => file.text()).then((text) => (0, eval)(text))</script>`,
  "an inline script, as jQuery's html() does": `<script>${code}</script>`,
  'a module': '<script type="module" src="/embed/embed.js"></script>',
  'a module, behind an image that has its name':
    '<img name="currentScript" src="/embed/embed.js"><script type="module" src="/embed/embed.js"></script>',
}
for (const [way, script] of sample(Object.entries(wrongWays))) {
  visiting(`the loader says how to write the tag if it is run by ${way}`, async (arrive) => {
    const visitor = await arrive({
      config: codes('email'),
      html: () => hostPage(`<div id="login"></div>${script}`),
      expected: /Wrong script/,
    })
    await until(() => visitor.complaints.some((text) => text.includes('[Latchkey] Wrong script: use a plain <script src>')), 'the sentence')
    assert.is(visitor.complaints.length, 1)
  })
}

test.run()
