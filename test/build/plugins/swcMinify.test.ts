import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { swcMinify } from '../../../build/plugins/swcMinify.ts'
import { bundleFiles } from '../bundleFiles.ts'

const outputOf = (code: string, format: 'iife' | 'module' = 'module') => bundleFiles({ 'src/index.ts': code }, swcMinify(format))

test("makes terser's output smaller, with the same names", async () => {
  const { 'entry.js': code } = await outputOf('export function pick(t){const e=t[0];const n=t[1];return e+n}')
  assert.match(code!, 'function pick(t){return t[0]+t[1]}')
})

test('marks of purity and dynamic imports stay', async () => {
  const { 'entry.js': code } = await outputOf("export const made=/*@__PURE__*/make(1);export const later=()=>import('later')")
  assert.match(code!, '/*@__PURE__*/make(1)')
  assert.match(code!, 'import("later")')
})

test("a module's own variables can go, but a classic script shares its variables with the page", async () => {
  const text = 'var shared=1;globalThis.one=shared;globalThis.two=shared'
  assert.not.match((await outputOf(text))['entry.js']!, 'shared')
  assert.match((await outputOf(text, 'iife'))['entry.js']!, 'var shared=1')
})

test.run()
