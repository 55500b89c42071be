import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { minify, terserOptions } from '../../../build/plugins/minify.ts'
import { bundleFiles } from '../bundleFiles.ts'

const outputOf = async (code: string, module = true, shakable = false) =>
  (await bundleFiles({ 'src/index.ts': code }, minify(terserOptions(module, shakable))))['entry.js']!

test('constants become variables, and texts stay', async () => {
  const code = await outputOf('export const pick = (list) => { const text = "const a"; for (const one of list) one(text, text) }')
  assert.match(code, 'for(let ')
  assert.match(code, '"const a"')
  assert.not.match(code.replace('"const a"', ''), /\bconst\b/)
})

test('marks of purity go, unless a host shakes the code', async () => {
  const code = "export const made = /*@__PURE__*/ make(1); export const later = () => import('later')"
  assert.match(await outputOf(code), 'make(1)')
  assert.not.match(await outputOf(code), 'PURE')
  assert.match(await outputOf(code, true, true), '/*@__PURE__*/make(1)')
  assert.match(await outputOf(code), 'import("later")')
})

test("a module's own variables can go, but a classic script shares its variables with the page", async () => {
  const text = 'var shared=1;globalThis.one=shared;globalThis.two=shared'
  assert.not.match(await outputOf(text), 'shared')
  assert.match(await outputOf(text, false), 'var shared=1')
})

test.run()
