/**
 * Tests in Chromium that a press counts only if the visitor saw the page
 * (docs/decisions/allow-counts-after-half-a-second.md): another window is closed between the two
 * presses of a double click, and the second one lands on the page.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { APP, CHALLENGE, letIn, secondFactors } from '../../src/tools/states/states.ts'
import { hostPage, PUBLIC_TOKEN, until, visible, visiting, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const PASSWORD = 'fjord-violin-walnut-72'
const CALLBACK = 'https://notes.example/cb'

/** Lets a test say whether another window is in front. */
const withWindows = (page: Page) =>
  page.addInitScript(() => {
    const { hasFocus } = Document.prototype
    let behind = false
    Document.prototype.hasFocus = function () {
      return !behind && hasFocus.call(this)
    }
    Object.assign(window, {
      cover: (on: boolean) => {
        behind = on
        dispatchEvent(new Event(on ? 'blur' : 'focus'))
      },
    })
  })

const cover = (page: Page, on: boolean) => page.evaluate((on) => (window as unknown as { cover(on: boolean): void }).cover(on), on)

/**
 * What counts only after a while: how the visitor gets there, the button, and the call that it
 * makes.
 */
const decisions: [
  what: string,
  mount: string,
  route: string,
  query: Record<string, string>,
  ready: (page: Page) => Promise<unknown>,
  name: string,
][] = [
  [
    'Allow',
    'mountIdentityProvider',
    'POST /idp/oauth/authorize/submit',
    { client_id: 'app-1', redirect_uri: CALLBACK, code_challenge: CHALLENGE },
    async () => {},
    'Allow',
  ],
  [
    'Remove',
    'mountAccount',
    'DELETE /users/emails/:id',
    {},
    (page) => page.getByRole('button', { name: 'Remove: second@example.com' }).click(),
    'Remove',
  ],
  [
    'a recovery code',
    'mountSecondFactor',
    'POST /totps/recover',
    {},
    (page) => page.locator('#recovery-code-input').fill(secondFactors.totp.recovery_codes[0]!),
    'Continue',
  ],
]

for (const [what, mount, route, query, ready, name] of decisions) {
  visiting(`${what}: a press counts 500 ms after the page came to the front, and no sooner`, async (arrive) => {
    const visitor: Visitor = await arrive({
      path: null,
      first: withWindows,
      pages: (_, provider) => ({
        '/in': {
          html: hostPage(`<main><h1>A host</h1><div id="login"></div></main><script type="module">
            import { LatchkeyClient } from '/embed/widget.js'
            const client = new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' })
            Object.assign(window, { client, show: () => client.${mount}({ elementId: '#login', methods: ['recoveryCode'] }) })
          </script>`),
        },
      }),
    })
    const { page, emulator, site } = visitor
    emulator.seed({
      clients: [{ ...APP, redirect_uris: [CALLBACK] }, letIn],
      users: [{ emails: [{ email: EMAIL }, { email: 'second@example.com' }], password: PASSWORD, ...secondFactors }],
    })
    await page.clock.install()
    await page.goto(`${site}/in?${new URLSearchParams(query)}`)
    await page.evaluate(
      ([email, password]) =>
        (window as unknown as { client: import('../../src/entries/index.ts').LatchkeyClient }).client.passwords
          .authenticate({ email: email!, password: password!, session_duration_minutes: 30 })
          .then(() => (window as unknown as { show(): void }).show()),
      [EMAIL, PASSWORD],
    )
    const button = page.getByRole('button', { name, exact: true }).last()
    if (what !== 'Remove') await visible(button)
    await ready(page)
    await visible(button)
    // the clock stands still from here on, so the pointer moves by itself
    await page.clock.pauseAt(Date.now() + 60_000)
    const calls = () =>
      emulator
        .requests()
        .filter(({ method, path }) => new RegExp(`^${route.replace(':id', '[^/]+')}$`).test(`${method} ${path.replace('/sdk/v1', '')}`))
        .length
    const press = async () => {
      const { x, y, width, height } = (await button.boundingBox())!
      await page.mouse.move(x + width / 3, y + height / 3)
      await page.mouse.click(x + width / 2, y + height / 2)
    }
    const waits = () => button.evaluate((element) => !!element.closest('[aria-disabled=true]'))
    await cover(page, true)
    await page.clock.runFor(10_000)
    await press()
    await cover(page, false)
    for (const ms of [0, 150, 349]) {
      await page.clock.runFor(ms)
      assert.ok(await waits(), `${ms} ms`)
      await press()
    }
    await page.clock.runFor(1)
    await until(async () => !(await waits()), 'the button counts')
    assert.is(calls(), 0)
    await press()
    await until(calls, 'the call')
    assert.is(calls(), 1)
  })
}

test.run()
