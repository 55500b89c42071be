import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { firstLine } from '../../../build/plugins/firstLine.ts'
import { bundleFiles } from '../bundleFiles.ts'

const project = {
  'src/index.ts': "console.log('entry')\nimport('./part.ts')\nimport('./other.ts')",
  'src/part.ts': "console.log('part')",
  'src/other.ts': "console.log('other')",
}

test('only the entry has it', async () => {
  const code = await bundleFiles(project, firstLine("'use client'"))
  assert.match(code['entry.js']!, /^'use client'\nconsole\.log\('entry'\)/)
  assert.match(code['c/part.js']!, /^console\.log\('part'\)/)
})

test('only the named chunks have it', async () => {
  const code = await bundleFiles(project, firstLine('//# line', ['part']))
  assert.match(code['entry.js']!, /^\/\/# line\nconsole\.log\('entry'\)/)
  assert.match(code['c/part.js']!, /^\/\/# line\nconsole\.log\('part'\)/)
  assert.match(code['c/other.js']!, /^console\.log\('other'\)/)
})

test('a chunk that does not exist is an error', async () => {
  const refusal = await bundleFiles(project, firstLine('//# line', ['part', 'gone'])).catch(({ message }: Error) => message)
  assert.match(refusal as string, 'There is no chunk gone')
})

test.run()
