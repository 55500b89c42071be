/**
 * Tests the call of a form in the page's HTML, which the script of the page sends when the visitor
 * presses Enter before any file has come.
 */
import '../built/all.ts'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig } from '../../src/prerender/index.tsx'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { closeBrowser } from '../harness/browser.ts'
import { chunks } from './embedChunks.ts'
import { firstCall, holdRoute, prerender } from './prerenderedPages.ts'
import {
  BOOTSTRAP,
  codes,
  drawn,
  hostPage,
  LINKS,
  OPEN_LINK,
  PUBLIC_TOKEN,
  SEND_LINK,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const SEND_CODE = 'POST /otps/email/login_or_create'
const SEARCH = 'POST /users/search'

/** A page with the form of a config, in its HTML or not, and the script that sends its call. */
const page = (config: object, more: Arrangement = {}, hasScript = true, isInHtml = true): Arrangement => ({
  path: null,
  html: (_, provider) => {
    const same = { publicToken: PUBLIC_TOKEN, baseUrl: provider, config: config as LoginConfig }
    return hostPage(
      (isInHtml ? '' : '<div id="login"></div>') +
        snippet(
          {
            ...same,
            config,
            element: '#login',
            prerendered: isInHtml ? prerender(same) : undefined,
            firstCall: hasScript ? firstCall({ ...same, hasForm: true, isAfterTag: true }) : undefined,
          },
          chunks,
        ),
    )
  },
  ...more,
})

/**
 * Opens the page without the widget's files, and presses Enter. Returns a function that lets them
 * come.
 */
const enter = async ({ page: tab, site }: Visitor, email = EMAIL) => {
  const release = await holdRoute(tab, '**/embed/{widget,embed}.js*')
  await tab.goto(site, { waitUntil: 'commit' })
  await tab.locator('#email-input').fill(email)
  await drawn(tab)
  await tab.keyboard.press('Enter')
  return release
}

/** How often the project's settings were asked for. */
const settingsOf = ({ emulator }: Visitor) => emulator.requests().filter(({ path }) => path.includes('/bootstrap/')).length

/** Resolves when the settings that the script has asked for have come. */
const answered = (tab: Page) =>
  tab.evaluate(async () => {
    const sent = (window as unknown as Record<symbol, Record<string, Promise<Response>>>)[Symbol.for('latchkey.session')]!
    await Promise.all(Object.keys(sent).map((name) => name.startsWith('projects/') && sent[name]!.then((answer) => answer.clone().text())))
  })

const drawnForm = (tab: Page) => tab.waitForFunction(() => !document.querySelector('[data-prerendered]'))

const OPTIONS = {
  emailMagicLinksOptions: {
    loginRedirectURL: 'https://app.example.test/in',
    loginExpirationMinutes: 7,
    loginTemplateId: 'in',
    signupRedirectURL: 'https://app.example.test/up',
    signupExpirationMinutes: 8,
    signupTemplateId: 'up',
    locale: 'es',
    createUserAsPending: true,
  },
}
const CODES = codes('email')
const journeys: [name: string, config: object, route: string, next: (tab: Page) => Promise<void>, project?: Arrangement['project']][] = [
  ['a link', LINKS, SEND_LINK, (tab) => visible(widget(tab).checkYourEmail)],
  [
    'a link with PKCE',
    { ...LINKS, ...OPTIONS },
    SEND_LINK,
    (tab) => visible(widget(tab).checkYourEmail),
    { pkce_required_for_email_magic_links: true },
  ],
  ['a code', CODES, SEND_CODE, (tab) => visible(widget(tab).codeAwaited)],
  [
    'a code with options',
    { ...CODES, otpOptions: { ...CODES.otpOptions, expirationMinutes: 9, loginTemplateId: 'l', signupTemplateId: 's', locale: 'fr' } },
    SEND_CODE,
    (tab) => visible(widget(tab).codeAwaited),
  ],
  ['a password', { products: ['passwords'] }, SEARCH, (tab) => visible(tab.locator('[type=password]'))],
  ['a link in a shadow root', { ...LINKS, enableShadowDOM: true }, SEND_LINK, (tab) => visible(widget(tab).checkYourEmail)],
]

for (const [name, config, route, next, project] of journeys)
  visiting(`Enter before any file, for ${name}: one call, the same as the widget’s, and its answer counts`, async (arrive) => {
    const visitor = await arrive(page(config, { project }))
    const release = await enter(visitor)
    await until(() => visitor.sent(route).length, 'the call')
    assert.is(settingsOf(visitor), 1)
    release()
    await next(visitor.page)
    await visitor.idle()
    assert.is(visitor.sent(route).length, 1)
    assert.is(settingsOf(visitor), 1)

    const without = await arrive(page(config, { project }, false))
    await (await enter(without))()
    await next(without.page)
    const [[mine], [its]] = [visitor.sent(route), without.sent(route)]
    assert.is(mine.code_challenge?.length, its.code_challenge?.length)
    assert.equal({ ...mine, code_challenge: 0 }, { ...its, code_challenge: 0 })
  })

visitingInAll('a link that left before any file logs in, PKCE required or not, and so does a second one', async (arrive) => {
  for (const pkce of [true, false]) {
    const visitor = await arrive(page(LINKS, { project: { pkce_required_for_email_magic_links: pkce } }))
    const release = await enter(visitor)
    const { url } = await visitor.message()
    release()
    await visible(widget(visitor.page).checkYourEmail)
    // the settings are known now, and emails share a key
    const again = await enter(visitor)
    await visitor.message(2)
    again()
    await visible(widget(visitor.page).checkYourEmail)
    assert.is(visitor.sent(SEND_LINK)[0].code_challenge, visitor.sent(SEND_LINK)[1].code_challenge)
    await visitor.page.goto(url!)
    await visible(widget(visitor.page).success)
    assert.is(visitor.sent(OPEN_LINK)[0].code_verifier !== undefined, pkce)
    await visitor.leave()
  }
})

visiting('with known settings the call waits for nothing, and without them for their answer', async (arrive) => {
  const visitor = await arrive(page(LINKS))
  const settings = await holdRoute(visitor.page, '**/projects/bootstrap/**')
  const release = await enter(visitor)
  assert.is(visitor.sent(SEND_LINK).length, 0)
  settings()
  await until(() => visitor.sent(SEND_LINK).length, 'the call')
  release()
  await visible(widget(visitor.page).checkYourEmail)

  const held = await holdRoute(visitor.page, '**/projects/bootstrap/**')
  const again = await enter(visitor)
  await until(() => visitor.sent(SEND_LINK).length === 2, 'the second call')
  held()
  again()
  await visible(widget(visitor.page).checkYourEmail)
  await visitor.idle()
  assert.is(visitor.sent(SEND_LINK).length, 2)
})

visiting('the widget comes while the settings are on their way: there is one call', async (arrive) => {
  const visitor = await arrive(page(LINKS))
  const settings = await holdRoute(visitor.page, '**/projects/bootstrap/**')
  const release = await enter(visitor)
  release()
  await drawnForm(visitor.page)
  settings()
  await visible(widget(visitor.page).checkYourEmail)
  await visitor.idle()
  assert.is(visitor.sent(SEND_LINK).length, 1)
})

visiting('a call of a form that cannot be sent is the widget’s, and a page without WebCrypto has it', async (arrive) => {
  const pkce = { pkce_required_for_email_magic_links: true }
  const first = (page: Page) => page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined }))
  const visitor = await arrive(page(LINKS, { project: pkce, first }))
  const release = await enter(visitor)
  await answered(visitor.page)
  release()
  await visible(widget(visitor.page).checkYourEmail)
  const [body, ...more] = visitor.sent(SEND_LINK)
  assert.is(body.code_challenge.length, 43)
  assert.equal(more, [])
})

