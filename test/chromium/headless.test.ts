/**
 * Tests `createClient` of the built dist/headless/ on a host's page: when the file for calls loads,
 * and what calls do if it does not.
 */
import '../built/headless.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { hostPage, PUBLIC_TOKEN, SEND_CODE, until, visiting, visitingInAll, type Arrangement } from './visitors.ts'

test.after(closeBrowser)

const LATER_ENGINE = /\/headless\/c\/laterEngine\./

/**
 * A host's page with a form and a client for codes. `asked` collects the files of dist/headless/
 * that the page has requested.
 */
const host = (asked: string[], first?: (page: Page) => Promise<unknown>): Arrangement => ({
  html: (_, provider) =>
    hostPage(`<input aria-label="Email"><script type="module">
      import { createClient, otps, session } from '/headless/index.js'
      window.client = createClient('${PUBLIC_TOKEN}', { otps, session }, { customBaseUrl: '${provider}' })
    </script>`),
  first: async (page) => {
    page.on('request', (request) => request.url().includes('/headless/') && asked.push(request.url()))
    await first?.(page)
  },
})

const made = (page: Page) => page.waitForFunction(() => 'client' in window)
const laterEngines = (asked: string[]) => asked.filter((url) => LATER_ENGINE.test(url)).length

/** Requests a code. Resolves with the error's code, if there is an error. */
const ask = (page: Page): Promise<string | undefined> =>
  page.evaluate(() =>
    (window as any).client.otps.email.loginOrCreate('ada@example.com').then(
      () => undefined,
      (error: { code: string }) => error.code,
    ),
  )

visiting('a page that nobody touches loads only the client, and a touch loads what calls need, before there is a call', async (arrive) => {
  const asked: string[] = []
  const visitor = await arrive(host(asked))
  const { page } = visitor
  await made(page)
  await visitor.idle()
  assert.is(asked.length, 1, asked.join())
  await page.getByLabel('Email').press('a')
  await until(() => laterEngines(asked) === 1, 'what calls need')
  await page.getByLabel('Email').click()
  assert.is(await ask(page), undefined)
  assert.is(laterEngines(asked), 1)
})

visitingInAll('a session loads it at once: the client checks the session with the provider, without a touch', async (arrive) => {
  const asked: string[] = []
  const visitor = await arrive(host(asked))
  const { page } = visitor
  await made(page)
  const method_id = await page.evaluate(async () => (await (window as any).client.otps.email.loginOrCreate('ada@example.com')).method_id)
  const { code } = await visitor.message()
  await page.evaluate(([code, id]) => (window as any).client.otps.authenticate(code, id, { session_duration_minutes: 30 }), [
    code,
    method_id,
  ] as const)
  asked.length = 0
  await page.reload()
  await made(page)
  await until(() => visitor.sent('POST /sessions/authenticate').length === 1, 'the check')
  await visitor.idle()
  assert.is(laterEngines(asked), 1)
  assert.equal(await page.evaluate(() => (window as any).client.session.getInfo().fromCache), false)
})

visitingInAll(
  'if it does not load, a call fails like one without an answer: nothing is sent, and the host gets an error',
  async (arrive) => {
    const asked: string[] = []
    const visitor = await arrive({ ...host(asked, (page) => page.route(LATER_ENGINE, (route) => route.abort())), expected: /ERR_FAILED/ })
    const { page } = visitor
    await made(page)
    assert.is(await ask(page), 'unreachable')
    assert.ok(laterEngines(asked) >= 1)
    assert.equal(visitor.sent(SEND_CODE), [])
  },
)

test.run()
