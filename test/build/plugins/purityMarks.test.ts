import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { purityMarks } from '../../../build/plugins/purityMarks.ts'
import { bundleFiles } from '../bundleFiles.ts'

const outputOf = async (code: string) => (await bundleFiles({ 'src/index.ts': code }, purityMarks))['entry.js']!

test('removes marks, and leaves a space where two words would become one', async () => {
  assert.match(await outputOf('export const a=/*@__PURE__*/f(/* #__PURE__ */g())'), 'const a=f(g())')
  assert.match(await outputOf('for(const a of/*@__PURE__*/new Set([1]))console.log(a)'), 'for(const a of new Set([1]))')
})

test('keeps texts that look like marks, and other comments', async () => {
  const code = await outputOf('console.log("/*@__PURE__*/",`/*#__PURE__*/`/*! of others */)')
  assert.match(code, 'console.log("/*@__PURE__*/",`/*#__PURE__*/`/*! of others */)')
})

test.run()
