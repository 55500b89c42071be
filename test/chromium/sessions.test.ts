/**
 * Tests the life of a session in a real browser: reloads, tabs, blocked storage
 * (docs/decisions/README.md#sessions).
 */
import '../built/headless.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import {
  codes,
  each,
  inCode,
  PUBLIC_TOKEN,
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
const PASSWORD = 'vRIQomL!faE2S44s'
const STATE = `stytch_sdk_state_${PUBLIC_TOKEN}`
const CHECK = 'POST /sessions/authenticate'

type Host = { client: any; states: boolean[] }

/**
 * A host's page that records each sign-in and sign-out that it is told about. `options` are more
 * options of its client.
 */
const notingWith = (options: object): Arrangement => ({
  html: inCode(
    options,
    { config: codes('email') },
    `
    window.states = []
    client.onStateChange(({ session }) => states.push(!!session))
  `,
  ),
})
const noting = notingWith({})

const signIn = async ({ page, message, emulator }: Visitor) => {
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await message(emulator.outbox().length)).code!)
  await visible(widget(page).success)
}

/**
 * Waits until a tab has received everything that the other one has stored so far. Events arrive in
 * order, so it waits for the last one.
 */
const heard = async (tab: Page, other: Page) => {
  await tab.evaluate(() => {
    const last = new Promise<void>((done) => addEventListener('storage', ({ key }) => key === 'last' && done()))
    Object.assign(window, { last })
  })
  await other.evaluate(() => localStorage.setItem('last', String(Math.random())))
  await tab.evaluate(() => (window as unknown as { last: Promise<void> }).last)
}

/** Everything that scripts can read in the page's storage, without cookies. */
const storage = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

const session = (page: Page) => page.evaluate(() => (window as unknown as Host).client.session.getSync()?.session_id as string | undefined)
const user = (page: Page) => page.evaluate(() => (window as unknown as Host).client.user.getSync()?.emails[0].email as string | undefined)
const signOut = (page: Page) => page.evaluate(() => (window as unknown as Host).client.session.revoke().then(() => {}))

visiting('a reload keeps the session: cookies, user, and one check with the provider', async (arrive) => {
  const visitor = await arrive(noting)
  const { page } = visitor
  await signIn(visitor)
  const before = await session(page)
  const cookies = await page.context().cookies(visitor.site)
  const soon = Date.now() / 1000 + 30 * 60
  for (const name of ['stytch_session', 'stytch_session_jwt']) {
    const cookie = cookies.find((found) => found.name === name)!
    assert.equal([cookie.path, cookie.sameSite, cookie.secure, cookie.httpOnly, cookie.domain], ['/', 'Lax', false, false, 'localhost'])
    assert.ok(Math.abs(cookie.expires - soon) < 60, `${name} expires with the session`)
  }
  await page.reload()
  await visible(widget(page).email)
  assert.is(await session(page), before)
  assert.is(await user(page), EMAIL)
  await until(() => visitor.sent(CHECK).length > 0, 'the check')
  await visitor.idle()
  assert.equal(visitor.sent(CHECK), [{}])
  assert.is(await session(page), before)
  assert.equal(await page.evaluate(() => (window as unknown as Host).client.session.getTokens() !== null), true)
})

visitingInAll(
  'on a site with TLS, the cookies of a session are Secure and SameSite=Lax; scripts can read them, and no other storage has their tokens',
  async (arrive) => {
    const secure = 'https://app.site.test'
    const visitor = await arrive({ ...notingWith({ customBaseUrl: secure }), path: null, project: { allowed_origins: [secure] } })
    const { page, site, provider } = visitor
    await page.route(`${secure}/**`, async (route) => {
      const url = route.request().url()
      await route.fulfill({ response: await route.fetch({ url: url.replace(secure, url.includes('/sdk/') ? provider : site) }) })
    })
    await page.goto(secure)
    await signIn(visitor)
    assert.equal(
      (await page.context().cookies(secure)).map(({ name, secure, sameSite, httpOnly }) => [name, secure, sameSite, httpOnly]).sort(),
      [
        ['stytch_session', true, 'Lax', false],
        ['stytch_session_jwt', true, 'Lax', false],
      ],
    )
    const stored = await storage(page)
    assert.ok(stored.includes(EMAIL))
    for (const { value } of await page.context().cookies(secure)) {
      assert.ok((await page.evaluate(() => document.cookie)).includes(value))
      assert.not.ok(stored.includes(value))
    }
  },
)

