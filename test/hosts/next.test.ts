/**
 * Tests examples/next as a newcomer would run it, and then in development and built: its first HTML has the form, it is hydrated in StrictMode, and its
 * visitor signs in.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { holdRoute } from '../browser/prerenderedPages.ts'
import { PUBLIC_TOKEN, SEND_LINK, until, visible, visiting, widget, type Arrive } from '../browser/visitors.ts'
import { freePort } from './application.ts'
import { copiedOut, leaveNothing, nothingFound, terminal, tryOut } from './newcomer.ts'

let folder: string
test.before(async () => {
  folder = await copiedOut('next')
})

/** The URL of the emulator that the application is built with. Each test replaces it by its own. */
const EMULATOR = 'http://localhost:4100'

let next: ChildProcess | undefined
let printed = ''
/** Also ends the workers that it has started. */
const end = () => {
  if (next?.pid)
    try {
      process.kill(-next.pid)
    } catch {}
}
test.after(async () => {
  end()
  await closeBrowser()
  leaveNothing()
})

const program = () => join(folder, 'node_modules/next/dist/bin/next')
const environment = () => terminal({ STYTCH_PUBLIC_TOKEN: PUBLIC_TOKEN, STYTCH_BASE_URL: EMULATOR })

/** Starts `next dev` or `next start`. Resolves with its URL when it answers. */
const serve = async (command: 'dev' | 'start') => {
  end()
  printed = ''
  const port = await freePort()
  next = spawn(process.execPath, [program(), command, '--port', String(port)], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(),
  })
  for (const stream of [next.stdout!, next.stderr!])
    stream.on('data', (data) => {
      printed += data
    })
  const address = `http://localhost:${port}`
  const html = await until(
    () =>
      fetch(address).then(
        (answer) => answer.text(),
        () => '',
      ),
    'the server',
    180_000,
  )
  assert.match(html, /<input id="email-input"/, printed)
  return address
}

/** A visitor signs in, and React logs nothing about the page. */
const signIn = async (arrive: Arrive, address: string) => {
  const said: string[] = []
  const visitor = await arrive({ path: null, first: async (page) => void page.on('console', (message) => said.push(message.text())) })
  const { page, emulator } = visitor
  page.setDefaultTimeout(60_000)
  await page.route(`${EMULATOR}/**`, (route) => route.continue({ url: route.request().url().replace(EMULATOR, visitor.provider) }))
  await page.goto(address)
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await visitor.message()).code!)
  await visible(page.getByText('You are signed in as ada@example.com.'))
  assert.is(emulator.requests().filter(({ path }) => path.endsWith('/otps/authenticate')).length, 1)
  // Nothing about hydration or a second client.
  assert.equal(
    said.filter((text) => /hydrat|More than one client|did not match|\[Latchkey\]/i.test(text)),
    [],
  )
}

test('npm run dev, a log-in with the code from the outbox, a sign-out, a doctor who finds nothing, Ctrl-C', async () => {
  await tryOut(folder, { PORT: String(await freePort()) }, nothingFound)
})

visiting('next dev: renders on the server, with styles, creates one client in StrictMode, and a visitor signs in', async (arrive) => {
  await signIn(arrive, await serve('dev'))
})

visiting('next build: the same application, rendered at build time', async (arrive) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program(), 'build'], {
    cwd: folder,
    encoding: 'utf8',
    env: environment(),
  })
  assert.is(status, 0, stdout + stderr)
  const chunks = readdirSync(join(folder, '.next/static'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  assert.ok(chunks.length > 0)
  assert.equal(
    chunks.filter((name) => readFileSync(join(folder, '.next/static', name), 'utf8').includes('lk-noscript')),
    [],
    'the form of a server is for servers',
  )
  await signIn(arrive, await serve('start'))
})

visiting(
  'next build, with a policy that allows scripts and styles by a nonce: the form has its style before any script, and takes a press',
  async (arrive) => {
    const address = await serve('start')
    const visitor = await arrive({ path: null })
    const { page } = visitor
    page.setDefaultTimeout(60_000)
    await page.route(`${EMULATOR}/**`, (route) => route.continue({ url: route.request().url().replace(EMULATOR, visitor.provider) }))
    const release = await holdRoute(page, '**/*.js*')
    await page.goto(`${address}/strict`, { waitUntil: 'commit' })
    assert.match((await (await fetch(`${address}/strict`)).headers.get('content-security-policy'))!, /style-src 'nonce-[^']+'(;|$)/)
    const button = widget(page).continueWithEmail
    assert.is(await button.evaluate((element) => getComputedStyle(element).backgroundColor), 'rgb(25, 48, 61)')
    await widget(page).email.fill('ada@example.com')
    await button.click()
    assert.is(await button.getAttribute('aria-busy'), 'true')
    release()
    await visible(widget(page).checkYourEmail)
    assert.is(visitor.sent(SEND_LINK).length, 1)
  },
)

test.run()
