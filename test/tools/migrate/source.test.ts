/** The rules of `latchkey migrate` for source files, as a table. */
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withEdits } from '../../../src/tools/migrate/edits.ts'
import { programsOf } from '../../../src/tools/migrate/programs.ts'
import { type Application, migrateSource } from '../../../src/tools/migrate/source.ts'

const test = suite('migrate: sources')

const run = (text: string, framework: Application['framework'] = 'none', kind = ts.ScriptKind.TSX) => {
  const found = migrateSource(ts, text, kind, { framework })
  assert.ok(found, `cannot read ${text}`)
  return {
    text: withEdits(text, found.edits),
    left: found.left.map(({ at, what }) => `${text.slice(0, at).split('\n').length} ${what}`),
    needed: found.needed,
  }
}

const rewritten: Record<string, [before: string, after: string][]> = {
  imports: [
    ["import { StytchUIClient } from '@stytch/vanilla-js'", "import { StytchUIClient } from 'latchkey/compat'"],
    ['import type { User } from "@stytch/vanilla-js";', 'import type { User } from "latchkey/compat";'],
    ["import { type User, Products } from '@stytch/vanilla-js'", "import { type User, Products } from 'latchkey/compat'"],
    ["import * as stytch from '@stytch/vanilla-js/headless'", "import * as stytch from 'latchkey/compat/headless'"],
    ["import '@stytch/vanilla-js'", "import 'latchkey/compat'"],
    [
      "import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless'",
      "import { StytchB2BHeadlessClient } from 'latchkey/compat/b2b/headless'",
    ],
    ["import stytch = require('@stytch/vanilla-js')", "import stytch = require('latchkey/compat')"],
  ],
  'React and Next.js': [
    ["import { StytchLogin } from '@stytch/react'", "import { StytchLogin } from 'latchkey/compat/react'"],
    ["import { createStytchUIClient } from '@stytch/react/ui'", "import { createStytchUIClient } from 'latchkey/compat/react'"],
    [
      "import { createStytchHeadlessClient } from '@stytch/react/headless'",
      "import { createStytchHeadlessClient } from 'latchkey/compat/react'",
    ],
    ["import { useStytchUser } from '@stytch/nextjs'", "import { useStytchUser } from 'latchkey/compat/react'"],
    ["import { createStytchUIClient } from '@stytch/nextjs/ui'", "import { createStytchUIClient } from 'latchkey/compat/react'"],
  ],
  exports: [
    ["export * from '@stytch/vanilla-js'", "export * from 'latchkey/compat'"],
    ["export { Products } from '@stytch/vanilla-js'", "export { Products } from 'latchkey/compat'"],
    ["export type { User as Visitor } from '@stytch/vanilla-js'", "export type { User as Visitor } from 'latchkey/compat'"],
  ],
  'imports in code': [
    ["const sdk = await import('@stytch/vanilla-js')", "const sdk = await import('latchkey/compat')"],
    ['const { StytchUIClient } = require("@stytch/vanilla-js")', 'const { StytchUIClient } = require("latchkey/compat")'],
    ['const lazy = () => import(`@stytch/vanilla-js/headless`)', 'const lazy = () => import(`latchkey/compat/headless`)'],
    ["type User = import('@stytch/vanilla-js').User", "type User = import('latchkey/compat').User"],
    ["let sdk: typeof import('@stytch/vanilla-js')", "let sdk: typeof import('latchkey/compat')"],
    ["require.resolve('@stytch/vanilla-js')", "require.resolve('latchkey/compat')"],
  ],
  'mocks of test runners': [
    ["jest.mock('@stytch/react', () => ({}))", "jest.mock('latchkey/compat/react', () => ({}))"],
    ["vi.mock('@stytch/nextjs')", "vi.mock('latchkey/compat/react')"],
    [
      "vi.importActual<typeof import('@stytch/react')>('@stytch/react')",
      "vi.importActual<typeof import('latchkey/compat/react')>('latchkey/compat/react')",
    ],
  ],
  'nothing else': [
    ["import stytch from 'stytch' // for '@stytch/react'", "import stytch from 'stytch' // for '@stytch/react'"],
    ["import a from '@stytch/react-native'", "import a from '@stytch/react-native'"],
    ["import a from './@stytch'", "import a from './@stytch'"],
    [
      "/* first */ import {\n  Products, // all of them\r\n} from '@stytch/vanilla-js' ; // last",
      "/* first */ import {\n  Products, // all of them\r\n} from 'latchkey/compat' ; // last",
    ],
  ],
}