visiting('a press before the script has run counts, and one after the widget has come waits for no file', async (arrive) => {
  const press = `<script>document.querySelector('#email-input').value = '${EMAIL}'; document.querySelector('.lk form').requestSubmit()</script>`
  const { html, ...rest } = page(LINKS)
  const early = await arrive({ ...rest, html: (...given) => html!(...given).replace(/<script src/, `${press}$&`) })
  const release = await holdRoute(early.page, '**/embed/**')
  await early.page.goto(early.site, { waitUntil: 'commit' })
  await early.message()
  release()
  await visible(widget(early.page).checkYourEmail)

  for (const isInHtml of [true, false]) {
    const late = await arrive(page(LINKS, {}, true, isInHtml))
    const files = await holdRoute(late.page, '**/embed/c/{kit,laterEngine,emailMagicLinks}.*')
    await late.page.goto(late.site)
    await drawnForm(late.page)
    await late.page.evaluate(() => window.dispatchEvent(new Event('click')))
    await widget(late.page).email.fill(EMAIL)
    await late.page.keyboard.press('Enter')
    await late.message()
    files()
    await visible(widget(late.page).checkYourEmail)
    await late.idle()
    assert.is(late.sent(SEND_LINK).length, 1)
  }
  assert.is(early.sent(SEND_LINK).length, 1)
})

