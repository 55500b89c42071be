/**
 * Tests a page whose sessions are on the host's own server (`backend`), below the page's own
 * origin: the script tag, a prerendered form, and real React.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { Secret, TOTP } from 'otpauth'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { plainEnglish } from '../harness/plainEnglish.ts'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { attributes, comeTo, type OwnVisitor } from './backendVisits.ts'
import { chunks } from './embedChunks.ts'
import { firstCall, holdWidget, prerender } from './prerenderedPages.ts'
import { bundledOnce, hostOf } from './reactHost.ts'
import { codes, hostPage, LINKS, ownWidget, SEND_LINK, until, visible, visiting, type Arrangement, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const PASSWORD = 'fjord-violin-walnut-72'
const SECRET = 'JBSWY3DPEHPK3PXP'

/** What scripts of the page can read. */
const readable = (page: Page) => page.evaluate(() => document.cookie + JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

/**
 * The session is in cookies, which no script and no event of the page has; nothing went to another
 * origin, to the log, or with a token.
 */
const isHidden = async ({ page, site, all, heard }: OwnVisitor) => {
  const cookies = (await page.context().cookies(site)).filter(({ name }) => name.startsWith('stytch_'))
  assert.equal(
    cookies.map(({ httpOnly }) => httpOnly),
    [true, true],
  )
  const seen = (await readable(page)) + JSON.stringify(await heard())
  for (const { value } of cookies) assert.not.ok(seen.includes(value))
  assert.equal(
    all.filter(({ url, headers }) => !url.startsWith(`${site}/`) || /\/events$/.test(url) || headers.authorization).map(({ url }) => url),
    [],
  )
  assert.ok(all.some(({ url }) => url.startsWith(`${site}/auth/sdk/v1/`)))
}

const enterCode = async ({ page, message, emulator }: Visitor) => {
  await ownWidget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await visible(ownWidget(page).codeAwaited)
  await page.keyboard.type((await message(emulator.outbox().length)).code!)
  await visible(ownWidget(page).success)
}

/** A client of the page's own code. It shares the session of the widget's. */
const withClient = (page: Page) =>
  page.evaluate(async () => {
    const { LatchkeyClient } = await window.latchkey!
    Object.assign(window, { own: new LatchkeyClient({ backend: '/auth' }) })
  })
const user = (page: Page) =>
  page.evaluate(() => (window as unknown as { own: any }).own.user.getSync()?.emails[0].email as string | undefined)

visiting('the script tag: the session is out of reach, a reload keeps it, and a sign-out reaches every tab', async (arrive) => {
  const visitor = await comeTo(arrive, { config: codes('email'), attributes, expected: /More than one client/ })
  const { page } = visitor
  await enterCode(visitor)
  await isHidden(visitor)
  visitor.all.length = 0
  await page.reload()
  await visible(ownWidget(page).email)
  await withClient(page)
  assert.is(await user(page), EMAIL)
  await until(() => visitor.sent('POST /sessions/authenticate').length > 1, 'the check after the reload')
  await visitor.idle()
  assert.is(await user(page), EMAIL)
  const other = await visitor.tab()
  await visible(ownWidget(other).email)
  await withClient(other)
  await until(() => user(other), 'the session in the other tab')
  await other.evaluate(() => (window as unknown as { own: any }).own.session.revoke().then(() => {}))
  await until(async () => !(await user(page)), 'the sign-out in the first tab')
  assert.equal(
    (await page.context().cookies(visitor.site)).map(({ name }) => name),
    [],
  )
  await page.reload()
  await visible(ownWidget(page).email)
  await withClient(page)
  await visitor.idle()
  assert.is(await user(page), undefined)
})

const application = `
  import { createRoot } from 'react-dom/client'
  import { StrictMode } from 'react'
  import { LatchkeyProvider, Login, useUser, useClient } from 'latchkey/react'

  const Greeting = () => {
    const { user } = useUser()
    const client = useClient()
    return <>{user && <button onClick={() => client.session.revoke()}>Log out {user.emails[0].email}</button>}</>
  }
  createRoot(document.querySelector('#app')).render(
    <StrictMode>
      <LatchkeyProvider backend="/auth/" options={{ timeout: 30000 }}>
        <Greeting />
        <Login authenticateByUrl config={window.setUp.config} />
      </LatchkeyProvider>
    </StrictMode>,
  )
`
const app = bundledOnce(application)

const ways: [what: string, arrangement: () => Promise<Arrangement>][] = [
  ['the script tag', async () => ({ config: codes('email'), attributes })],
  ['real React', async () => hostOf(await app(), { config: codes('email') })],
]
for (const [what, arrangement] of ways) {
  visiting(`${what}: a browser that does not keep the session's cookie is told so, and nobody is signed in`, async (arrive) => {
    const visitor = await comeTo(arrive, await arrangement(), '/', true)
    const { page } = visitor
    await ownWidget(page).email.fill(EMAIL)
    await page.keyboard.press('Enter')
    await visible(ownWidget(page).codeAwaited)
    await page.keyboard.type((await visitor.message()).code!)
    await visible(page.getByText(plainEnglish['error.notKept']))
    assert.equal(
      (await visitor.heard()).map(({ detail }) => detail.type ?? detail.code),
      ['OTP_LOGIN_OR_CREATE', 'session_not_kept'],
    )
  })

  visiting(`${what}: in a frame of another site, no link is spent, and a window of its own is offered`, async (arrive) => {
    const set = await arrangement()
    const visitor = await comeTo(arrive, { ...set, ...('config' in set && { config: LINKS }) })
    const { page, site } = visitor
    await page.evaluate(async (page) => {
      await fetch('/auth/sdk/v1/magic_links/email/login_or_create', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-SDK-Client': '{}' },
        body: JSON.stringify({ email: 'ada@example.com', login_magic_link_url: page, signup_magic_link_url: page }),
      })
    }, `${site}/`)
    const { url } = await visitor.message()
    await page.goto(`${visitor.provider.replace('localhost', '127.0.0.1')}/`)
    await page.setContent('<iframe width="500" height="600"></iframe>')
    await page.locator('iframe').evaluate((frame: HTMLIFrameElement, url) => (frame.src = url), url!)
    const open = page.frameLocator('iframe').getByRole('link', { name: plainEnglish['ownWindow.open'] })
    await visible(open)
    assert.equal(visitor.sent('POST /magic_links/authenticate'), [])
    const opened = page.context().waitForEvent('page')
    await open.click()
    // React's page says `authenticateByUrl`; by default, a link that was asked for elsewhere asks
    if (set.attributes) {
      await visible((await opened).getByText(plainEnglish['login.press.content']))
      assert.equal(visitor.sent('POST /magic_links/authenticate'), [])
      await (await opened).getByRole('button', { name: plainEnglish['login.press.button'] }).click()
    }
    await visible(ownWidget(await opened).success)
    assert.is(visitor.sent('POST /magic_links/authenticate').length, 1)
  })
}