visitingInAll('no script can read a session that the project keeps in HttpOnly cookies, and it works', async (arrive) => {
  const visitor = await arrive({
    ...notingWith({ endpointOptions: { apiDomain: 'login.example.com' } }),
    project: { opaque_tokens: true },
  })
  const { page } = visitor
  await signIn(visitor)
  assert.is(await user(page), EMAIL)
  const readable = (await page.evaluate(() => document.cookie)) + (await storage(page))
  const cookies = await page.context().cookies(visitor.site)
  assert.is(cookies.length, 2)
  for (const { value, httpOnly } of cookies) {
    assert.ok(httpOnly)
    assert.not.ok(readable.includes(value))
  }
  const before = visitor.sent(CHECK).length
  await page.reload()
  await until(() => visitor.sent(CHECK).length > before, 'the check')
  await visitor.idle()
  assert.is(await user(page), EMAIL)
  await signOut(page)
  assert.equal(await page.context().cookies(visitor.site), [])
})

visitingInAll('a header of another bundle (dist/headless/) signs in and out together with the form', async (arrive) => {
  const visitor = await arrive({
    html: (site, provider) =>
      (noting.html as (site: string, provider: string) => string)(site, provider).replace(
        '</script>',
        `
    const { HeadlessClient } = await import('/headless/index.js')
    const header = new HeadlessClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' })
    window.heard = []
    header.user.onChange((user) => heard.push(user?.emails[0].email ?? null))
    Object.assign(window, { header })
  </script>`,
      ),
  })
  const { page } = visitor
  const known = () =>
    page.evaluate(() => {
      const { header, client, heard } = window as unknown as { header: any; client: any; heard: unknown[] }
      return [header, client].map(({ user }) => user.getSync()?.emails[0].email ?? null).concat(heard)
    })
  await signIn(visitor)
  assert.equal(await known(), [EMAIL, EMAIL, EMAIL])
  await page.evaluate(() => (window as unknown as { header: any }).header.session.revoke().then(() => {}))
  assert.equal(await known(), [null, null, EMAIL, null])
  assert.equal(await page.evaluate(() => (window as unknown as Host).states), [true, false])
  await page.reload()
  await visible(widget(page).email)
  await visitor.idle()
  assert.is(visitor.sent('GET /projects/bootstrap/' + PUBLIC_TOKEN).length, 2, 'settings are asked for once a page')
})

visiting('a second tab signs in and out with the first', async (arrive) => {
  const visitor = await arrive(noting)
  const { page } = visitor
  const other = await visitor.tab()
  await visible(widget(other).email)
  await other.waitForFunction(() => (window as unknown as Host).states !== undefined)
  await signIn(visitor)
  await heard(other, page)
  // The code that keeps the session may have to load first.
  await until(() => session(other), 'the session in the other tab')
  // The tab trusts what the first tab has stored.
  assert.equal(visitor.sent(CHECK), [])
  assert.is(await session(other), await session(page))
  assert.is(await user(other), EMAIL)
  await signOut(other)
  await heard(page, other)
  await until(async () => !(await session(page)), 'the sign-out in the first tab')
  assert.is(await visitor.session(), undefined)
  for (const tab of [page, other]) assert.equal((await tab.evaluate(() => (window as unknown as Host).states)).slice(-2), [true, false])
  // Again, in the other direction.
  await signIn({ ...visitor, page: other })
  await heard(page, other)
  await until(() => session(page), 'the session in the first tab')
  assert.is(await session(page), await session(other))
})