visiting('two presses are one call, and another address gets its own', async (arrive) => {
  const visitor = await arrive(page(LINKS))
  const release = await enter(visitor)
  await visitor.page.keyboard.press('Enter')
  await until(() => visitor.sent(SEND_LINK).length, 'the call')
  await visitor.page.locator('#email-input').fill('bob@example.com')
  await visitor.page.keyboard.press('Enter')
  release()
  await visible(widget(visitor.page).checkYourEmail)
  assert.equal(
    visitor.sent(SEND_LINK).map(({ email }) => email),
    [EMAIL, 'bob@example.com'],
  )
})

visiting('a project that requires more than at the last visit gets what it requires', async (arrive) => {
  const visitor = await arrive(page(LINKS, { expected: /400/ }))
  const release = await enter(visitor)
  release()
  await visible(widget(visitor.page).checkYourEmail)
  visitor.emulator.project({ pkce_required_for_email_magic_links: true })
  const settings = await holdRoute(visitor.page, '**/projects/bootstrap/**')
  const again = await enter(visitor)
  await until(() => visitor.sent(SEND_LINK).length === 2, 'the call without a challenge')
  settings()
  again()
  await visible(widget(visitor.page).checkYourEmail)
  assert.is(visitor.sent(SEND_LINK)[2].code_challenge.length, 43)

  const informed = await enter(visitor)
  await answered(visitor.page)
  await until(() => visitor.sent(SEND_LINK).length === 4, 'the call with a challenge')
  informed()
  await visible(widget(visitor.page).checkYourEmail)
  assert.is(visitor.sent(SEND_LINK).length, 4)
})

visiting('a call whose answer is lost is not sent again by itself', async (arrive) => {
  const visitor = await arrive(page(LINKS, { expected: /./, faults: [{ route: SEND_LINK, status: 500, times: 1 }] }))
  const release = await enter(visitor)
  await until(() => visitor.sent(SEND_LINK).length, 'the call')
  release()
  await visible(visitor.page.getByRole('alert').filter({ hasText: /./ }))
  assert.is(visitor.sent(SEND_LINK).length, 1)
})

visiting('a visitor who goes on with another address and comes back gets a new email', async (arrive) => {
  const visitor = await arrive(page(CODES))
  const release = await enter(visitor)
  await visitor.message()
  await visitor.page.locator('#email-input').fill('bob@example.com')
  await visitor.page.keyboard.press('Enter')
  release()
  await visible(widget(visitor.page).codeAwaited)
  await widget(visitor.page).back.click()
  await widget(visitor.page).email.fill(EMAIL)
  await visitor.page.keyboard.press('Enter')
  await visible(widget(visitor.page).codeAwaited)
  assert.equal(
    visitor.sent(SEND_CODE).map(({ email }) => email),
    [EMAIL, 'bob@example.com', EMAIL],
  )
})

visiting('fraud protection is left to the widget, whether the settings are known or not', async (arrive) => {
  for (const project of [{ captcha_settings: { enabled: true, siteKey: 'key' } }, { dfp_protected_auth_enabled: true }]) {
    const visitor = await arrive(page(LINKS, { project, expected: /./ }))
    const { page: tab } = visitor
    for (const isKnown of [false, true]) {
      const release = await enter(visitor)
      if (!isKnown) await answered(tab)
      await drawn(tab)
      assert.is(visitor.sent(SEND_LINK).length, 0)
      release()
      await drawnForm(tab)
      await tab.waitForFunction(() => Object.keys(localStorage).some((name) => name.endsWith('::bootstrap')))
      await tab.goto('about:blank')
    }
    await visitor.leave()
  }
})

/** What only the widget knows, or has to ask about. */
const left: [why: string, arrangement: Arrangement, email?: string][] = [
  ['an address that is written in another way', page(LINKS), 'Ada@müller.example'],
  ['no address', page(LINKS), 'ada@'],
  ['settings that do not come', page(LINKS, { expected: /500/, faults: [{ route: BOOTSTRAP, status: 500 }] })],
]
for (const [why, arrangement, email] of left)
  visiting(`left to the widget: ${why}`, async (arrive) => {
    const visitor = await arrive(arrangement)
    const release = await enter(visitor, email)
    await until(() => settingsOf(visitor), 'the settings')
    assert.is(visitor.sent(SEND_LINK).length, 0)
    release()
    if (email === 'ada@') await visible(visitor.page.locator('#email-input[aria-invalid=true]'))
    else await visible(widget(visitor.page).checkYourEmail)
    await visitor.idle()
    assert.is(visitor.sent(SEND_LINK).length, email === 'ada@' ? 0 : 1)
  })

test.run()
