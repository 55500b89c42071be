import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { preactParts } from '../../../build/plugins/preactParts.ts'

const id = new URL('../../../node_modules/preact/dist/preact.mjs', import.meta.url).pathname
const preact = readFileSync(id, 'utf8')
const transform = (code: string) => (preactParts.transform as (code: string, id: string) => { code: string } | null)(code, id)!.code

test("Preact's own document is ours, and nothing is left that sets HTML, suspends, or renders elsewhere", () => {
  const ours = transform(preact)
  assert.not.match(ours, /\bdocument\b|ownerDocument|HTML"==|innerHTML|"\$s"|\.then\b|props\.__P/)
  assert.match(preact, /\bdocument\b.*|ownerDocument/)
})

test('a build fails if Preact has changed', () => {
  assert.throws(() => transform(preact.replace('a.ownerDocument', 'b.ownerDocument')), /does not find M=a\.ownerDocument/)
})

test.run()
