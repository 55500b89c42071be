/** Builds examples/next-server and runs its Playwright tests, on `latchkey dev`, with the package as npm would install it; and starts it as a newcomer would. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { findChromium } from '../harness/chromium.ts'
import { freePort } from './application.ts'
import { copiedOut, leaveNothing, terminal, tryOut } from './newcomer.ts'

let folder: string
test.before(async () => {
  folder = await copiedOut('next-server')
})
test.after(async () => {
  await closeBrowser()
  leaveNothing()
})

const run = (program: string, args: string[], env: NodeJS.ProcessEnv) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'node_modules', program), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: terminal(env),
  })
  assert.is(status, 0, stdout + stderr)
  return stdout
}

test('built for production, its Playwright tests pass: signed out, signed in, after five minutes, revoked, forged', async () => {
  const env = { PORT: String(await freePort()), STYTCH_BASE_URL: `http://localhost:${await freePort()}`, CHROME_PATH: findChromium() }
  run('next/dist/bin/next', ['build'], { ...env, NODE_ENV: 'production' })
  assert.match(run('@playwright/test/cli.js', ['test'], env), '6 passed')
})

test('npm run dev, a log-in with the code from the outbox, a sign-out, Ctrl-C', async () => {
  await tryOut(folder, { PORT: String(await freePort()) })
})

test.run()
