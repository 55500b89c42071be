/**
 * Runs each line of the table of docs/guides/server.md in its server, with the package as a host
 * has it: a session in a cookie, one in a header, and none.
 */
import '../built/server.ts'
import '../built/types.ts'
import { build } from 'esbuild'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../chromium/visitors.ts'
import { textOf } from '../harness/documents.ts'
import { freePort } from '../harness/ports.ts'
import { serving } from '../tools/emulator/server/serving.ts'
import { installedFor, putLatchkey, root } from './application.ts'
import { signal } from './newcomer.ts'

const test = suite('verifySession in its servers')
const folder = await installedFor('runtimes')
const bin = (name: string) => join(folder, 'node_modules/.bin', name)

/** The lines of the table, by the name of the server. */
const lines = Object.fromEntries(
  [...textOf('docs/guides/server.md').matchAll(/^\| ([^|]+?) \| `(verifySession\([^`]+\))`/gm)].flatMap(([, names, code]) =>
    names!.split(', ').map((name) => [name, code!] as const),
  ),
)

/** What each application does with the result. */
const answer = 'const answer = (result) => (result.ok ? { user_id: result.session.user_id } : { code: result.code })'
const head = `import { verifySession } from 'latchkey/server'
const options = { projectId: process.env.STYTCH_PROJECT_ID, baseUrl: process.env.STYTCH_BASE_URL }
${answer}
`

interface Application {
  /** Its files, with the line of the table in one of them. */
  files: (line: string) => Record<string, string>
  /** The program that builds it, and its arguments. */
  builds?: string[]
  /** The program that runs it, and its arguments. */
  runs: string[]
}

/** An application of one file for Node. */
const script = (code: (line: string) => string): Application => ({
  files: (line) => ({ 'app.js': head + code(line) }),
  runs: [bin('node'), 'app.js'],
})

const applications: Record<string, Application> = {
  Express: script(
    (line) => `import express from 'express'
      express().get('/', async (request, response) => response.json(answer(await ${line}))).listen(process.env.PORT, '127.0.0.1')`,
  ),
  Fastify: script(
    (line) => `import fastify from 'fastify'
      const app = fastify()
      app.get('/', async (request) => answer(await ${line}))
      await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })`,
  ),
  hapi: script(
    (line) => `import { server } from '@hapi/hapi'
      const app = server({ port: process.env.PORT, host: '127.0.0.1' })
      app.route({ method: 'GET', path: '/', handler: async (request) => answer(await ${line}) })
      await app.start()`,
  ),
  Koa: script(
    (line) => `import Koa from 'koa'
      new Koa().use(async (ctx) => { ctx.body = answer(await ${line}) }).listen(process.env.PORT, '127.0.0.1')`,
  ),
  Hono: script(
    (line) => `import { Hono } from 'hono'
      import { serve } from '@hono/node-server'
      const app = new Hono().get('/', async (c) => c.json(answer(await ${line})))
      serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })`,
  ),
  h3: script(
    (line) => `import { H3, serve } from 'h3'
      const app = new H3().get('/', async (event) => answer(await ${line}))
      serve(app, { port: process.env.PORT, hostname: '127.0.0.1' })`,
  ),
  // the server of Nuxt 4 and its events
  Nuxt: script(
    (line) => `import { createServer } from 'node:http'
      import { createApp, eventHandler, getHeaders, toNodeListener } from 'h3-1'
      const app = createApp().use('/', eventHandler(async (event) => answer(await ${line})))
      createServer(toNodeListener(app)).listen(process.env.PORT, '127.0.0.1')`,
  ),
  SvelteKit: {
    files: (line) => ({
      'vite.config.js': `import adapter from '@sveltejs/adapter-node'
        import { sveltekit } from '@sveltejs/kit/vite'
        export default { plugins: [sveltekit({ adapter: adapter() })] }`,
      'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
      'src/routes/+server.js': `${head}export const GET = async (event) => Response.json(answer(await ${line}))`,
    }),
    builds: [bin('node'), bin('vite'), 'build'],
    runs: [bin('node'), 'build/index.js'],
  },
  Astro: {
    files: (line) => ({
      'astro.config.mjs': `import node from '@astrojs/node'
        export default { output: 'server', adapter: node({ mode: 'standalone' }) }`,
      'src/pages/index.astro': `---\n${head}return Response.json(answer(await ${line}))\n---`,
    }),
    builds: [bin('node'), bin('astro'), 'build'],
    runs: [bin('node'), 'dist/server/entry.mjs'],
  },
  Workers: {
    files: (line) => ({
      'worker.js': `import { verifySession } from 'latchkey/server'
        ${answer}
        export default { fetch: async (request, env) => {
          const options = { projectId: env.STYTCH_PROJECT_ID, baseUrl: env.STYTCH_BASE_URL }
          return Response.json(answer(await ${line}))
        } }`,
      'app.js': `import { Miniflare } from 'miniflare'
        const { PORT, STYTCH_PROJECT_ID, STYTCH_BASE_URL } = process.env
        const worker = new Miniflare({ modules: true, scriptPath: 'bundle.js', compatibilityDate: '2026-01-01', host: '127.0.0.1', port: Number(PORT), bindings: { STYTCH_PROJECT_ID, STYTCH_BASE_URL } })
        await worker.ready`,
    }),
    runs: [bin('node'), 'app.js'],
  },
  Bun: {
    files: (line) => ({
      'app.js': `${head}Bun.serve({ port: process.env.PORT, hostname: '127.0.0.1', fetch: async (request) => Response.json(answer(await ${line})) })`,
    }),
    runs: [bin('bun'), 'app.js'],
  },
  Deno: {
    files: (line) => ({
      'app.js': `import process from 'node:process'
        ${head}Deno.serve({ port: Number(process.env.PORT), hostname: '127.0.0.1' }, async (request) => Response.json(answer(await ${line})))`,
    }),
    runs: [bin('deno'), 'run', '--allow-all', '--node-modules-dir=manual', 'app.js'],
  },
}

/**
 * What calls a function with an event, and what runs in a test of its own: examples/next-server, in
 * next.test.ts.
 */
const events: Record<string, (headers: Record<string, string>) => object> = {
  'AWS Lambda': (headers) => ({ version: '2.0', rawPath: '/', headers }),
  'load balancers': (headers) => ({
    httpMethod: 'GET',
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  }),
  CloudFront: (headers) => ({
    Records: [{ cf: { request: { headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, [{ key, value }]])) } } }],
  }),
}

test.before(() => putLatchkey(folder, 'dist/server', 'dist/types'))

const write = (name: string, files: Record<string, string>) => {
  const app = join(folder, `app-${name}`)
  rmSync(app, { recursive: true, force: true })
  for (const [path, text] of Object.entries({ 'package.json': '{ "type": "module", "dependencies": { "latchkey": "*" } }', ...files })) {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
  symlinkSync('../node_modules', join(app, 'node_modules'))
  return app
}

test('the table names these servers', () => {
  assert.equal(Object.keys(lines).sort(), [...Object.keys(applications), ...Object.keys(events), 'Next.js'].sort())
  assert.ok(readFileSync(join(root, 'examples/next-server/app/account/page.tsx'), 'utf8').includes(lines['Next.js']!))
})

for (const [name, { files, builds, runs }] of Object.entries(applications))
  test(name, () =>
    serving(async ({ emulator, url, signIn }) => {
      const app = write(name, files(lines[name]!))
      const PORT = String(await freePort())
      const env = {
        ...process.env,
        ...{ PORT, HOST: '127.0.0.1', NODE_ENV: 'production', CI: '1' },
        ...{ ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
        ...{ STYTCH_PROJECT_ID: emulator.project_id, STYTCH_BASE_URL: url },
      }
      if (name === 'Workers')
        await build({
          entryPoints: [join(app, 'worker.js')],
          outfile: join(app, 'bundle.js'),
          bundle: true,
          format: 'esm',
          logLevel: 'silent',
        })
      if (builds) {
        const [program = '', ...args] = builds
        const { status, stdout, stderr } = spawnSync(program, args, { cwd: app, encoding: 'utf8', env })
        assert.is(status, 0, stdout + stderr)
      }
      const [program = '', ...args] = runs
      const server = spawn(program, args, { cwd: app, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
      let printed = ''
      for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (printed += data))
      try {
        const who = async (headers: Record<string, string>) => (await fetch(`http://127.0.0.1:${PORT}/`, { headers })).json()
        await until(() => who({}).then(Boolean, () => assert.is(server.exitCode, null, printed)), `${name}: ${printed}`, 60_000)
        const { session_jwt, user_id } = await signIn()
        assert.equal(await who({}), { code: 'no_session' }, printed)
        assert.equal(await who({ Cookie: `a=1; stytch_session_jwt=${session_jwt}` }), { user_id }, printed)
        assert.equal(await who({ Authorization: `Bearer ${session_jwt}` }), { user_id }, printed)
      } finally {
        // with what it has started, such as workerd
        signal(server, 'SIGKILL')
      }
    }),
  )

for (const [name, eventOf] of Object.entries(events))
  test(name, () =>
    serving(async ({ emulator, url, signIn }) => {
      const { verifySession } = (await import(join(root, 'dist/server/index.js'))) as Record<string, unknown>
      const options = { projectId: emulator.project_id, baseUrl: url }
      const who = new Function('verifySession', 'options', 'event', `return ${lines[name]}`)
      const { session_jwt, user_id } = await signIn()
      const of = (headers: Record<string, string>) => who(verifySession, options, eventOf(headers))
      assert.is((await of({})).code, 'no_session')
      assert.is((await of({ cookie: `stytch_session_jwt=${session_jwt}` })).session.user_id, user_id)
      assert.is((await of({ authorization: `Bearer ${session_jwt}` })).session.user_id, user_id)
    }),
  )

test.run()
