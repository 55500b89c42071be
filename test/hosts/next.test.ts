/**
 * Tests the examples on Next.js as a newcomer would run them, and built for production: the first
 * HTML of examples/next has the form, it is hydrated in StrictMode, and its visitor signs in; the
 * Playwright tests of examples/next-server pass; and a visitor of examples/own-server-next signs in
 * to Better Auth. They are in one file because each uses the installed packages of the one before.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser, visit } from '../harness/browser.ts'
import { findChromium } from '../harness/chromium.ts'
import { freePort } from '../harness/ports.ts'
import { holdRoute } from '../chromium/prerenderedPages.ts'
import { networkNote, ownWidget, PUBLIC_TOKEN, SEND_LINK, until, visible, visiting, widget, type Arrive } from '../chromium/visitors.ts'
import { checkHeaders, createVisitor, openAndLand, secureAccount } from './ownServer.ts'
import { ADDRESS, copiedOut, leaveNothing, nothingFound, start, terminal, TROUBLE, tryOut } from './newcomer.ts'

let folder: string
test.before(async () => {
  folder = await copiedOut('next')
})

/** The URL of the emulator that the application is built with. Each test replaces it by its own. */
const EMULATOR = 'http://localhost:4100'

let server: ChildProcess | undefined
test.after(async () => {
  try {
    // with the workers that it has started
    if (server?.pid) process.kill(-server.pid)
  } catch {}
  await closeBrowser()
  leaveNothing()
})

/** Runs an installed program to its end. Returns what it prints. */
const run = (program: string, args: string[], env: NodeJS.ProcessEnv) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'node_modules', program), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: terminal(env),
  })
  assert.is(status, 0, stdout + stderr)
  return stdout
}

const next = 'next/dist/bin/next'

const htmlOf = async (address: string) => (await fetch(address)).text()

test('npm run dev, the form in the first HTML, a log-in with the code from the outbox, a sign-out, a doctor who finds nothing, Ctrl-C', async () => {
  await tryOut(folder, { PORT: String(await freePort()) }, async (page: Page, address: string) => {
    assert.match(await htmlOf(address), /<input id="email-input"/)
    await nothingFound(page, address)
  })
})

let address: string
test('next build: no browser loads the form of a server; next start: the form is in the first HTML', async () => {
  const env = { STYTCH_PUBLIC_TOKEN: PUBLIC_TOKEN, STYTCH_BASE_URL: EMULATOR }
  run(next, ['build'], env)
  const chunks = readdirSync(join(folder, '.next/static'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  assert.ok(chunks.length > 0)
  assert.equal(
    chunks.filter((name) => readFileSync(join(folder, '.next/static', name), 'utf8').includes('lk-noscript')),
    [],
    'the form of a server is for servers',
  )
  const port = await freePort()
  server = spawn(process.execPath, [join(folder, 'node_modules', next), 'start', '--port', String(port)], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: terminal(env),
  })
  address = `http://localhost:${port}`
  const html = await until(() => htmlOf(address).catch(() => ''), 'the server', 60_000)
  assert.match(html, /<input id="email-input"/)
})

/**
 * A visitor whose page has the emulator instead of the one that the application is built with.
 */
const behind = async (arrive: Arrive) => {
  const said: string[] = []
  const visitor = await arrive({ path: null, first: async (page) => void page.on('console', (message) => said.push(message.text())) })
  const { page } = visitor
  page.setDefaultTimeout(60_000)
  await page.route(`${EMULATOR}/**`, (route) => route.continue({ url: route.request().url().replace(EMULATOR, visitor.provider) }))
  return { ...visitor, said }
}

visiting('next start: a visitor signs in, and React logs nothing about the page', async (arrive) => {
  const { page, emulator, message, said } = await behind(arrive)
  await page.goto(address)
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await message()).code!)
  await visible(page.getByText('You are signed in as ada@example.com.'))
  assert.is(emulator.requests().filter(({ path }) => path.endsWith('/otps/authenticate')).length, 1)
  // Nothing about hydration or a second client.
  assert.equal(
    said.filter((text) => TROUBLE.test(text)),
    [],
  )
})

visiting(
  'next start, with a policy that allows scripts and styles by a nonce: the form has its style before any script, and takes a press',
  async (arrive) => {
    const { page, sent } = await behind(arrive)
    const release = await holdRoute(page, '**/*.js*')
    await page.goto(`${address}/strict`, { waitUntil: 'commit' })
    assert.match((await fetch(`${address}/strict`)).headers.get('content-security-policy')!, /style-src 'nonce-[^']+'(;|$)/)
    const button = widget(page).continueWithEmail
    assert.is(await button.evaluate((element) => getComputedStyle(element).backgroundColor), 'rgb(25, 48, 61)')
    await widget(page).email.fill('ada@example.com')
    await button.click()
    assert.is(await button.getAttribute('aria-busy'), 'true')
    release()
    await visible(widget(page).checkYourEmail)
    assert.is(sent(SEND_LINK).length, 1)
  },
)

