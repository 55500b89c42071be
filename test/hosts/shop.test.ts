/**
 * The real Better Auth with `hideAddresses` and a second factor, in this process: nobody learns
 * from a call, from how much work it is or from the screens whether an address has an account, and
 * a second factor comes before the session. Work is counted, because a clock says little on a busy
 * machine: what takes long is a hash of a password and a statement that writes.
 */
import '../built/all.ts'
import { join } from 'node:path'
import { TOTP, URI } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { hostPage, networkNote, ownWidget, until, visible } from '../chromium/visitors.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { root } from './application.ts'
import { leaveNothing } from './newcomer.ts'
import { ownServer } from './ownServer.ts'
import { createShop, nextCode, SHOP, startProvider } from './shop.ts'

const test = suite('hidden addresses and a second factor')

const { folder, load } = await ownServer()
const provider = await startProvider(load)

const work = { hashes: 0, writes: 0 }
const [{ LibsqlDialect }, { createClient }, { hashPassword, verifyPassword }] = await Promise.all(
  ['@libsql/kysely-libsql', '@libsql/client', 'better-auth/crypto'].map(load),
)
const client = createClient({ url: `file:${folder}/shop.db` })
const execute = client.execute.bind(client)
client.execute = (statement: { sql: string }) => {
  // the limits count by the visitor
  if (/^(?:insert|update|delete)(?! into "rateLimit"| "rateLimit"| from "rateLimit")/i.test(statement.sql)) work.writes++
  return execute(statement)
}
/** Counts each hash of a password. */
const counting =
  <Given, Result>(run: (given: Given) => Result) =>
  (given: Given) => {
    work.hashes++
    return run(given)
  }
const { auth, bridge, sent, createVisitor } = await createShop(load, { dialect: new LibsqlDialect({ client }), type: 'sqlite' }, provider, {
  // who signs up with a password would learn that an address is taken
  passwords: { disableSignUp: true, password: { hash: counting(hashPassword), verify: counting(verifyPassword) } },
  addresses: { hideAddresses: true },
})

test.after(async () => {
  provider.close()
  await closeBrowser()
  leaveNothing()
})

const duration = { session_duration_minutes: 60 }
const PASSWORD = 'correct horse'

/** The newest message to an address, which `ask` makes the server send. */
const after = async (to: string, ask: () => Promise<unknown>) => {
  const before = sent.length
  await ask()
  const newest = () => sent.slice(before).find((message) => message.to === to)
  await until(() => !!newest(), `a mail to ${to}`)
  return newest()!.text
}

/**
 * A new visitor of a shop that hides addresses comes by a code, and gets a password by a reset.
 * Resolves with their browser.
 */
const createUser = async (email: string, hasPassword = true) => {
  const visitor = createVisitor()
  const call = (path: string, body: object) => visitor.post(`/auth/sdk/v1${path}`, { ...body, ...duration })
  let method_id = ''
  const code = await after(email, async () => {
    method_id = (await call('/otps/email/login_or_create', { email })).json.data.method_id
  })
  assert.is((await call('/otps/authenticate', { token: /\d{6}/.exec(code)![0], method_id })).status, 200)
  if (!hasPassword) return visitor
  const reset = new URL(await after(email, () => call('/passwords/email/reset/start', { email })))
  assert.is((await call('/passwords/email/reset', { token: reset.searchParams.get('token'), password: PASSWORD })).status, 200)
  return visitor
}

/** What a page can ask about an address, and how many hashes and writes that is. */
const calls: [route: string, body: object, hashes: number, writes: number][] = [
  ['/users/search', {}, 0, 0],
  ['/passwords/authenticate', { password: 'a wrong password', ...duration }, 1, 2],
  ['/passwords', { password: PASSWORD, ...duration }, 0, 0],
  ['/magic_links/email/login_or_create', {}, 0, 3],
  ['/otps/email/login_or_create', {}, 0, 5],
]

