import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { oneHash } from '../../../build/plugins/oneHash.ts'
import { bundleFiles, type Project } from '../bundleFiles.ts'

const project: Project = {
  'src/index.ts': "export const own = 'own ' + Math.sqrt(1)\nexport const open = () => [import('./part.ts'), import('./named.ts')]",
  'src/part.ts':
    "import { own } from './index.ts'\nexport const part = own + 'part'\nexport const further = () => [import('./further.ts'), import('./alone.ts')]",
  'src/further.ts': "import { part } from './part.ts'\nexport const further = part + 'further'",
  'src/alone.ts': "export const alone = 'alone'",
  'src/named.ts': "export const named = 'named'",
}
const options = { chunkFileNames: 'c/[name].[hash].js' }
const build = (changes: Project = {}) => bundleFiles({ ...project, ...changes }, oneHash(true), options)

/** Chunks to hashes. */
const hashes = (code: Project): Record<string, string> =>
  Object.fromEntries(
    Object.keys(code).flatMap((file) => [...file.matchAll(/^c\/(\w+)\.([0-9a-f]{8})\.js$/g)].map(([, name, hash]) => [name, hash])),
  )

test('chunks that import the entry, and chunks that it names, have one hash and find each other by it', async () => {
  const code = await build()
  const { part, further, named, alone } = hashes(code)
  assert.equal([further, named], [part, part])
  assert.is.not(part, alone)
  assert.match(code['entry.js']!, `import('./c/part.${part}.js')`)
  assert.match(code['entry.js']!, `import('./c/named.${part}.js')`)
  assert.match(code[`c/part.${part}.js`]!, `import('./alone.${alone}.js')`)
  assert.match(code[`c/part.${part}.js`]!, `import('./further.${part}.js')`)
  assert.match(code[`c/further.${part}.js`]!, `from './part.${part}.js'`)
})

test('the hash changes with any of them and with the entry, and an independent chunk keeps its own', async () => {
  const before = hashes(await build())
  for (const path of ['src/index.ts', 'src/part.ts', 'src/further.ts', 'src/named.ts']) {
    const after = hashes(await build({ [path]: `${project[path]}\nconsole.log('changed')` }))
    assert.is.not(after.part, before.part, path)
    assert.is(after.part, after.further, path)
    assert.is(after.alone, before.alone, path)
  }
  assert.is.not(hashes(await build({ 'src/alone.ts': "export const alone = 'changed'" })).alone, before.alone)
})

test('a hash covers what later plugins do to the code', async () => {
  const plugin = { ...oneHash(true), renderChunk: (code: string) => ({ code: `${code}\n// more`, map: null }) }
  const before = hashes(await build())
  const after = hashes(await bundleFiles(project, plugin, options))
  assert.is.not(after.alone, before.alone)
  assert.is.not(after.part, before.part)
})

test('a chunk that names others has their hash, even if it does not import the entry', async () => {
  const list = (text: string) => ({
    'src/index.ts': `${project['src/index.ts']}\nexport const list = () => import('./list.ts')`,
    'src/list.ts': "export const list = () => import('./logo.ts')",
    'src/logo.ts': `export const logo = '${text}'`,
  })
  const before = hashes(await build(list('a logo')))
  const after = hashes(await build(list('another logo')))
  assert.is(before.list, before.part)
  assert.is.not(after.logo, before.logo)
  assert.is.not(after.list, before.list)
})

test('the entry compresses better with the shared hash than with others on average', async () => {
  const code = await build()
  const { part } = hashes(code)
  const size = (hash: string) => brotliCompressSync(code['entry.js']!.replaceAll(part!, hash)).length
  const others = Array.from({ length: 40 }, (_, at) => size(createHash('sha256').update(String(at)).digest('hex').slice(0, 8)))
  const average = others.reduce((sum, other) => sum + other, 0) / others.length
  assert.ok(size(part!) < average, `${size(part!)}, on average ${average}`)
})

test.run()
