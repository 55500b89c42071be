/**
 * A log-in by code through the bridge over the real Better Auth on Node 20, 22 and 24, on Bun, on
 * Deno and on Cloudflare's Workers, where npm has the runtime for this machine.
 */
import '../built/bridge.ts'
import { cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../harness/ports.ts'
import { installedFor, root } from './application.ts'
import { leaveNothing, start } from './newcomer.ts'
import { createVisitor } from './ownServer.ts'

const test = suite('runtimes')
test.after(leaveNothing)

const source = join(root, 'test/hosts/runtimes')
const shared = await installedFor('runtimes')
const folder = join(shared, 'app-runtimes')
rmSync(folder, { recursive: true, force: true })
cpSync(source, folder, { recursive: true })
symlinkSync('../node_modules', join(folder, 'node_modules'))
for (const name of ['bridge', 'better-auth']) cpSync(join(root, 'dist', name), join(folder, name), { recursive: true })

/** Workers have one file. Better Auth takes the package that is missing here if it is there. */
const bundle = () => {
  writeFileSync(join(folder, 'missing.mjs'), "throw new Error('It is not installed.')\nexport {}\n")
  buildSync({
    entryPoints: [join(folder, 'worker.mjs')],
    outfile: join(folder, 'worker.bundle.mjs'),
    alias: { '@opentelemetry/api': join(folder, 'missing.mjs') },
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
}

const runtimes: [name: string, script: string, runtime: string][] = [
  ['Node 20', 'node-20', 'node-20'],
  ['Node 22', 'node-22', 'node-22'],
  ['Node 24', 'node-24', 'node'],
  ['Bun', 'bun', 'bun'],
  ['Deno', 'deno', 'deno'],
  ['Workers', 'workers', 'miniflare'],
]
for (const [name, script, runtime] of runtimes) {
  if (!existsSync(join(folder, 'node_modules', runtime))) {
    test.skip(`${name} (npm has no ${runtime} for this machine)`, () => {})
    continue
  }
  test(`${name}: a log-in by code`, async () => {
    if (script === 'workers') bundle()
    const port = await freePort()
    const url = `http://localhost:${port}`
    const server = start(folder, script, { PORT: String(port) })
    const ready = await server.prints(/^ready.*$/m)
    if (script.startsWith('node-')) assert.match(ready, script.replace('node-', 'v'))
    try {
      const visitor = createVisitor(url)
      const { json } = await visitor.call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
      const code = await (await visitor.open('/code')).text()
      const body = { token: code, method_id: json.data.method_id, session_duration_minutes: 60 }
      assert.is((await visitor.call('POST /otps/authenticate', { ...body, token: code === '111111' ? '222222' : '111111' })).status, 404)
      assert.is((await visitor.call('POST /otps/authenticate', body)).status, 200)
      assert.is(await (await visitor.open('/account')).text(), 'ada@example.com')
      assert.is((await visitor.call('POST /sessions/revoke', undefined, { origin: 'https://evil.example' })).status, 403)
      assert.is((await visitor.call('POST /sessions/revoke')).status, 200)
      assert.is(await (await visitor.open('/account')).text(), '')
    } finally {
      await server.interrupt()
    }
  })
}

test.run()