visitingInAll('a refresh that is under way does not undo a sign-out', async (arrive) => {
  const visitor = await arrive(noting)
  const { page } = visitor
  await signIn(visitor)
  await page.reload()
  await until(() => visitor.sent(CHECK).length > 0, 'the first check')
  const other = await visitor.tab()
  await until(async () => await session(other), 'the second tab is signed in')
  for (const tab of [page, other]) await visitor.idle(tab)
  const answer = await page.evaluate(() => (window as unknown as Host).client.session.authenticate())
  const checks = visitor.sent(CHECK).length
  // An answer that the provider gave before the sign-out, and that arrives after it.
  visitor.emulator.faults([{ route: CHECK, hold: 'refresh', times: 1, status: 200, body: { data: answer } }])
  // The host decides what to do with the result. This test checks the state that remains.
  const refreshing = page.evaluate(() => (window as unknown as Host).client.session.authenticate()).catch(() => {})
  await until(() => visitor.sent(CHECK).length > checks, 'the refresh')
  await signOut(other)
  await heard(page, other)
  assert.is(await session(page), undefined)
  assert.is(visitor.emulator.release('refresh'), 1)
  await refreshing
  for (const tab of [page, other]) await visitor.idle(tab)
  assert.is(await session(page), undefined)
  assert.is(await session(other), undefined)
  assert.is(await visitor.session(), undefined)
})

visitingInAll('a tab that is still loading when another tab signs out is signed out, whichever file is missing', async (arrive) => {
  for (const chunk of ['engine', 'laterEngine']) {
    const visitor = await arrive(noting)
    const { page } = visitor
    await signIn(visitor)
    const other = await page.context().newPage()
    let arrives = () => {}
    const held = new Promise<void>((done) => {
      arrives = done
    })
    let asked = false
    await other.route(new RegExp(`/c/${chunk}\\.`), async (route) => {
      asked = true
      await held
      await route.continue()
    })
    await other.goto(visitor.site)
    await until(() => asked, `the request for ${chunk}`)
    assert.ok(await session(other))
    await signOut(page)
    await heard(other, page)
    assert.ok(await session(other), `no file that the tab has knows of the sign-out, without ${chunk}`)
    arrives()
    await other.waitForFunction(() => (window as unknown as Host).client.session.getSync() === null)
    assert.equal(await other.evaluate(() => (window as unknown as Host).states), [false])
    await visitor.leave()
  }
})

visitingInAll('the code for sessions loads with the first touch, or at once if there is a session', async (arrive) => {
  const visitor = await arrive(noting)
  const { page } = visitor
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/c/laterEngine.')).length)
  await visible(widget(page).email)
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/events')))
  assert.is(await fetched(), 0)
  await widget(page).email.focus()
  await until(fetched, 'the life of the session')
  await signIn(visitor)
  await page.reload()
  await until(fetched, 'the life of the session again')
})

const signsOut: Record<string, { status: number; body: object }> = Object.fromEntries(
  ['unauthorized_credentials', 'user_unauthenticated', 'invalid_secret_authentication', 'session_not_found'].map((error_type) => [
    error_type,
    { status: 401, body: { status_code: 401, error_type, error_message: 'No.' } },
  ]),
)
const keeps: Record<string, object> = {
  '500': { status: 500, body: 'no' },
  '429': { status: 429, body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Later.' } },
  '403': { status: 403, body: { status_code: 403, error_type: 'unauthorized_action', error_message: 'No.' } },
  'a dropped connection': { drop: true },
  rubbish: { status: 200, body: { data: { session: 1 } } },
}

visitingInAll('only the four unrecoverable errors sign out', async (arrive) => {
  const visitor = await arrive(noting)
  const { page, emulator } = visitor
  emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD }] })
  for (const [name, fault] of [...Object.entries(keeps), ...Object.entries(signsOut)]) {
    emulator.faults([])
    if (!(await visitor.session()))
      await page.evaluate(
        ([email, password]) =>
          (window as unknown as Host).client.passwords.authenticate({ email, password, session_duration_minutes: 30 }).then(() => {}),
        [EMAIL, PASSWORD],
      )
    const before = await session(page)
    assert.ok(before, name)
    const checks = visitor.sent(CHECK).length
    emulator.faults([{ route: CHECK, ...fault }])
    await page.reload()
    await until(() => visitor.sent(CHECK).length > checks, 'the check')
    await visitor.idle()
    assert.is(await session(page), name in signsOut ? undefined : before, name)
    assert.is(Boolean(await visitor.session()), !(name in signsOut), name)
  }
})

