import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../../../build/paths.ts'
import { standAlone } from '../../../build/plugins/standAlone.ts'
import type { Have } from '../../../src/widget/loadChunks.ts'
import { bundleFiles, watchFiles } from '../bundleFiles.ts'

const project = {
  'src/index.ts': `
    export const own = ['entry']
    export const texts = ['import("./c/part.js")', "import { x } from './c/part.js'"]
    export const part = () => import('./part.ts')
    export const other = () => import('./other.ts')`,
  'src/part.ts': `
    import { own } from './index.ts'
    import { shared } from './shared.ts'
    export { renamed as again } from './shared.ts'
    export const part = [...own, shared]
    export const further = () => import('./further.ts')
`,
  'src/other.ts': "import { shared as mine } from './shared.ts'\nexport const other = mine",
  'src/further.ts': "import { shared } from './shared.ts'\nexport const further = shared + '!'",
  'src/shared.ts': "export const shared = 'shared ' + Math.sqrt(4)\nexport const renamed = 'once more ' + Math.sqrt(9)",
}
const hashOptions = { chunkFileNames: 'c/[name].12345678.js' }

interface Entry {
  $have: Have
  texts: string[]
  part(): Promise<{ part: string[]; again: string; further(): Promise<{ further: string }> }>
  other(): Promise<{ other: string }>
}

const folders: string[] = []
test.after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

/** Builds the project and imports it. */
const running = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-stand-alone-'))
  folders.push(folder)
  for (const [file, code] of Object.entries({
    ...(await bundleFiles(project, standAlone, hashOptions)),
    'package.json': '{"type":"module"}',
  })) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), code)
  }
  const address = (file: string) => pathToFileURL(join(folder, file)).href
  return { entry: (await import(address('entry.js'))) as Entry, address }
}

test('no chunk imports another one statically, except the entry', async () => {
  const code = await bundleFiles(project, standAlone, hashOptions)
  assert.equal(Object.keys(code).sort(), [
    'c/further.12345678.js',
    'c/other.12345678.js',
    'c/part.12345678.js',
    'c/shared.12345678.js',
    'entry.js',
  ])
  for (const [file, text] of Object.entries(code).filter(([file]) => file !== 'entry.js')) {
    const from = [...text.matchAll(/(?:from|^import) ?['"]([^'"]+)['"]/gm)].map(([, path]) => path)
    assert.equal(
      from.filter((path) => path !== '../entry.js'),
      [],
      file,
    )
  }
  assert.match(code['c/other.12345678.js']!, 'import{$have}from"../entry.js";const{')
})

test('import() lists every file that a chunk needs, in order, except those that are already there', async () => {
  const code = await bundleFiles(project, standAlone, hashOptions)
  assert.match(
    code['entry.js']!,
    '$fetch(["c/shared.12345678.js",()=>import("./c/shared.12345678.js")],["c/part.12345678.js",()=>import("./c/part.12345678.js")])',
  )
  assert.match(code['c/part.12345678.js']!, '$fetch(["c/further.12345678.js",()=>import("./further.12345678.js")])')
})

test('the code runs as written, and texts that look like imports stay as they are', async () => {
  const { entry } = await running()
  const { part, again, further } = await entry.part()
  assert.equal(part, ['entry', 'shared 2'])
  assert.is(again, 'once more 3')
  assert.is((await further()).further, 'shared 2!')
  assert.is((await entry.other()).other, 'shared 2')
  assert.equal(entry.texts, ['import("./c/part.js")', "import { x } from './c/part.js'"])
})

test('import() of a chunk that others depend on resolves with it', async () => {
  const leaning = { ...project, 'src/part.ts': `${project['src/part.ts']}\nexport const whole = () => import('./shared.ts')` }
  const code = await bundleFiles(leaning, standAlone, hashOptions)
  assert.match(code['c/part.12345678.js']!, 'whole = () => $fetch(["c/shared.12345678.js",()=>import("./shared.12345678.js")])')
})

test('the loader, if there is one, gets all requests at once, and none twice', async () => {
  const { entry, address } = await running()
  const calls: string[][] = []
  entry.$have.fetch = async (...files) => {
    calls.push(files)
    return (file) => import(address(file)) as Promise<object>
  }
  await (await entry.part()).further()
  assert.equal(calls, [['c/shared.12345678.js', 'c/part.12345678.js'], ['c/further.12345678.js']])
})

const refusal = (build: Promise<unknown>) =>
  build.then(
    () => '',
    (error: Error) => error.message,
  )

test('code that cannot be transformed fails the build', async () => {
  const inTwo = { ...hashOptions, manualChunks: (id: string) => (id.endsWith('shared.ts') ? 'shared' : undefined) }
  const leaning = { ...project, 'src/index.ts': `import { shared } from './shared.ts'\nconsole.log(shared)\n${project['src/index.ts']}` }
  assert.match(
    await refusal(bundleFiles(leaning, standAlone, inTwo)),
    /^entry\.js: cannot take 'import \{ s as shared \} from '.\/c\/shared/,
  )
  const all = { ...project, 'src/part.ts': "import * as all from './shared.ts'\nconsole.log(all)" }
  const whole = {
    name: 'whole',
    renderChunk: (code: string, { fileName }: { fileName: string }) =>
      fileName.startsWith('c/part') ? { code: code.replace(/import \{.*?\} from/, 'import * as all from'), map: null } : null,
  }
  assert.match(
    await refusal(bundleFiles(all, { ...standAlone, ...whole }, hashOptions)),
    /^c\/part\.12345678\.js: cannot take 'import \* as all from '.\/shared\.12345678\.js';' apart/,
  )
})

test('the entry is rebuilt when the code that is appended to it changes', async () => {
  assert.ok((await watchFiles(project, standAlone)).includes(join(root, 'src/widget/loadChunks.ts')))
})

test('a computed URL is requested by its path below the entry, from the loader if there is one', async () => {
  const code = await bundleFiles(
    { ...project, 'src/further.ts': 'export const open = (name) => import(`./${name}.12345678.js#sum`)' },
    standAlone,
    hashOptions,
  )
  const chunk = code['c/further.12345678.js']!
  assert.match(chunk, '$beside(`./${name}.12345678.js#sum`)')
  // Without a loader.
  assert.match(chunk, ':import(e)')
  const run = async (fetch: (file: string) => Promise<(file: string) => Promise<object>>) => {
    const source = chunk.replace(/import\{[^}]*\}from".*?";/, 'const $have = globalThis.$have;')
    Object.assign(globalThis, { $have: { fetch } })
    const { open } = (await import(`data:text/javascript,${encodeURIComponent(source)}//${Math.random()}`)) as {
      open(name: string): Promise<object>
    }
    return open('words')
  }
  const calls: string[] = []
  const words = { default: 'words' }
  const module = await run(async (file) => {
    calls.push(file)
    return async (file) => {
      calls.push(file)
      return words
    }
  })
  assert.is(module, words)
  assert.equal(calls, ['c/words.12345678.js#sum', 'c/words.12345678.js#sum'])
})

test.run()
