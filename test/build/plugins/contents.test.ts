import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../../../build/paths.ts'
import { contents, type Chunks } from '../../../build/plugins/contents.ts'
import { bundleFiles } from '../bundleFiles.ts'

const project = {
  'src/index.ts': "import { unused } from './unused.ts'\nimport('./part.ts')\nimport('./other.ts')",
  'src/unused.ts': 'export const unused = 1',
  'src/part.ts': "import { shared } from './shared.ts'\nconsole.log( shared )",
  'src/other.ts': "import { shared } from './shared.ts'\nconsole.error( shared )",
  'src/shared.ts': 'export const shared = Math.random()',
  '/elsewhere/index.ts': '',
}

test('reports what each chunk contains and imports, and how much of it is left', async () => {
  let result: Chunks = {}
  const plugin = contents(root, 'widget', (chunks) => {
    result = chunks
  })
  await bundleFiles(project, plugin, { chunkFileNames: 'c/[name].12345678.js' })
  assert.equal(result['entry.js'], {
    name: 'widget',
    entry: true,
    imports: [],
    dynamicImports: ['c/part.12345678.js', 'c/other.12345678.js'],
    modules: [['src/index.ts', 'import("./c/part.12345678.js"),import("./c/other.12345678.js");'.length]],
  })
  assert.equal(result['c/part.12345678.js'], {
    name: 'part',
    entry: false,
    imports: ['c/shared.12345678.js'],
    dynamicImports: [],
    modules: [['src/part.ts', 'console.log(shared);'.length]],
  })
})

test('reports all files that the entry was built from, only in the repository', async () => {
  let inputs: string[] = []
  const plugin = contents(root, 'widget', (_, sources) => {
    inputs = sources
  })
  await bundleFiles({ ...project, 'src/shared.ts': "export * from '/elsewhere/index.ts'\nexport const shared = 1" }, plugin)
  assert.equal(inputs.sort(), ['src/index.ts', 'src/other.ts', 'src/part.ts', 'src/shared.ts', 'src/unused.ts'])
})

test.run()
