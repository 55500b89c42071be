/** `createClient` of the built dist/headless/ on a host's page: when the file comes that a call needs, and what becomes of calls while it does not. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { hostPage, PUBLIC_TOKEN, SEND_CODE, until, visiting, type Arrangement } from './visitors.ts'

test.after(closeBrowser)

const PREPARATION = /\/headless\/c\/preparation\./

/** A host's page with a form and a client of codes; `asked` are the files of dist/headless/ that it has asked for. */
const host = (asked: string[], first?: (page: Page) => Promise<unknown>): Arrangement => ({
  html: (_, provider) =>
    hostPage(`<input aria-label="E-mail"><script type="module">
      import { createClient, otps, session } from '/headless/index.js'
      window.client = createClient('${PUBLIC_TOKEN}', { otps, session }, { customBaseUrl: '${provider}' })
    </script>`),
  first: async (page) => {
    page.on('request', (request) => request.url().includes('/headless/') && asked.push(request.url()))
    await first?.(page)
  },
})

const made = (page: Page) => page.waitForFunction(() => 'client' in window)
const preparations = (asked: string[]) => asked.filter((url) => PREPARATION.test(url)).length

/** Asks for a code; the code of the error, if there is one. */
const ask = (page: Page): Promise<string | undefined> =>
  page.evaluate(() =>
    (window as any).client.otps.email.loginOrCreate('ada@example.com').then(
      () => undefined,
      (error: { code: string }) => error.code,
    ),
  )

visiting('a page that nobody touches has the client alone; a touch brings what calls need, before there is one', async (arrive) => {
  const asked: string[] = []
  const visitor = await arrive(host(asked))
  const { page } = visitor
  await made(page)
  await visitor.idle()
  assert.is(asked.length, 1, asked.join())
  await page.getByLabel('E-mail').press('a')
  await until(() => preparations(asked) === 1, 'what calls need')
  await page.getByLabel('E-mail').click()
  assert.is(await ask(page), undefined)
  assert.is(preparations(asked), 1)
})

visiting('a session brings it at once: the provider is asked whether it holds, without a touch', async (arrive) => {
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
  assert.is(preparations(asked), 1)
  assert.equal(await page.evaluate(() => (window as any).client.session.getInfo().fromCache), false)
})

visiting('a call for which it does not come is as one without an answer: nothing is sent, and the host is told', async (arrive) => {
  const asked: string[] = []
  const visitor = await arrive({ ...host(asked, (page) => page.route(PREPARATION, (route) => route.abort())), expected: /ERR_FAILED/ })
  const { page } = visitor
  await made(page)
  assert.is(await ask(page), 'unreachable')
  assert.ok(preparations(asked) >= 1)
  assert.equal(visitor.sent(SEND_CODE), [])
})

test.run()