visitingInAll('state that other scripts write breaks nothing', async (arrive) => {
  const visitor = await arrive(noting)
  const { page } = visitor
  await signIn(visitor)
  const before = await session(page)
  const other = await visitor.tab()
  await until(async () => await session(other), 'the second tab is signed in')
  for (const text of [
    '{',
    '"text"',
    '7',
    '[]',
    '{}',
    '{"session":{}}',
    '{"session":{"session_id":7},"user":{"user_id":"u"}}',
    '{"__proto__":{"session":1}}',
  ]) {
    await other.evaluate(([key, text]) => localStorage.setItem(key!, text!), [STATE, text])
  }
  await heard(page, other)
  assert.is(await session(page), before)
  await page.reload()
  await visible(widget(page).email)
  await until(async () => (await session(page)) === before, 'the session is back from the provider')
})

/** How browsers restrict pages. */
const blocked: Record<string, () => void> = {
  'storage that throws': () =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Denied', 'SecurityError')
      },
    }),
  'storage that is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  },
  'cookies that are dropped': () =>
    Object.defineProperty(Document.prototype, 'cookie', {
      get() {
        return ''
      },
      set() {},
    }),
  'cookies that throw': () =>
    Object.defineProperty(Document.prototype, 'cookie', {
      get() {
        throw new DOMException('Denied', 'SecurityError')
      },
      set() {
        throw new DOMException('Denied', 'SecurityError')
      },
    }),
  'no BroadcastChannel': () => {
    delete (window as Partial<typeof globalThis>).BroadcastChannel
  },
}

visitingInAll('with blocked storage the form works and the session lives on, with one warning', async (arrive) => {
  await each(
    Object.entries(blocked),
    async ([name, block]) => {
      const warnings: string[] = []
      const visitor = await arrive({
        ...noting,
        path: null,
        first: (page) => page.addInitScript(block),
        project: { pkce_required_for_email_magic_links: true },
      })
      const { page } = visitor
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text())
      })
      await page.goto(visitor.site)
      await signIn(visitor)
      assert.ok(await session(page), name)
      assert.is(await user(page), EMAIL, name)
      const tokens = await page.evaluate(() => (window as unknown as Host).client.session.getTokens())
      assert.ok(tokens.session_token && tokens.session_jwt, name)
      // The session works for calls.
      await page.evaluate(() => (window as unknown as Host).client.user.get())
      assert.is(warnings.length, name === 'no BroadcastChannel' ? 0 : 1, `${name}: ${warnings}`)
      await signOut(page)
      assert.is(await session(page), undefined, name)
    },
    3,
  )
})

visitingInAll("a visitor's clock that is hours off neither signs out nor breaks the countdown", async (arrive) => {
  await each([-5, 5], async (hours) => {
    const visitor = await arrive({
      ...noting,
      first: (page) => page.clock.install({ time: Date.now() + hours * 3600_000 }),
    })
    const { page } = visitor
    await widget(page).email.fill(EMAIL)
    await page.keyboard.press('Enter')
    await visible(page.getByText(/^Your code expires in (5:00|4:\d\d)\.$/))
    await visible(widget(page).codeAwaited)
    await page.keyboard.type((await visitor.message()).code!)
    await visible(widget(page).success)
    const cookies = await page.context().cookies(visitor.site)
    assert.is(cookies.length, 2)
    for (const { expires } of cookies)
      assert.ok(Math.abs(expires - Date.now() / 1000 - 30 * 60) < 60, 'a cookie lives as long as its session')
    await page.reload()
    await visible(widget(page).email)
    await until(() => visitor.sent(CHECK).length >= 1, 'the check')
    await visitor.idle()
    await page.clock.fastForward(60_000)
    await visitor.idle()
    assert.ok(await session(page))
    assert.is(visitor.sent(CHECK).length, 1)
  })
})

test.run()
