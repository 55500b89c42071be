/** Runs Playwright Test on examples/playwright and on test/hosts/playwright/, with the package as npm would install it. */
import '../built/all.ts'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findChromium } from '../harness/chromium.ts'
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

/** The samples of docs/guides/testing.md for Playwright, by the name in their first line; of several with the same name, the first. */
const samples = () => {
  const [, section] = /^## Playwright\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(readFileSync(join(root, 'docs/guides/testing.md'), 'utf8'))!
  return Object.fromEntries(
    [...section!.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```/gm)].map(([, name, code]) => [name!, code!] as const).reverse(),
  )
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
  const { 'test.ts': extended, 'login.spec.ts': spec, 'playwright.config.ts': config } = samples()
  assert.ok(config)
  assert.is(extended!.trim(), readFileSync(join(example, 'test.ts'), 'utf8').trim())
  writeFileSync(join(folder, 'sample.spec.ts'), spec!)
  const { status, printed } = await playwright(['sample.spec.ts'])
  assert.is(status, 0, printed)
  assert.match(printed, '2 passed')
})

test('two workers: no test sees what another did', async () => {
  const { status, printed } = await playwright(['workers.spec.ts', '--workers', '2'])
  assert.is(status, 0, printed)
  assert.match(printed, '6 passed')
})

let emulator: ChildProcess | undefined
test.after(() => void emulator?.kill())

/** Starts `latchkey dev`. Resolves with its URL. */
const latchkeyDev = () =>
  new Promise<string>((resolve, reject) => {
    emulator = spawn(process.execPath, [join(root, 'dist/cli.js'), 'dev', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    emulator.stdout!.on('data', (data) => {
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
