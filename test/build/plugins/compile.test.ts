import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compile } from '../../../build/plugins/compile.ts'
import { bundleFiles } from '../bundleFiles.ts'

test('removes types, keeps ES2022 syntax, and compiles JSX to calls of the runtime', async () => {
  const code = (
    await bundleFiles(
      {
        'src/index.tsx':
          "import { given, type Given } from './given.ts'\nexport const Part = ({ it }: Given) => <p>{it ?? given}</p>\nexport class Kept { #own = 1; get own(): number { return this.#own } }",
        'src/given.ts': 'export interface Given { it?: string }\nexport const given: string = "given"',
      },
      compile('preact'),
    )
  )['entry.js']!
  assert.match(code, /import \{ jsx \} from ["']react\/jsx-runtime["']/)
  assert.match(code, /jsx\("p", \{ children: it \?\? given \}\)/)
  assert.match(code, '#own = 1')
  assert.not.match(code, 'string')
})

test('on React, it compiles JSX to calls of our own runtime', async () => {
  const plugin = { ...compile('react'), resolveId: (id: string) => (id.startsWith('#') ? { id, external: true } : null) }
  const code = await bundleFiles({ 'src/index.tsx': 'export const part = <p />' }, plugin)
  assert.match(code['entry.js']!, /import \{ jsx \} from ["']#react\/jsx-runtime["']/)
})

test('leaves JavaScript as it is', async () => {
  const code = await bundleFiles({ 'src/index.js': 'export const one = (((1)))' }, compile('preact'))
  assert.match(code['entry.js']!, '(((1)))')
})

test.run()
