import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { patched, preact } from '../../../build/plugins/preact.ts'
import { root } from '../../../build/paths.ts'

const folder = join(root, 'node_modules/preact/src')
/** All that the builds use. */
const names = ['component', 'create-element', 'options', 'render', 'diff/catch-error', 'diff/children', 'diff/index', 'diff/props']
const files = names.map((name) => [`${name}.js`, readFileSync(join(folder, `${name}.js`), 'utf8')] as const)
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const transform = (file: string, code: string) =>
  withoutComments((preact.transform as (code: string, id: string) => { code: string })(code, join(folder, file)).code)
const ours = files.map(([file, code]) => transform(file, code)).join('\n')

test("Preact's own document is ours, and nothing is left that sets HTML, suspends, catches, or is a class", () => {
  const gone =
    /\bdocument\b|ownerDocument|innerHTML|InnerHTML|\$s|\.then\b|component(Will|Did)|getDerivedState|getSnapshot|isClassComponent/
  assert.not.match(ours, gone)
  assert.match(files.map(([, code]) => withoutComments(code)).join(), gone)
})

test("private properties have the names of Preact's own build, from which its hooks come", () => {
  const own = [...ours.matchAll(/\b_[a-z]\w*/gi)].map(([name]) => name)
  // Only development tools set it.
  assert.equal(
    [...new Set(own)].filter((name) => !name.startsWith('__')),
    ['_hydrationMismatch'],
  )
  const build = readFileSync(join(root, 'node_modules/preact/dist/preact.mjs'), 'utf8')
  for (const name of new Set(ours.match(/\.__\w*/g)!)) assert.ok(build.includes(name), name)
})

test('a build fails if Preact has changed', () => {
  const [file, code] = files.find(([name]) => name === 'diff/index.js')!
  assert.throws(() => patched(file, code.replace('parentDom.ownerDocument', 'ownerDocument')), /Preact has changed: build\/preact\.patch/)
})

test.run()
