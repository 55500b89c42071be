import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { chunkNames } from '../../../build/plugins/chunkNames.ts'
import { bundleFiles } from '../bundleFiles.ts'

test('a chunk is named after its file or its folder', async () => {
  const code = await bundleFiles(
    {
      'src/index.ts': "import('./products/otp/index.tsx')\nimport('./client/engine.ts')\nimport('./client/other.ts')",
      'src/products/otp/index.tsx': 'console.log("a product")',
      'src/client/engine.ts': "import { shared } from './shared.ts'\nconsole.log('engine', shared)",
      'src/client/other.ts': "import { shared } from './shared.ts'\nconsole.log('other', shared)",
      // No single file imports it.
      'src/client/shared.ts': 'export const shared = Math.random()',
    },
    chunkNames,
  )
  const names = Object.keys(code).map((file) => file.replace(/\.[0-9a-f]{8}\./, '.<hash>.'))
  assert.equal(names.sort(), ['c/engine.<hash>.js', 'c/other.<hash>.js', 'c/otp.<hash>.js', 'c/shared.<hash>.js', 'entry.js'])
})

test.run()
