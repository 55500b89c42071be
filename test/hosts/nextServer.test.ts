/** Builds examples/next-server and runs its Playwright tests, on `latchkey dev`, with the package as npm would install it; and starts it as a newcomer would. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../browser/visitors.ts'
import { findChromium } from '../harness/chromium.ts'
import { folderFor, freePort, install, root } from './application.ts'

const example = join(root, 'examples/next-server')
const wanted = readFileSync(join(example, 'package.json'), 'utf8')
const folder = folderFor('next-server', wanted)

test.before(() => {
  install(folder, wanted, '--ignore-scripts')
  for (const name of ['app', 'tests', '.next', 'node_modules/latchkey', 'node_modules/.bin/latchkey'])
    rmSync(join(folder, name), { recursive: true, force: true })
  cpSync(example, folder, { recursive: true })
  mkdirSync(join(folder, 'node_modules/latchkey'), { recursive: true })
  for (const name of ['package.json', 'dist']) cpSync(join(root, name), join(folder, 'node_modules/latchkey', name), { recursive: true })
  symlinkSync('../latchkey/dist/cli.js', join(folder, 'node_modules/.bin/latchkey'))
})

const running: ChildProcess[] = []
/** Also ends what they have started. */
test.after(() => {
  for (const { pid } of running)
    try {
      if (pid) process.kill(-pid)
    } catch {}
})

const bin = (path: string) => join(folder, 'node_modules', path)

const run = (program: string, args: string[], env: NodeJS.ProcessEnv) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin(program), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0', CI: '', ...env },
  })
  assert.is(status, 0, stdout + stderr)
  return stdout
}

test('built for production, its Playwright tests pass: signed out, signed in, after five minutes, revoked, forged', async () => {
  const env = { PORT: String(await freePort()), STYTCH_BASE_URL: `http://localhost:${await freePort()}`, CHROME_PATH: findChromium() }
  run('next/dist/bin/next', ['build'], { ...env, NODE_ENV: 'production' })
  assert.match(run('@playwright/test/cli.js', ['test'], env), '6 passed')
})

test('npm run dev starts the emulator and the application', async () => {
  const child = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1', PORT: String(await freePort()) },
  })
  running.push(child)
  let printed = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data) => {
      printed += data
    })
  const page = await until(
    () => {
      const url = /Local: +(http:\/\/localhost:\d+)/.exec(printed)?.[1]
      return url ? fetch(`${url}/account`).catch(() => undefined) : undefined
    },
    'the page',
    180_000,
  )
  assert.is(new URL(page.url).pathname, '/', printed)
  assert.match(await page.text(), 'Log in')
  assert.match(printed, `STYTCH_SECRET=`)
})

test.run()
