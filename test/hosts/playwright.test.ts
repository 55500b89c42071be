/**
 * Runs Playwright Test on examples/playwright and on test/hosts/playwright/, with the package as
 * npm would install it.
 */
import '../built/all.ts'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findChromium } from '../harness/chromium.ts'
import { filesOf } from '../harness/documents.ts'
import { freePort } from '../harness/ports.ts'
import { root, typeErrors } from './application.ts'

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

/**
 * Writes the samples of docs/guides/testing.md as printed into a folder: of several with the same
 * name, those at this place.
 */
const writeSamples = (name: string, heading: string, at: number, others: Record<string, string> = {}) => {
  const files = { ...filesOf('docs/guides/testing.md', heading, at), ...others }
  mkdirSync(join(folder, name))
  for (const [file, code] of Object.entries(files)) writeFileSync(join(folder, name, file), code)
  return files
}

const alone = [process.execPath]
/**
 * In a network of its own, where the machine can make one: samples name the ports 3000 and 4100,
 * which another program can have.
 */
const inNetworkOfItsOwn = () => {
  const isolated = ['unshare', '--net', '--map-root-user', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  return spawnSync(isolated[0]!, [...isolated.slice(1), 'true']).status === 0 ? [...isolated, ...alone] : alone
}

/** Runs Playwright Test. Returns everything that it prints. */
const playwright = async (args: string[], env: NodeJS.ProcessEnv = {}, [program, ...before]: readonly string[] = alone) => {
  const { status, stdout, stderr } = spawnSync(program!, [...before, join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...args], {
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

test('docs/guides/testing.md: an emulator that your server uses too, and anything else, on the ports of the samples', async () => {
  writeSamples('server', 'Playwright', 1, {
    ...filesOf('docs/guides/testing.md', 'Anything else'),
    'any.spec.ts': `import { test } from '@playwright/test'
      test('anything else', async () => {
        const headers = { Authorization: 'Basic ' + btoa('public-token-test-x:public-token-test-x'), 'Content-Type': 'application/json' }
        await fetch('http://localhost:4100/sdk/v1/otps/email/login_or_create', { method: 'POST', headers, body: '{"email":"ada@example.com"}' })
        await import('./any')
      })`,
    'package.json': '{ "type": "module", "scripts": { "start": "node ../server.js" } }',
    // the sample knows of no browser but that of Playwright's own
    'here.config.ts': `import config from './playwright.config.ts'
      export default { ...config, reporter: 'line', use: { ...config.use, launchOptions: { executablePath: process.env.CHROME_PATH } } }`,
  })
  mkdirSync(join(folder, 'server/node_modules/.bin'), { recursive: true })
  symlinkSync(join(root, 'dist/cli.js'), join(folder, 'server/node_modules/.bin/latchkey'))
  const { status, printed } = await playwright(['--config', 'server/here.config.ts'], { PORT: undefined }, inNetworkOfItsOwn())
  assert.is(status, 0, printed)
  assert.match(printed, '3 passed')
})

test('two workers: no test sees what another did', async () => {
  const { status, printed } = await playwright(['workers.spec.ts', '--workers', '2'])
  assert.is(status, 0, printed)
  assert.match(printed, '6 passed')
})

const emulators: ChildProcess[] = []
test.after(() => emulators.forEach((one) => void one.kill()))

/** Starts `latchkey dev`. Resolves with its URL. */
const latchkeyDev = () =>
  new Promise<string>((resolve, reject) => {
    const emulator = spawn(process.execPath, [join(root, 'dist/cli.js'), 'dev', '--port', '0'], {
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

test('workers that would reset each other’s emulator are refused', async () => {
  const { status, printed } = await playwright(['shared.spec.ts', '--workers', '2'])
  assert.is(status, 1)
  assert.match(printed, '2 workers would share the emulator at http://localhost:4100')
})

test.run()
