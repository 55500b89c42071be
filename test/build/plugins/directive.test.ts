import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { directive } from '../../../build/plugins/directive.ts'
import { bundled } from '../bundled.ts'

test('it is the first line of the entry, and no chunk has it', async () => {
  const code = await bundled(
    { 'src/index.ts': "console.log('entry')\nimport('./part.ts')", 'src/part.ts': "console.log('part')" },
    directive('use client'),
  )
  assert.match(code['entry.js']!, /^'use client'\nconsole\.log\('entry'\)/)
  assert.match(code['c/part.js']!, /^console\.log\('part'\)/)
})

test.run()
