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

test('a sheet for the floor has no nested rules, pairs of variables for light-dark(), and a gray for each mix', async () => {
  await writeFile(
    join(folder, 'all.floor.css'),
    `@import './base.css';
.c { color: color-mix(in srgb, var(--lk-text) 20%, #0000); fill: color-mix(in srgb, var(--x), var(--x)); @media (width < 30em) { margin: 1px } }
.d { color-scheme: light dark }`,
  )
  const code = await bundleFiles({ [join(folder, 'index.ts')]: "import sheet from './all.floor.css'\nconsole.log(sheet)" }, styleSheets)
  const [, sheet] = /"(.*)"/.exec(code['entry.js']!.replaceAll('\\n', ''))!
  for (const rule of [
    '.a{color:var(--lk-light,#fff)var(--lk-dark,#000)}',
    '.b .a{margin:0}',
    '.c{color:color-mix(in srgb,var(--lk-text) 20%,#0000);fill:color-mix(in srgb,var(--x),var(--x))}',
    '@supports not (color:color-mix(in srgb,red,red)){.c{color:#818d945c;fill:var(--x)}}',
    '@media not (min-width:30em){.c{margin:1px}}',
    '.d{--lk-light:initial;--lk-dark: ;color-scheme:light dark}',
    '@media (prefers-color-scheme:dark){.d{--lk-light: ;--lk-dark:initial}}',
  ])
    assert.ok(sheet!.replaceAll(', ', ',').includes(rule.replaceAll(', ', ',')), `${rule} in ${sheet}`)
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