visiting('the first visit: nothing red on the console', async (arrive) => {
  const visitor = await comeTo(arrive, { config: codes('email'), attributes })
  const errors: string[] = []
  visitor.page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await visitor.page.reload()
  await visible(ownWidget(visitor.page).email)
  await visitor.idle()
  const asked = visitor.sent('POST /sessions/authenticate')
  assert.ok(asked.length > 0 && asked.every(({ session_optional }) => session_optional === true))
  assert.equal(errors, [])
})

visiting('a prerendered form: what is typed before the widget comes goes to the backend, and the link leads back', async (arrive) => {
  const settings = { config: LINKS } as { config: { products: ['emailMagicLinks'] } }
  const call = firstCall({ backend: '/auth', ...settings, hasForm: true, isAfterTag: true })
  const tag = snippet({ backend: '/auth', element: '#login', ...settings, prerendered: prerender(settings), firstCall: call }, chunks)
  const visitor = await comeTo(arrive, { html: () => hostPage(tag) }, '/nothing')
  const { page } = visitor
  const release = await holdWidget(page)
  await page.goto(visitor.site, { waitUntil: 'commit' })
  await ownWidget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await visitor.message()
  release()
  await visible(ownWidget(page).checkYourEmail)
  assert.is(visitor.sent(SEND_LINK).length, 1)
  const { url } = await visitor.message()
  assert.match(url!, `${visitor.site}?token=`)
  assert.match(url!, '&latchkey_token_type=magic_links')
  await page.goto(url!)
  await visible(ownWidget(page).success)
  assert.is(new URL(page.url()).search, '')
  await isHidden(visitor)
})

