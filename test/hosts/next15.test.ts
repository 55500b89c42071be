/**
 * Before Next.js 16, proxy.ts of examples/next-server has another name, as docs/guides/server.md
 * says: Next.js 15 runs it as `middleware`, in its own runtime. `next dev` compiles nothing else.
 */
import '../built/server.ts'
import { transformSync } from 'esbuild'
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../chromium/visitors.ts'
import { textOf } from '../harness/documents.ts'
import { freePort } from '../harness/ports.ts'
import { serving } from '../tools/emulator/server/serving.ts'
import { installed, putLatchkey, root } from './application.ts'

const test = suite('Next.js 15')
const wanted = JSON.stringify({ private: true, dependencies: { next: '15.5.29', react: '19.2.0', 'react-dom': '19.2.0' } })
const folder = await installed('next15', wanted)

const example = (name: string) => readFileSync(join(root, 'examples/next-server', name), 'utf8')
const script = (code: string) => transformSync(code, { loader: 'ts' }).code

test.before(() => {
  putLatchkey(folder, 'dist/server', 'dist/types')
  const files = {
    'middleware.js': script(example('proxy.ts').replace('function proxy(', 'function middleware(')),
    'session.js': script(example('session.ts')),
    'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>',
    'app/account/page.js': 'export default () => <p>Your account</p>',
    'app/api/me/route.js': `export const GET = (request) => Response.json({ jwt: request.cookies.get('stytch_session_jwt').value })`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
})

test('middleware.ts does what proxy.ts does in Next.js 16', () =>
  serving(async ({ emulator, url, signIn }) => {
    assert.match(
      textOf('docs/guides/server.md'),
      /Before\nNext\.js 16, that file is `middleware\.ts`, and the function in it is called `middleware`\./,
    )
    assert.match(JSON.parse(readFileSync(join(folder, 'node_modules/next/package.json'), 'utf8')).version, /^15\./)
    const port = await freePort()
    const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'dev', '--port', String(port), '--hostname', '127.0.0.1'], {
      cwd: folder,
      detached: true,
      env: {
        ...process.env,
        ...{ NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'development', CI: '1' },
        ...{ STYTCH_PROJECT_ID: emulator.project_id, STYTCH_SECRET: emulator.secret, STYTCH_BASE_URL: url },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (printed += data))
    const ask = (path: string, cookies: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        redirect: 'manual',
        headers: {
          Cookie: Object.entries(cookies)
            .map((pair) => pair.join('='))
            .join('; '),
        },
      })
    try {
      await until(() => ask('/account').then(Boolean, () => assert.is(server.exitCode, null, printed)), 'Next.js', 120_000)
      const stranger = await ask('/account')
      assert.equal([stranger.status, new URL(stranger.headers.get('location')!, url).pathname], [307, '/'], printed)
      assert.equal([(await ask('/api/me')).status, await (await ask('/api/me')).json()], [401, { error: 'no_session' }], printed)

      const { session_token, session_jwt } = await signIn()
      const known = await ask('/api/me', { stytch_session_jwt: session_jwt })
      assert.equal([known.status, await known.json(), known.headers.getSetCookie()], [200, { jwt: session_jwt }, []], printed)

      // the provider is asked, and the route gets the new JWT
      const renewed = await ask('/api/me', { stytch_session: session_token })
      assert.is(renewed.status, 200, printed)
      const { jwt } = await renewed.json()
      assert.ok(
        renewed.headers.getSetCookie().some((line) => line.startsWith(`stytch_session_jwt=${jwt};`)),
        printed,
      )

      // nobody is sent away while nobody knows
      emulator.faults([{ route: 'POST /v1/sessions/authenticate', status: 502 }])
      assert.is((await ask('/account', { stytch_session: session_token })).status, 503, printed)
    } finally {
      process.kill(-server.pid!, 'SIGKILL')
    }
  }))

test.run()
