/** `latchkey doctor` finds nothing on the applications of examples/, built as their authors would. */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { build, type PluginOption } from 'vite'
import { closeBrowser, visit } from '../harness/browser.ts'

test.after(closeBrowser)

const root = fileURLToPath(new URL('../../', import.meta.url))
const examples = join(root, 'examples')

const { examine } = (await import(join(root, 'dist/doctor/index.js'))) as typeof import('../../src/doctor/index.ts')
const chunks = JSON.parse(await readFile(join(root, 'dist/embed/chunks.json'), 'utf8'))

/** The packages that an application can import, other than the plugins of its bundler. */
const packages = ['latchkey', 'react', 'react-dom', 'svelte', 'vue']

/** What `latchkey dev` sets for an application. */
Object.assign(process.env, { STYTCH_PUBLIC_TOKEN: 'public-token-test-example', STYTCH_BASE_URL: 'http://localhost:4100' })

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the files of a folder, and the package below /latchkey/. */
const serve = async (folder: string) => {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url!, 'http://localhost').pathname).replace(/\/$/, '/index.html')
    const file = path.startsWith('/latchkey/') ? join(root, 'dist', path.slice('/latchkey'.length)) : join(folder, path)
    const content = await readFile(file).catch(() => undefined)
    if (!content) return response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(content)
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Copies an example, and gives it its packages. Resolves with the folder. */
const copied = async (name: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-doctor-'))
  await cp(join(examples, name), folder, { recursive: true, filter: (path) => !/[\\/](node_modules|dist)$/.test(path.slice(root.length)) })
  for (const dependency of packages) {
    const link = join(folder, 'node_modules', dependency)
    await mkdir(dirname(link), { recursive: true })
    await symlink(dependency === 'latchkey' ? root : join(root, 'node_modules', dependency), link)
  }
  return folder
}

/** How each is built; without plugins it is served as it is. */
const bundled: Record<string, PluginOption[] | undefined> = {
  html: undefined,
  react: [],
  vue: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') } } })],
  svelte: [svelte({ configFile: false })],
}

for (const [name, plugins] of Object.entries(bundled)) {
  test(`nothing is found on the example ${name}`, async () => {
    const folder = await copied(name)
    try {
      if (plugins)
        await build({
          root: folder,
          configFile: false,
          plugins,
          oxc: { jsx: { runtime: 'automatic' } },
          envPrefix: ['STYTCH_PUBLIC_TOKEN', 'STYTCH_BASE_URL'],
          logLevel: 'error',
        })
      const built = join(folder, 'dist')
      const { url, close } = await serve(existsSync(built) ? built : folder)
      const browser = (await visit()).page.context().browser()!
      const { findings, widgets, notChecked } = await examine(browser, chunks, { url }).finally(close)
      assert.equal(findings, [])
      assert.is(widgets.length, 1)
      // it has signed in with a code, and looked at another tab
      assert.equal(notChecked, { 'redirect page': 'no link was sent' })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
}

test.run()