test('a call answers the same for every address, after the same work', async () => {
  const [known, passwordless] = ['known@example.com', 'passwordless@example.com']
  await createUser(known)
  await createUser(passwordless, false)
  const ask = async (route: string, body: object, email: string) => {
    const before = { ...work }
    const { status, json } = await createVisitor().post(`/auth/sdk/v1${route}`, { ...body, email })
    const { request_id: _, method_id: __, ...answer } = json.data ?? json
    return { status, answer, hashes: work.hashes - before.hashes, writes: work.writes - before.writes }
  }
  for (const [route, body, hashes, writes] of calls) {
    const unknown = await ask(route, body, 'unknown@example.com')
    assert.equal([unknown.hashes, unknown.writes], [hashes, writes], route)
    for (const email of [known, passwordless]) assert.equal(await ask(route, body, email), unknown, `${route} ${email}`)
  }
  // Better Auth writes a token for a known address alone, so the bridge answers after a time of its
  // own
  const answers = await Promise.all(
    [known, passwordless, 'unknown@example.com'].map((email) => ask('/passwords/email/reset/start', {}, email)),
  )
  assert.equal(
    answers.map(({ status, answer }) => ({ status, answer })),
    answers.map(() => ({ status: 200, answer: { status_code: 200 } })),
  )
})

const config = { products: ['passwords', 'emailMagicLinks'], emailMagicLinksOptions: {}, successURL: '/account' }
const login = hostPage(
  `<div id="login"></div><script src="/embed/embed.js" data-element="#login" data-backend="/auth" data-config='${JSON.stringify(config)}' async></script>`,
)

/** Opens the shop in Chromium, as a visitor with an address of their own. */
const comeIn = async () => {
  const { page, complaints } = await visit()
  const headers = bridge.headersOf!(Math.floor(Math.random() * 60_000))
  await page.context().route(`${SHOP}/**`, async (route) => {
    const asked = route.request()
    const { pathname } = new URL(asked.url())
    if (pathname.startsWith('/embed/')) return route.fulfill({ path: join(root, 'dist', pathname) })
    if (!pathname.startsWith('/auth/'))
      return route.fulfill({ contentType: 'text/html', body: pathname === '/' ? login : hostPage('<h1>Your account</h1>') })
    const init = { method: asked.method(), headers: { ...(await asked.allHeaders()), ...headers }, body: asked.postData() }
    const answer = await bridge.fetch!(new Request(asked.url(), init))
    const answered: Record<string, string> = Object.fromEntries(answer.headers)
    const cookies = answer.headers.getSetCookie().join('\n')
    await route.fulfill({
      status: answer.status,
      headers: { ...answered, ...(cookies && { 'set-cookie': cookies }) },
      body: await answer.text(),
    })
  })
  await page.goto(`${SHOP}/`)
  return { page, complaints }
}

const typeEmail = async (page: Page, email: string) => {
  await ownWidget(page).email.fill(email)
  await page.keyboard.press('Enter')
  await visible(page.locator('#password-input'))
}
const typePassword = async (page: Page, password: string) => {
  await page.locator('#password-input').fill(password)
  await page.keyboard.press('Enter')
}
const account = (page: Page) => page.getByRole('heading', { name: 'Your account' })

test('a return from a provider without a log-in ends on the page with the form, with the reason', async () => {
  const begin = async () => {
    const visitor = createVisitor()
    const start = `${SHOP}/auth/v1/public/oauth/google/start?login_redirect_url=${encodeURIComponent(`${SHOP}/login?a=1`)}`
    return { visitor, page: (await visitor.open(start, { headers: { referer: `${SHOP}/login` } })).location }
  }
  const ends = async (visitor: ReturnType<typeof createVisitor>, url: string) => (await visitor.open(url)).location.replace(SHOP, '')
  const cancelled = await begin()
  const { searchParams } = new URL(cancelled.page)
  const back = new URL(searchParams.get('redirect_uri')!)
  back.search = `?${new URLSearchParams({ error: 'access_denied', state: searchParams.get('state')! })}`
  assert.is(await ends(cancelled.visitor, back.href), '/login?a=1&error=access_denied')
  for (const query of ['?code=x', '?error=access_denied', '?code=x&state=unknown']) {
    back.search = query
    assert.match(await ends(createVisitor(), back.href), /^\/\?error=(state_\w+|please_restart_the_process)/, query)
  }
  // somebody who has an account with this address, which nobody has proven
  const login = `linus${crypto.randomUUID().slice(0, 8)}`
  await createUser(`${login}@example.com`)
  const where = [{ field: 'email', value: `${login}@example.com` }]
  await (await auth.$context).adapter.update({ model: 'user', where, update: { emailVerified: false } })
  const { visitor, page } = await begin()
  assert.is(await ends(visitor, await provider.signIn(page, login)), '/login?a=1&error=account_not_linked')
})

