/**
 * Tests the examples on Next.js as a newcomer would run them, and built for production: the first HTML of examples/next has the form, it is hydrated in
 * StrictMode, and its visitor signs in; the Playwright tests of examples/next-server pass. They are in one file because the second uses the installed
 * packages of the first.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { findChromium } from '../harness/chromium.ts'
import { holdRoute } from '../chromium/prerenderedPages.ts'
import { PUBLIC_TOKEN, SEND_LINK, until, visible, visiting, widget, type Arrive } from '../chromium/visitors.ts'
import { freePort } from './application.ts'
import { copiedOut, leaveNothing, nothingFound, terminal, TROUBLE, tryOut } from './newcomer.ts'

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

/** A visitor whose page has the emulator in the place of the one that the application is built with. */
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

test('next-server: npm run dev, a log-in with the code from the outbox, a sign-out, Ctrl-C', async () => {
  await tryOut(folder, { PORT: String(await freePort()) })
})

test.run()
