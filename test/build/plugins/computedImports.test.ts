import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { computedImports } from '../../../build/plugins/computedImports.ts'
import { bundleFiles } from '../bundleFiles.ts'

test('tells bundlers to leave an import() with a computed URL alone, and no other', async () => {
  const code = await bundleFiles(
    {
      'src/index.ts': 'export const any = (name) => [import(`./${name}.js`), import("./part.ts")]',
      'src/part.ts': 'export const part = 1',
    },
    computedImports,
  )
  assert.match(code['entry.js']!, 'import(/*@vite-ignore*//*webpackIgnore:true*/`${[]}./${name}.js`)')
  assert.match(code['entry.js']!, /import\(['"]\.\/c\/part\.js['"]\)/)
})

test.run()