visiting('a link of another account asks first, although the browser has emptied its storage', async (arrive) => {
  const visitor = await comeTo(arrive, { config: codes('email'), attributes })
  const { page, site } = visitor
  await enterCode(visitor)
  const session = async () => (await page.context().cookies(site)).find(({ name }) => name === 'stytch_session')!.value
  const before = await session()
  await page.evaluate(async (page) => {
    localStorage.clear()
    await fetch('/auth/sdk/v1/magic_links/email/login_or_create', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-SDK-Client': '{}' },
      body: JSON.stringify({ email: 'mallory@example.com', login_magic_link_url: page, signup_magic_link_url: page }),
    })
  }, site)
  const { url } = await visitor.message(2)
  await page.goto(url!)
  await visible(page.getByText(plainEnglish['login.replace.title']))
  await visible(page.getByText(`You are logged in as ${EMAIL}.`))
  await page.getByRole('button', { name: plainEnglish['login.replace.stay'] }).click()
  await visible(ownWidget(page).success)
  assert.is(new URL(page.url()).search, '')
  assert.equal(visitor.sent('POST /magic_links/authenticate'), [])
  assert.is(await session(), before)
})

visiting('real React: signs in, keeps the session, signs out', async (arrive) => {
  const visitor = await comeTo(arrive, hostOf(await app(), { config: codes('email') }))
  const { page } = visitor
  await enterCode(visitor)
  const logOut = page.getByRole('button', { name: `Log out ${EMAIL}` })
  await visible(logOut)
  await isHidden(visitor)
  await page.reload()
  await visible(logOut)
  await visitor.idle()
  await logOut.click()
  await logOut.waitFor({ state: 'detached' })
  assert.equal(await page.context().cookies(visitor.site), [])
})

visiting('a second factor before the session, by keyboard: the code of the app, then no question on a trusted device', async (arrive) => {
  const visitor = await comeTo(arrive, {
    config: { products: ['passwords'] },
    attributes,
    project: { second_factor: 'before_session' },
    html: (tag) => hostPage(`<main><h1>A host</h1><div id="login"></div>${tag}</main>`),
  })
  const { page, emulator } = visitor
  emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD, totp: { secret: SECRET } }] })
  const logIn = async () => {
    await ownWidget(page).email.fill(EMAIL)
    await page.keyboard.press('Enter')
    await page.locator('#password-input').fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await logIn()
  await visible(ownWidget(page).codeAwaited)
  const cookie = (await page.context().cookies(visitor.site)).map(({ name, httpOnly }) => [name, httpOnly])
  assert.equal(cookie, [['latchkey_first_factor', true]])
  assert.is(await page.evaluate(() => document.cookie), '')
  assert.equal(await findingsOfAxe(page), [])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  assert.is(await page.getByLabel(plainEnglish['secondFactor.trustDevice']).isChecked(), true)
  await page.keyboard.press('Tab')
  await page.keyboard.type(new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: emulator.clock.now() }))
  await visible(ownWidget(page).success)
  assert.equal(
    (await visitor.heard()).map(({ detail }) => detail.type),
    ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'],
  )
  assert.is(visitor.sent('POST /totps/authenticate')[0].trust_device, true)
  await isHidden(visitor)
  await page.reload()
  await logIn()
  await visible(ownWidget(page).success)
  assert.is(visitor.sent('POST /totps/authenticate').length, 1)
})

test.run()
