/** Copies each application of examples/, builds it like its author would, and signs a visitor in. */
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import { build } from 'vite'
import { en } from '../../src/strings/en.ts'
import { enPlain } from '../../src/strings/en-plain.ts'
import { closeBrowser } from '../harness/browser.ts'
import { served, signIn } from '../browser/example.ts'
import { visible, visiting } from '../browser/visitors.ts'

test.after(closeBrowser)

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The packages that an application can import. */
const packages = ['latchkey', 'react', 'react-dom', 'svelte', 'vue', 'vite', '@sveltejs/vite-plugin-svelte', '@vitejs/plugin-vue']

/** The files of a built example, by path. */
const built = async (name: string): Promise<Record<string, string>> => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-example-'))
  try {
    await cp(join(root, 'examples', name), folder, { recursive: true })
    for (const dependency of packages) {
      const link = join(folder, 'node_modules', dependency)
      await mkdir(dirname(link), { recursive: true })
      await symlink(dependency === 'latchkey' ? root : join(root, 'node_modules', dependency), link)
    }
    const result = await build({ root: folder, configFile: join(folder, 'vite.config.js'), logLevel: 'error', build: { write: false } })
    const { output } = (Array.isArray(result) ? result[0] : result) as {
      output: { fileName: string; code?: string; source?: string | Uint8Array }[]
    }
    return Object.fromEntries(output.map(({ fileName, code, source }) => [`/${fileName}`, code ?? String(source)]))
  } finally {
    await rm(folder, { recursive: true })
  }
}

for (const name of ['vue', 'svelte', 'react']) {
  visiting(`${name}: changes by the application show at once, and its visitor signs in`, async (arrive) => {
    const files = await built(name)
    const visitor = await arrive({ pages: (_, provider) => served(files, provider) })
    const { page } = visitor
    await visible(page.getByRole('heading', { name: 'Welcome' }))
    await page.getByLabel('Title').fill('Good morning')
    await visible(page.getByRole('heading', { name: 'Good morning' }))
    await signIn(visitor, { ...en, ...enPlain })
  })
}

test.run()
