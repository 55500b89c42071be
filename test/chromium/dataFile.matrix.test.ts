/**
 * `latchkey dev --data` in a real browser: who was signed in still is when the program has started
 * again, and their passkey still works.
 */
import '../built/all.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { HeadlessClient } from '../../src/entries/headless.ts'
import { addAuthenticator } from '../harness/authenticator.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { serveSite } from '../harness/site.ts'

const PT = 'public-token-test-data'
const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** Starts the program and waits for its address. `end` waits until it has ended, by this signal. */
const start = async (data: string, port: string) => {
  const child = spawn(process.execPath, [program, 'dev', '--port', port, '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: /http:\/\/\S+/.exec(String(said))![0],
    end: async (signal: NodeJS.Signals) => {
      const ended = once(child, 'close')
      child.kill(signal)
      await ended
    },
  }
}

test.after(closeBrowser)

test('a browser stays signed in over restarts, and its passkey works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
  const data = join(folder, 'data.json')
  let running = await start(data, '0')
  const { url } = running
  const { port } = new URL(url)
  const site = await serveSite({
    '/': { html: '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="/setup.js"></script>' },
    '/setup.js': {
      html: `import { HeadlessClient } from '/headless/index.js'
        window.client = new HeadlessClient('${PT}', { customBaseUrl: '${url}' })`,
      headers: { 'content-type': 'text/javascript' },
    },
  })
  const { page } = await visit()
  const run = <Given, Result>(work: (client: HeadlessClient, given: Given) => Promise<Result>, given?: Given): Promise<Result> =>
    page.evaluate(`(${work})(window.client, ${JSON.stringify(given)})`) as never
  const open = async () => {
    await page.goto(site.url)
    await page.waitForFunction(() => 'client' in window)
  }
  const again = async (signal: NodeJS.Signals) => {
    await running.end(signal)
    running = await start(data, port)
    await open()
  }

  try {
    await addAuthenticator(page)
    await open()
    const method = await run(async (client) => (await client.otps.email.loginOrCreate('ada@example.com')).method_id)
    const { code } = (await (await fetch(`${url}/_emulator/outbox`)).json()).at(-1)
    const session = await run(
      async (client, [code, method]) =>
        (await client.otps.authenticate(code!, method!, { session_duration_minutes: 60 })).session.session_id,
      [code, method] as string[],
    )
    await run(async (client) => void (await client.webauthn.register({ session_duration_minutes: 60 })))

    await again('SIGINT')
    const check = (client: HeadlessClient) =>
      client.session.authenticate({ session_duration_minutes: 60 }).then(({ session }) => session.session_id)
    assert.is(await run(check), session)
    await again('SIGTERM')
    assert.is(await run(check), session)

    await run(async (client) => void (await client.session.revoke()))
    await again('SIGTERM')
    assert.is(await run(async (client) => client.session.getSync()?.session_id ?? null), null, 'signed out is kept, too')
    const email = await run(async (client) => {
      const { user } = (await client.webauthn.authenticate({ session_duration_minutes: 60 }))!
      return user.emails[0]!.email
    })
    assert.is(email, 'ada@example.com')
  } finally {
    await running.end('SIGKILL')
    await page.context().close()
    await site.close()
    rmSync(folder, { recursive: true })
  }
})

test.run()
