import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { callInEntry } from '../../../build/plugins/callInEntry.ts'
import { bundled } from '../bundled.ts'

test('what all chunks call is in the entry, which imports it for its place alone', async () => {
  const code = await bundled(
    {
      'src/widget/index.ts': "import '../api/call.ts'\nimport('../client/one.ts')\nimport('../client/other.ts')",
      'src/client/one.ts': "import { call } from '../api/call.ts'\nexport const one = call(1)",
      'src/client/other.ts': "import { call } from '../api/call.ts'\nexport const other = call(2)",
      'src/api/call.ts': 'export const call = (what) => [what]',
    },
    callInEntry,
  )
  assert.equal(Object.keys(code).sort(), ['c/one.js', 'c/other.js', 'entry.js'])
  assert.match(code['entry.js']!, 'const call = ')
})

test.run()