test('next-server, built for production: its Playwright tests pass: signed out, signed in, after five minutes, revoked, forged', async () => {
  folder = await copiedOut('next-server', folder)
  const env = { PORT: String(await freePort()), STYTCH_BASE_URL: `http://localhost:${await freePort()}`, CHROME_PATH: findChromium() }
  run(next, ['build'], { ...env, NODE_ENV: 'production' })
  assert.match(run('@playwright/test/cli.js', ['test'], env), '6 passed')
})

test('own-server-next: npm start, a link from the terminal, a page that the server protects, the account, the consent of an app, a sign-out', async () => {
  folder = await copiedOut('own-server-next', folder)
  const program = start(folder, 'start', { PORT: String(await freePort()) })
  const own = await program.prints(ADDRESS)
  assert.match(await htmlOf(own), /<input id="email-input"/)
  const { page, complaints } = await visit()
  page.on('console', (message) => void (TROUBLE.test(message.text()) && complaints.push(message.text())))
  await page.goto(`${own}/account`)
  await ownWidget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await ownWidget(page).emailMeLink.click()
  await openAndLand(page, await program.prints(/(http:\S+token=\S+)/), '/account')
  await visible(page.getByText('You are signed in as ada@example.com.'))
  await visible(ownWidget(page).addPasskey)
  assert.is(await page.evaluate(() => document.cookie), '', 'no script can read the session')

  const cookie = (await page.context().cookies()).map((each) => `${each.name}=${each.value}`).join('; ')
  for (const headers of [undefined, { cookie }])
    for (const path of ['/', '/?token=a', '/account', '/security', '/consent', '/nothing'])
      checkHeaders(await fetch(own + path, { headers, redirect: 'manual' }), path, path !== '/nothing')

  await secureAccount(page, own, '/api/auth/widget', async (ask) => {
    await ask()
    return program.prints(/Choose a new password here:\n\n(\S+)/)
  })

  const redirect_uri = 'https://app.example/callback'
  // no route of the example makes apps, so it is in the database already
  const client_id = 'an-app'
  const columns = {
    id: '1',
    clientId: client_id,
    name: 'An app',
    redirectUris: JSON.stringify([redirect_uri]),
    tokenEndpointAuthMethod: 'none',
  }
  const insert = `insert into "oauthClient" (${Object.keys(columns).map((name) => `"${name}"`)}) values (${Object.keys(columns).map(() => '?')})`
  const script = `import { createClient } from '@libsql/client'
    await createClient({ url: 'file:app.db' }).execute({ sql: ${JSON.stringify(insert)}, args: ${JSON.stringify(Object.values(columns))} })`
  const inserted = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
  assert.is(inserted.status, 0, String(inserted.stderr))
  const asked = {
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  }
  const asks = `${own}/api/auth/oauth2/authorize?${new URLSearchParams(asked)}`
  await page.goto(asks)
  await visible(page.getByText('An app').first())
  await visible(page.getByRole('button', { name: 'Allow' }))

  await page.goto(`${own}/account`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await visible(ownWidget(page).email)
  await page.goto(`${own}/account`)
  await visible(ownWidget(page).email)
  // the app's request stays in the page's address while the visitor logs in
  await page.goto(asks)
  await visible(ownWidget(page).email)
  assert.is(new URL(page.url()).searchParams.get('client_id'), client_id)
  // a browser notes each answer that nobody is signed in
  assert.equal(
    complaints.filter((complaint) => !networkNote.test(complaint)),
    [],
  )

  // limits count by the address, which Next.js has
  const guess = () =>
    fetch(`${own}/api/auth/widget/sdk/v1/passwords/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sdk-client': 'e30=', origin: own },
      body: JSON.stringify({ email: 'ada@example.com', password: 'wrong horse', session_duration_minutes: 60 }),
    })
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) statuses.push((await guess()).status)
  // three count, and the visitor's log-in above may be one of them
  assert.match(statuses.join(), /^401(,401){0,2}(,429)+$/)
  await program.interrupt()
})

test('own-server-next: two processes that start together on an empty SQLite, and 10 log-ins at once', async () => {
  const ports = [await freePort(), await freePort()]
  const url = `http://localhost:${ports[0]}`
  const servers = ports.map((port) => {
    const child = spawn(process.execPath, [join(folder, 'node_modules', next), 'start', '--port', String(port)], {
      cwd: folder,
      env: terminal({ BASE_URL: url, DATABASE_URL: 'file:together.db' }),
    })
    const started = { child, port, printed: '' }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (started.printed += data))
    return started
  })
  try {
    await until(() => servers.every(({ printed }) => printed.includes('Ready')), 'both servers', 60_000)
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const email = `together${at}@example.com`
        const server = servers[at % 2]!
        const { call } = createVisitor(url)
        const ask = (route: string, body: object) => call(route, body, {}, `http://localhost:${server.port}`, '/api/auth/widget')
        await ask('POST /magic_links/email/login_or_create', { email })
        const mail = new RegExp(`To: ${email}\\n[^]*?token=([^\\s&]+)`)
        const token = await until(() => mail.exec(server.printed)?.[1], `a mail to ${email}`)
        return (await ask('POST /magic_links/authenticate', { token, session_duration_minutes: 60 })).status
      }),
    )
    assert.equal(
      statuses,
      Array.from({ length: 10 }, () => 200),
    )
  } finally {
    for (const { child } of servers) child.kill()
  }
})

test.run()
