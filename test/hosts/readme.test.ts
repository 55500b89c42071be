/**
 * Does what the README and docs/guides/server.md say, with their own blocks, in an empty folder
 * with the package as npm would publish it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { until, visible, widget } from '../chromium/visitors.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { npm } from '../harness/npm.ts'
import { freePort } from '../harness/ports.ts'
import { packed, root } from './application.ts'
import { leaveNothing, start } from './newcomer.ts'

/** The block of a section in a language. */
const block = (section: string, language: string, document = 'README.md') => {
  const text = readFileSync(join(root, document), 'utf8').split(`\n## ${section}\n`)[1]!.split('\n## ')[0]!
  return new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text)![1]!
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const folder = mkdtempSync(join(tmpdir(), 'latchkey-readme-'))
const ports = { page: await freePort(), react: await freePort(), emulator: await freePort() }
const emulator = `http://localhost:${ports.emulator}`

/** A sample with what the README says to change for the emulator. */
const replaced = (text: string, from: string, to: string) => {
  assert.ok(text.includes(from), `the sample has ${from}`)
  return text.replace(from, to)
}

test.before(async () => {
  const scripts = {
    server: `latchkey dev --port ${ports.emulator} -- node server.js`,
    react: `vite --port ${ports.react} --strictPort`,
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', packed(), 'express', 'vite', 'react', 'react-dom'], folder)

  const tag = replaced(block('One script tag', 'html'), 'public-token-live-...', 'public-token-test-1')
  mkdirSync(join(folder, 'public'))
  cpSync(join(folder, 'node_modules/latchkey/dist/embed'), join(folder, 'public/embed'), { recursive: true })
  writeFileSync(
    join(folder, 'public/index.html'),
    `<!doctype html><link rel="icon" href="data:,">${replaced(tag, 'data-element', `data-base-url="${emulator}" data-element`)}`,
  )
  // the command as the README prints it, for the emulator
  const [, command] = /^npx latchkey (snippet --cdn .*)$/m.exec(block('One script tag', 'sh'))!
  const args = replaced(command!, 'public-token-live-...', 'public-token-test-1').split(' ')
  const tags = execFileSync(process.execPath, ['node_modules/latchkey/dist/cli.js', ...args, '--base-url', emulator], {
    cwd: folder,
    encoding: 'utf8',
  })
  writeFileSync(join(folder, 'public/cdn.html'), `<!doctype html><link rel="icon" href="data:,">${tags}<div id="login"></div>`)
  const server = replaced(block('Express', 'js', 'docs/guides/server.md'), 'listen(3000', `listen(${ports.page}`)
  writeFileSync(join(folder, 'server.js'), server)

  const app = replaced(block('React', 'tsx'), '"public-token-live-..."', `"public-token-test-1" options={{ customBaseUrl: '${emulator}' }}`)
  writeFileSync(join(folder, 'App.tsx'), app)
  writeFileSync(
    join(folder, 'main.tsx'),
    "import { createElement } from 'react'\nimport { createRoot } from 'react-dom/client'\nimport App from './App'\ncreateRoot(document.getElementById('root')!).render(createElement(App))\n",
  )
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/main.tsx"></script>',
  )
  const beside = start(folder, 'server')
  await beside.prints(/arrive at/)
  await start(folder, 'react').prints(/Local:/)
})
test.after(async () => {
  await closeBrowser()
  leaveNothing()
  rmSync(folder, { recursive: true, force: true })
})

/** Asks for a link, and opens it. */
const signIn = async (url: string, email: string, arrange?: (page: Page) => Promise<unknown>) => {
  const { page } = await visit()
  await arrange?.(page)
  await page.goto(url)
  await widget(page).email.fill(email)
  await page.keyboard.press('Enter')
  const messages = async () => (await (await fetch(`${emulator}/_emulator/outbox`)).json()) as { to: string; url: string }[]
  const sent = await until(async () => (await messages()).find(({ to }) => to === email), 'the email')
  await page.goto(sent.url)
  await visible(page.getByText(email))
  return page
}

test('the script tag signs in, and the server greets only those with a session', async () => {
  const me = `http://localhost:${ports.page}/api/me`
  const refused = await fetch(me)
  assert.equal([refused.status, await refused.json()], [401, { error: 'no_session' }])
  const page = await signIn(`http://localhost:${ports.page}/`, 'ada@example.com')
  const greeted = await page.request.get(me)
  assert.is(greeted.status(), 200)
  assert.match((await greeted.json()).user_id, /^user-test-/)
})

test('the tags of a CDN sign in: it has the files of the package, by the addresses and hashes that the command prints', async () => {
  const asked: string[] = []
  await signIn(`http://localhost:${ports.page}/cdn.html`, 'cleo@example.com', (page) =>
    page.context().route(`https://cdn.jsdelivr.net/**`, (route) => {
      const path = new URL(route.request().url()).pathname
      asked.push(path)
      const file = path.replace(`/npm/latchkey@${version}/`, 'node_modules/latchkey/')
      return route.fulfill({ path: join(folder, file), headers: { 'access-control-allow-origin': '*' }, contentType: 'text/javascript' })
    }),
  )
  assert.ok(asked.includes(`/npm/latchkey@${version}/dist/embed/embed.js`))
})

test('the React application signs in', async () => {
  await signIn(`http://localhost:${ports.react}/`, 'bea@example.com')
})

test.run()