for (const [name, rows] of Object.entries(rewritten)) {
  for (const [before, after] of rows) {
    test(`${name}: ${before.replaceAll('\n', ' ')}`, () => {
      const first = run(before)
      assert.equal([first.text, first.left, first.needed], [after, [], []])
      assert.is(run(after).text, after, 'the second run changes nothing')
    })
  }
}

for (const [name, before, after] of [
  [
    'a type',
    "/** @param {import('@stytch/vanilla-js').User} user */\nconst f = (user) => 1",
    "/** @param {import('latchkey/compat').User} user */\nconst f = (user) => 1",
  ],
  [
    'an import',
    "/** @import { User } from '@stytch/vanilla-js' */\nconst a = 1",
    "/** @import { User } from 'latchkey/compat' */\nconst a = 1",
  ],
  [
    'a definition',
    "/** @typedef {import('@stytch/vanilla-js').User} User */\nconst a = 1",
    "/** @typedef {import('latchkey/compat').User} User */\nconst a = 1",
  ],
] as const) {
  test(`comments with the types of JavaScript: ${name}`, () => {
    const found = run(before, 'none', ts.ScriptKind.JSX)
    assert.equal([found.text, found.left], [after, []])
  })
}

const fromReact = "import { Products } from 'latchkey/compat/react'"
const fromVanilla = "import { Products } from 'latchkey/compat'"
const products = "import { Products } from '@stytch/vanilla-js'"
const places: [name: string, framework: Application['framework'], before: string, after: string][] = [
  ['a React application', 'react', products, fromReact],
  ['a module of a server in Next.js', 'nextjs', products, fromVanilla],
  ['a module of Next.js for browsers', 'nextjs', `'use client'\n${products}`, `'use client'\n${fromReact}`],
  [
    'a module of Next.js that uses the SDK for it',
    'nextjs',
    `${products}\nimport { StytchLogin } from '@stytch/nextjs'`,
    `${fromReact}\nimport { StytchLogin } from 'latchkey/compat/react'`,
  ],
  [
    'a React application that mounts screens itself',
    'react',
    "import { StytchUIClient } from '@stytch/vanilla-js'\nnew StytchUIClient('').mountLogin({ elementId: '#login' })",
    "import { StytchUIClient } from 'latchkey/compat'\nnew StytchUIClient('').mountLogin({ elementId: '#login' })",
  ],
  ['all exports', 'react', "import * as sdk from '@stytch/vanilla-js'", "import * as sdk from 'latchkey/compat'"],
]

for (const [name, framework, before, after] of places) {
  test(`where constants come from: ${name}`, () => {
    assert.is(run(before, framework).text, after)
  })
}

const leftAlone: [name: string, text: string, left: string[], needed: string[]][] = [
  [
    'screens for organizations',
    "import { StytchB2BUIClient } from '@stytch/vanilla-js/b2b'",
    ["1 '@stytch/vanilla-js/b2b'"],
    ['@stytch/vanilla-js'],
  ],
  ['React for organizations', "\nimport { StytchB2B } from '@stytch/react/b2b'", ["2 '@stytch/react/b2b'"], ['@stytch/react']],
  [
    'an entry for members in React',
    "import { createStytchB2BClient } from '@stytch/react/b2b/headless'",
    ["1 '@stytch/react/b2b/headless'"],
    ['@stytch/react'],
  ],
  [
    'the admin portal',
    "import { AdminPortalSSO } from '@stytch/react/b2b/adminPortal'",
    ["1 '@stytch/react/b2b/adminPortal'"],
    ['@stytch/react'],
  ],
  ['an entry that nobody knows', "export * from '@stytch/vanilla-js/dist/x'", ["1 '@stytch/vanilla-js/dist/x'"], ['@stytch/vanilla-js']],
  ['internal types', "import type { Values } from '@stytch/core/public'", ["1 '@stytch/core/public'"], ['@stytch/core']],
  ['a text', "const name = '@stytch/vanilla-js'", ["1 '@stytch/vanilla-js'"], []],
  ['the configuration of a bundler', "export default { optimizeDeps: { include: ['@stytch/react > x'] } }", ["1 '@stytch/react > x'"], []],
  ['a name that is computed', 'import(`@stytch/react/${entry}`)', ['1 `@stytch/react/${'], []],
  ["a declaration of the host's own", "declare module '@stytch/vanilla-js' {}", ["1 '@stytch/vanilla-js'"], []],
]

