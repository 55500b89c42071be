/** Runs Playwright Test on examples/playwright and on test/hosts/playwright/, with the package as npm would install it. */
import '../built/all.ts'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findChromium } from '../harness/chromium.ts'
import { filesOf } from '../harness/documents.ts'
import { freePort, root, typeErrors } from './application.ts'

const folder = join(root, '.cache/hosts/app-playwright')
const example = join(root, 'examples/playwright')
const specs = join(root, 'test/hosts/playwright')

test.before(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules/@playwright'), { recursive: true })
  symlinkSync(join(root, 'node_modules/@playwright/test'), join(folder, 'node_modules/@playwright/test'))
  for (const name of ['package.json', 'dist/testing', 'dist/emulator', 'dist/embed', 'dist/types'])
    cpSync(join(root, name), join(folder, 'node_modules/latchkey', name), { recursive: true })
  cpSync(example, folder, { recursive: true })
  for (const name of readdirSync(specs)) {
    const text = readFileSync(join(specs, name), 'utf8')
    writeFileSync(join(folder, name), text.replace('../../../src/tools/testing/playwright.ts', 'latchkey/testing/playwright'))
  }
})

/** Writes the samples of docs/guides/testing.md as printed into a folder: of several with the same name, those at this place. */
const writeSamples = (name: string, heading: string, at: number, others: Record<string, string> = {}) => {
  const files = { ...filesOf('docs/guides/testing.md', heading, at), ...others }
  mkdirSync(join(folder, name))
  for (const [file, code] of Object.entries(files)) writeFileSync(join(folder, name, file), code)
  return files
}

/** Runs Playwright Test. Returns everything that it prints. */
const playwright = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CI: '', FORCE_COLOR: '0', PORT: String(await freePort()), CHROME_PATH: findChromium(), ...env },
  })
  return { status, printed: stdout + stderr }
}

test('the example type-checks against @playwright/test as the host has it, and so do the other tests', () => {
  assert.ok(readdirSync(folder).filter((name) => name.endsWith('.ts')).length >= 5)
  assert.is(typeErrors(folder, { typeRoots: [join(root, 'node_modules/@types')], types: ['node'] }), '')
})

test('the example: signed in without a screen, codes, the clock, a held call, passkeys, wallets, Google, two browsers', async () => {
  const { status, printed } = await playwright(['login.spec.ts'])
  assert.is(status, 0, printed)
  assert.match(printed, '9 passed')
})

test('docs/guides/testing.md: its samples', async () => {
  const { 'test.ts': extended } = writeSamples('samples', 'Playwright', 0)
  assert.match(extended!, readFileSync(join(example, 'test.ts'), 'utf8').trim())
  const { status, printed } = await playwright(['samples/login.spec.ts'])
  assert.is(status, 0, printed)
  assert.match(printed, '2 passed')
})

test('docs/guides/testing.md: an emulator that your server uses too, on the ports of the sample', async () => {
  writeSamples('server', 'Playwright', 1, {
    'package.json': '{ "type": "module", "scripts": { "start": "node ../server.js" } }',
    // the sample knows of no browser but that of Playwright's own
    'here.config.ts': `import config from './playwright.config.ts'
      export default { ...config, reporter: 'line', use: { ...config.use, launchOptions: { executablePath: process.env.CHROME_PATH } } }`,
  })
  mkdirSync(join(folder, 'server/node_modules/.bin'), { recursive: true })
  symlinkSync(join(root, 'dist/cli.js'), join(folder, 'server/node_modules/.bin/latchkey'))
  const { status, printed } = await playwright(['--config', 'server/here.config.ts'], { PORT: undefined })
  assert.is(status, 0, printed)
  assert.match(printed, '2 passed')
})

test('two workers: no test sees what another did', async () => {
  const { status, printed } = await playwright(['workers.spec.ts', '--workers', '2'])
  assert.is(status, 0, printed)
  assert.match(printed, '6 passed')
})

const emulators: ChildProcess[] = []
test.after(() => emulators.forEach((one) => void one.kill()))

/** Starts `latchkey dev`. Resolves with its URL. */
const latchkeyDev = (port = 0) =>
  new Promise<string>((resolve, reject) => {
    const emulator = spawn(process.execPath, [join(root, 'dist/cli.js'), 'dev', '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    emulators.push(emulator)
    let printed = ''
    emulator.stdout.on('data', (data) => {
      printed += data
      const url = /http:\/\/localhost:\d+/.exec(printed)?.[0]
      if (url) resolve(url)
    })
    emulator.once('exit', () => reject(new Error(printed)))
  })

test('an emulator in a process of its own: signIn takes at most 50 ms', async () => {
  const { status, printed } = await playwright(['server.spec.ts', '--workers', '1'], { EMULATOR: await latchkeyDev() })
  assert.is(status, 0, printed)
  assert.match(printed, '7 passed')
  assert.match(printed, /signIn: median/)
})

test('docs/guides/testing.md: anything else', async () => {
  const url = await latchkeyDev(4100)
  writeSamples('anything', 'Anything else', 0, { 'package.json': '{ "type": "module" }' })
  await fetch(`${url}/sdk/v1/otps/email/login_or_create`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('public-token-test-x:public-token-test-x')}`, 'Content-Type': 'application/json' },
    body: '{"email":"ada@example.com","expiration_minutes":5}',
  })
  const { status, stderr } = spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), 'any.ts'], {
    cwd: join(folder, 'anything'),
    encoding: 'utf8',
  })
  assert.is(status, 0, stderr)
})

test('workers that would reset each other’s emulator are refused', async () => {
  const { status, printed } = await playwright(['shared.spec.ts', '--workers', '2'])
  assert.is(status, 1)
  assert.match(printed, '2 workers would share the emulator at http://localhost:4100')
})

test.run()
