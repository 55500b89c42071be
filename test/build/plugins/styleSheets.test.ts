import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { styleSheets } from '../../../build/plugins/styleSheets.ts'
import { bundleFiles } from '../bundleFiles.ts'

let folder: string
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-sheet-'))
  await writeFile(join(folder, 'base.css'), '.a {\n  color: light-dark(white, black);\n  .b & { margin: 0px }\n}\n')
})
test.after(() => rm(folder, { recursive: true }))

test('a style sheet is its text, minified, with modern syntax kept', async () => {
  const code = await bundleFiles({ [join(folder, 'index.ts')]: "import sheet from './base.css'\nconsole.log(sheet)" }, styleSheets)
  assert.match(code['entry.js']!, '".a{color:light-dark(white,black);.b &{margin:0}}"')
})

test('no later plugin sees a file that ends in .css, and rollup hashes its path relative to the repository', async () => {
  const ids: string[] = []
  await bundleFiles(
    { [join(folder, 'index.ts')]: "import sheet from './base.css'\nconsole.log(sheet)" },
    {
      ...styleSheets,
      transform(_, id) {
        ids.push(id)
        return null
      },
    },
  )
  assert.is(ids.length, 2)
  assert.equal(
    ids.filter((id) => id.endsWith('.css')),
    [],
  )
  assert.ok(ids.every((id) => id.startsWith(folder)))
})

test.run()
