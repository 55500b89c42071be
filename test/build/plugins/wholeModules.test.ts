import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rollup'
import { minify } from 'terser'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { wholeModules } from '../../../build/plugins/wholeModules.ts'
import { bundleFiles, type Project } from '../bundleFiles.ts'

const project: Project = {
  'src/index.ts': `
    export const kit = () => import('./kit.ts')
    export const otp = () => import('./otp.ts')
    export const alone = () => import('./alone.ts').then((module) => module.alone)`,
  'src/kit.ts': `
    import { shared } from './shared.ts'
    export { shared } from './shared.ts'
    export function explain() { return [shared, import('./alone.ts')] }
    export const open = async (name) => name + explain()[0]`,
  'src/shared.ts': "export const shared = 'shared ' + Math.sqrt(4)\nexport const other = 'other ' + Math.sqrt(9)",
  'src/otp.ts': "import { shared, other } from './shared.ts'\nexport const otp = [shared, other]",
  'src/alone.ts': "export const alone = 'alone ' + Math.sqrt(16)",
}

/**
 * Like microbundle: the kit's imports are part of it, objects are not frozen, and terser inlines
 * functions into them.
 */
const options = { freeze: false, manualChunks: (id: string) => (/kit|shared/.test(id) ? 'kit' : undefined) }
const minifier: Plugin = {
  ...wholeModules,
  renderChunk: async (code) => ({ code: (await minify(code, { module: true, toplevel: true, compress: { passes: 3 } })).code!, map: null }),
}

for (const [how, plugin] of Object.entries({ 'as rollup writes it': wholeModules, minified: minifier })) {
  test(`a chunk that others depend on exports what its file exports: ${how}`, async () => {
    const code = await bundleFiles(project, plugin, options)
    assert.not.match(code['c/kit.js']!, '__proto__')
    assert.match(code['entry.js']!, /import\(["']\.\/c\/kit\.js["']\)(?!\.then)/)
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-whole-modules-'))
    try {
      for (const [file, text] of Object.entries({ ...code, 'package.json': '{"type":"module"}' })) {
        await mkdir(dirname(join(folder, file)), { recursive: true })
        await writeFile(join(folder, file), text)
      }
      interface Entry {
        kit(): Promise<{ shared: string; explain(): [string, Promise<object>]; open(name: string): Promise<string> }>
        otp(): Promise<{ otp: string[] }>
        alone(): Promise<string>
      }
      const entry = (await import(pathToFileURL(join(folder, 'entry.js')).href)) as Entry
      const { shared, explain, open } = await entry.kit()
      assert.is(shared, 'shared 2')
      assert.is(explain()[0], 'shared 2')
      assert.is(await open('a '), 'a shared 2')
      assert.equal((await entry.otp()).otp, ['shared 2', 'other 3'])
      assert.is(await entry.alone(), 'alone 4')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
}

test('if a chunk has several files, each is exported', async () => {
  const several: Project = {
    'src/index.ts': `
      export const kit = () => import('./kit.ts')
      export const message = () => import('./message.ts')
      export const otp = () => import('./otp.ts')`,
    'src/kit.ts': "export { toast } from './toast.ts'\nexport { message } from './message.ts'",
    'src/message.ts': "export const message = 'message ' + Math.sqrt(4)",
    'src/toast.ts': "export const toast = 'toast ' + Math.sqrt(9)",
    'src/otp.ts': "import { toast } from './toast.ts'\nimport { message } from './message.ts'\nexport const otp = [toast, message]",
  }
  const manualChunks = (id: string) => (/kit|message|toast/.test(id) ? 'kit' : undefined)
  const code = await bundleFiles(several, minifier, { ...options, manualChunks })
  const kit = (await import(`data:text/javascript,${encodeURIComponent(code['c/kit.js']!)}`)) as Record<string, string>
  assert.equal([kit.toast, kit.message], ['toast 3', 'message 2'])
  assert.not.match(code['c/kit.js']!, '__proto__')
})

test('a chunk that imports a file of its own keeps the object', async () => {
  const selfish: Project = {
    'src/index.ts': "export const kit = () => import('./kit.ts')\nexport const otp = () => import('./otp.ts')",
    'src/kit.ts': "import { more } from './more.ts'\nexport const kit = 'kit ' + Math.sqrt(4)\nexport const further = more",
    'src/more.ts': "export const more = () => import('./kit.ts')",
    'src/otp.ts': "import { more } from './more.ts'\nexport const otp = more",
  }
  const manualChunks = (id: string) => (/kit|more/.test(id) ? 'kit' : undefined)
  const code = await bundleFiles(selfish, minifier, { ...options, manualChunks })
  const exports = (await import(`data:text/javascript,${encodeURIComponent(code['c/kit.js']!)}`)) as Record<string, unknown>
  const more = Object.values(exports).find((value): value is () => Promise<{ kit: string }> => typeof value === 'function')!
  assert.is((await more()).kit, 'kit 2')
})

test('a name with two meanings fails the build', async () => {
  const clashing: Plugin = {
    ...wholeModules,
    // Others import from the kit under a name that the kit's own file has.
    renderChunk: (code, { fileName }) =>
      fileName === 'c/kit.js' ? { code: code.replace(/\bother as \w+/, 'other as explain'), map: null } : null,
  }
  const refusal = await bundleFiles(project, clashing, options).then(
    () => '',
    (error: Error) => error.message,
  )
  assert.match(refusal, "'explain' is two things")
})

test.run()