for (const [name, text, left, needed] of leftAlone) {
  test(`left: ${name}`, () => {
    assert.equal(run(text), { text, left, needed })
  })
}

const partly: [name: string, text: string, left: string[]][] = [
  ['an import', "import {\n  Products,\n  iconsWhite as icons,\n} from '@stytch/react'", ['3 iconsWhite']],
  ['a type', "import type { B2BSSOOptions } from '@stytch/vanilla-js'", ['1 B2BSSOOptions']],
  ['an export', "export { shadcnTheme } from '@stytch/react'", ['1 shadcnTheme']],
  ['a type in place', "type Icons = import('@stytch/react').IconRegistry", ['1 IconRegistry']],
  ['a part of what is required', "const { iconsBlack: icons, Products } = require('@stytch/react')", ['1 iconsBlack']],
  ['a part of all exports', "import * as sdk from '@stytch/react'\nconst icons = sdk.iconsWhite", ['2 iconsWhite']],
  ['a type of all exports', "import * as sdk from '@stytch/react'\nlet icons: sdk.IconRegistry", ['2 IconRegistry']],
  ['a part of what is imported in code', "const sdk = await import('@stytch/react')\nsdk.shadcnTheme", ['2 shadcnTheme']],
]

const looks = "import { StytchLogin } from '@stytch/react'\n"
const options: [name: string, text: string, left: string[]][] = [
  ['icons of an attribute', `${looks}<StytchLogin presentation={{ icons: {} }} />`, ['2 presentation.icons']],
  [
    'icons of a constant',
    `${looks}const presentation = { options: { icons: {} } };\n<StytchLogin presentation={presentation} />`,
    ['2 presentation.options.icons'],
  ],
  ['icons of a shorthand', `${looks}const icons = {}\nmountLogin({ presentation: { icons } })`, ['3 presentation.icons']],
  [
    'values of a theme, once, wherever it is named',
    `${looks}const theme: Partial<Theme> = { ring: '#f00', primary: '#00f' }\nconst both = { presentation: { theme: [theme, { ...theme, spacing: '1px' }] as const } }`,
    ['2 presentation.theme.ring', '3 presentation.theme.spacing'],
  ],
  [
    'the domain of passkeys',
    `${looks}<StytchLogin config={{ products: [], passkeyOptions: { domain: 'x' } }} />`,
    ['2 config.passkeyOptions'],
  ],
  ["options of the host's own", `${looks}const settings = { icons: {}, theme: { spacing: '1px' } }`, []],
]

for (const [name, text, left] of [...partly, ...options]) {
  test(`left, without a counterpart: ${name}`, () => {
    assert.equal(run(text).left, left)
  })
}

test('what is no program is left whole', () => {
  assert.is(migrateSource(ts, "import { from '@stytch/react'", ts.ScriptKind.TS, { framework: 'none' }), undefined)
})

const programs: [file: string, text: string, code: string[]][] = [
  ['a.ts', 'a', ['a']],
  ['a.mjs', 'a', ['a']],
  ['a.d.cts', 'a', ['a']],
  ['a.vue', '<template><b/></template>\n<script setup lang="ts">a</script>\n<script>b</script>', ['a', 'b']],
  ['a.svelte', '<script>a</script><p/><style>b</style>', ['a']],
  ['a.astro', '---\na\n---\n<p/><script>b</script>', ['a', 'b']],
  ['a.html', '<script src="x"></script><script type=module>a</script>', ['', 'a']],
  ['a.html', '<SCRIPT>a</Script><scripting><script>b</script></scripting><script>c', ['a', 'b']],
  ['a.html', '<script', []],
  ['a.html', '<script>', []],
  ['a.html', '</script><script></script>', ['']],
]

for (const [file, text, code] of programs) {
  test(`the programs of ${file}`, () => {
    assert.equal(
      programsOf(ts, file, text)!.map(({ start, end }) => text.slice(start, end)),
      code,
    )
  })
}

test('other files have no programs', () => {
  assert.is(programsOf(ts, 'a.css', ''), undefined)
  // a pattern took a minute for each
  const start = performance.now()
  for (const part of ['<script', '<script>', '<scripting>', '<script></script'])
    assert.equal(programsOf(ts, 'a.astro', part.repeat(400_000 / part.length)), [], part)
  assert.ok(performance.now() - start < 5000)
})

test.run()
