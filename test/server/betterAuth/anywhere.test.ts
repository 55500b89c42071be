/**
 * Tests that the built `latchkey/bridge` and `latchkey/better-auth` run anywhere: they use nothing
 * of Node and nothing of a DOM, and import nothing.
 */
import '../../built/bridge.ts'
import { buildSync } from 'esbuild'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type * as BetterAuth from '../../../src/server/betterAuth/index.ts'
import type * as Bridge from '../../../src/server/bridge/index.ts'
import { duration, ORIGIN, send } from '../bridge/calling.ts'
import { fakeAuth } from './fakeAuth.ts'

const file = (name: string) => fileURLToPath(new URL(`../../../dist/${name}/index.js`, import.meta.url))

/**
 * Loads an entry where there is only what all runtimes of servers have (the minimum common API of
 * WinterTC), as far as it is needed.
 */
const load = <Exports>(name: string): Exports => {
  const options = { logLevel: 'error', bundle: true, format: 'iife', globalName: 'built', platform: 'neutral', write: false } as const
  const { outputFiles } = buildSync({ ...options, entryPoints: [file(name)] })
  const common = { TextEncoder, TextDecoder, URL, URLSearchParams, Headers, Request, Response, atob, btoa, crypto, console }
  return runInContext(`${outputFiles[0]!.text}\nbuilt`, createContext(common)) as Exports
}

test('latchkey/better-auth runs without Node and without a DOM', async () => {
  const { bridge, widgetLink, latchkey } = load<typeof BetterAuth>('better-auth')
  const { auth } = fakeAuth({})
  const { status, json } = await send(bridge(auth), 'POST /sessions/authenticate', {}, { cookie: 'better-auth.session_token=abc' })
  assert.equal([status, json.data.user_id], [200, 'user-1'])
  assert.match(widgetLink(`${ORIGIN}/api/auth/magic-link/verify?token=abc`), 'token=abc')
  assert.is(latchkey().id, 'latchkey')
})

test('latchkey/bridge does, too', async () => {
  const { createBridge, refusal } = load<typeof Bridge>('bridge')
  const bridge = createBridge(
    {
      passwords: {
        async authenticate() {
          throw refusal('unauthorized_credentials')
        },
      },
    },
    { origins: [ORIGIN] },
  )
  const { status } = await send(bridge, 'POST /passwords/authenticate', { email: 'a@example.com', password: 'b', ...duration })
  assert.is(status, 401)
})

test('they have no dependency', () => {
  for (const name of ['bridge', 'better-auth']) assert.not.match(readFileSync(file(name), 'utf8'), /^import |\brequire\(|\bimport\(/m)
})

test.run()