test('in a browser, every address leads through the same screens, and the mail decides', async () => {
  await createUser('screens@example.com')
  const screensOf = async (email: string) => {
    const { page } = await comeIn()
    const seen: string[] = []
    const note = async () => seen.push((await page.locator('#login').innerText()).replaceAll(email, 'THE ADDRESS'))
    await typeEmail(page, email)
    await note()
    await typePassword(page, 'a wrong password')
    await visible(page.getByRole('alert').filter({ hasText: /./ }))
    await note()
    await ownWidget(page).forgotPassword.click()
    await visible(page.getByRole('heading', { name: /check your email/i }))
    await note()
    return seen
  }
  const screens = await screensOf('screens@example.com')
  assert.equal(await screensOf('somebody.else@example.com'), screens)
  assert.is(new Set(screens).size, 3)

  // the mail of a new visitor makes their account, and the password of another one signs in
  const { page } = await comeIn()
  await typeEmail(page, 'new@example.com')
  const link = await after('new@example.com', () => ownWidget(page).emailMeLink.click())
  await page.goto(link)
  await visible(account(page))
  const other = (await comeIn()).page
  await typeEmail(other, 'screens@example.com')
  await typePassword(other, PASSWORD)
  await visible(account(other))
})

test('in a browser, a second factor comes before the session: the code of the app, a trusted device, and a recovery code', async () => {
  const email = 'second@example.com'
  const owner = await createUser(email)
  const { json } = await owner.post('/api/auth/two-factor/enable', { password: PASSWORD })
  const app = URI.parse(json.totpURI) as TOTP
  const code = () => nextCode(app)
  assert.is((await owner.post('/auth/sdk/v1/totps/authenticate', { totp_code: app.generate(), ...duration })).status, 200)

  const { page, complaints } = await comeIn()
  const cookies = async () =>
    (await page.context().cookies(SHOP)).map(({ name, httpOnly }) => [name.replace(/^__Host-(?:shop\.|latchkey_)/, ''), httpOnly])
  const logIn = async (on: Page) => {
    await typeEmail(on, email)
    await typePassword(on, PASSWORD)
  }
  await logIn(page)
  await visible(ownWidget(page).codeAwaited)
  assert.equal(await cookies(), [['two_factor', true]], 'there is no session yet')
  await page.getByLabel('Trust this device').check()
  await ownWidget(page).code.focus()
  const wrong = code() === '000000' ? '111111' : '000000'
  await page.keyboard.type(wrong)
  await visible(page.getByRole('alert').filter({ hasText: /./ }))
  await visible(ownWidget(page).codeAwaited)
  await page.keyboard.type(code())
  await visible(account(page))
  assert.equal((await cookies()).sort(), [
    ['known', true],
    ['session_token', true],
    ['trust_device', true],
  ])
  // the session ends, and the device stays trusted
  await page.context().clearCookies({ name: '__Host-shop.session_token' })
  await page.goto(`${SHOP}/`)
  await logIn(page)
  await visible(account(page))

  const elsewhere = (await comeIn()).page
  await logIn(elsewhere)
  await visible(ownWidget(elsewhere).codeAwaited)
  await elsewhere.getByRole('button', { name: 'Recovery code' }).click()
  const recoveryCode = elsewhere.getByRole('textbox', { name: 'Recovery code' })
  await recoveryCode.fill(json.backupCodes[0])
  // a press counts once the visitor can have seen the page
  await visible(elsewhere.getByRole('button', { name: 'Continue', disabled: false }))
  await recoveryCode.press('Enter')
  await visible(elsewhere.getByRole('heading', { name: 'Recovery code accepted' }))
  await elsewhere.getByRole('button', { name: 'Continue' }).click()
  await visible(account(elsewhere))
  assert.equal(
    complaints.filter((complaint) => !networkNote.test(complaint)),
    [],
  )
})

test.run()
