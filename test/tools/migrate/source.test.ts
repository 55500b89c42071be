/** The rules of `latchkey migrate` for source files, as a table. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { processorTime } from '../../harness/processorTime.ts'
import { withEdits } from '../../../src/tools/migrate/edits.ts'
import { programsOf } from '../../../src/tools/migrate/programs.ts'
import { type TextFindings, findingsIn } from '../../../src/tools/migrate/texts.ts'

const test = suite('migrate: sources')

const mentionsProvider = /@stytch\/(?![\w-])|@stytch\/(?:vanilla-js|react|nextjs|core|js)(?![\w-])|js\.stytch\.com/g

/** What became of a text. Every name of the provider that is still there is in what is left. */
const outcomeOf = (text: string, { edits, leftovers, neededPackages }: TextFindings) => {
  const after = withEdits(text, edits)
  const before = [...text.matchAll(mentionsProvider)].map(({ index }) => index)
  const silent = before.filter(
    (index) =>
      !edits.some(({ start, end }) => index >= start && index < end) &&
      !leftovers.some(({ at, what }) => index >= at && index < at + what.length) &&
      // a long text is named by what it says of the provider
      !leftovers.some(({ at }) => at === index),
  )
  assert.equal(silent, [], `passed over in ${text}`)
  return {
    text: after,
    leftovers: leftovers.map(({ at, what }) => `${text.slice(0, at).split('\n').length} ${what}`),
    neededPackages,
    why: leftovers.map(({ why }) => why),
  }
}

const findingsOf = (files: Record<string, string>, aliases?: Record<string, string[]>) =>
  findingsIn([{ texts: new Map(Object.entries(files)), folder: '', aliases, version: '1.2.3' }])[0]!

const runAll = (files: Record<string, string>, aliases?: Record<string, string[]>) =>
  Object.fromEntries([...findingsOf(files, aliases)].map(([path, each]) => [path, outcomeOf(files[path]!, each)]))

const run = (text: string, path = 'main.tsx') => {
  const result = findingsOf({ [path]: text }).get(path)
  const { why, ...rest } = result ? outcomeOf(text, result) : { text, leftovers: [], neededPackages: [], why: [] }
  return rest
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
  'entries behind others, whose names all exist': [
    ["import type { User } from '@stytch/core/public'", "import type { User } from 'latchkey/compat'"],
    ["import { StytchUIClient } from '@stytch/vanilla-js/dist/index.ui'", "import { StytchUIClient } from 'latchkey/compat'"],
    [
      "import type { Session } from '@stytch/vanilla-js/dist/types/index.headless'",
      "import type { Session } from 'latchkey/compat/headless'",
    ],
    [
      "import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/dist/b2b/index.headless.js'",
      "import { StytchB2BHeadlessClient } from 'latchkey/compat/b2b/headless'",
    ],
    ["import { createStytchUIClient } from '@stytch/react/dist/index.ui'", "import { createStytchUIClient } from 'latchkey/compat/react'"],
  ],
  'addresses of networks': [
    [
      "import { StytchUIClient } from 'https://esm.sh/@stytch/vanilla-js@5'",
      "import { StytchUIClient } from 'https://esm.sh/latchkey@1.2.3/compat'",
    ],
    [
      "import { StytchHeadlessClient } from 'https://cdn.jsdelivr.net/npm/@stytch/vanilla-js@6/headless/+esm'",
      "import { StytchHeadlessClient } from 'https://cdn.jsdelivr.net/npm/latchkey@1.2.3/dist/compat/headless/index.js'",
    ],
    [
      "await import('https://unpkg.com/@stytch/vanilla-js?module')",
      "await import('https://unpkg.com/latchkey@1.2.3/dist/compat/index.js')",
    ],
  ],
  'references and syntax of every age': [
    ['/// <reference types="@stytch/vanilla-js" />\nlet a', '/// <reference types="latchkey/compat" />\nlet a'],
    [
      "import type { User } from '@stytch/vanilla-js'\nconst a = { b: 1 } satisfies object\nusing c = d()\nenum E { A }\n@f class G { accessor h = 1 }",
      "import type { User } from 'latchkey/compat'\nconst a = { b: 1 } satisfies object\nusing c = d()\nenum E { A }\n@f class G { accessor h = 1 }",
    ],
    ["import { Products } from '@stytch/vanilla-js' with { a: 'b' }", "import { Products } from 'latchkey/compat' with { a: 'b' }"],
  ],
  'nothing else': [
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
      assert.equal([first.text, first.leftovers, first.neededPackages], [after, [], []])
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
    const outcome = run(before, 'main.js')
    assert.equal([outcome.text, outcome.leftovers], [after, []])
  })
}

const component = "import { StytchLogin } from '@stytch/react'"
const products = "import { Products } from '@stytch/vanilla-js'"
const headless = "import { StytchHeadlessClient } from '@stytch/vanilla-js/headless'"
const client = "import { StytchUIClient } from '@stytch/vanilla-js'"
const from = (name: string, entry: string) => `import { ${name} } from 'latchkey/compat${entry}'`

/** What each file of an application becomes; those that are not named stay. */
const applications: Record<string, [files: Record<string, string>, after: Record<string, string>]> = {
  'constants come from the bundle that the components are in': [
    { 'a.ts': products, 'b.tsx': component },
    { 'a.ts': from('Products', '/react'), 'b.tsx': from('StytchLogin', '/react') },
  ],
  'a headless client beside components comes from their bundle': [
    { 'a.ts': headless, 'b.tsx': component },
    { 'a.ts': from('StytchHeadlessClient', '/react'), 'b.tsx': from('StytchLogin', '/react') },
  ],
  'constants beside a headless client without components come from its bundle': [
    { 'a.ts': headless, 'b.ts': "import { OAuthProviders, type User } from '@stytch/vanilla-js'" },
    { 'a.ts': from('StytchHeadlessClient', '/headless'), 'b.ts': from('OAuthProviders, type User', '/headless') },
  ],
  'what only screens have does not': [
    { 'a.ts': headless, 'b.ts': "import { defaultTheme } from '@stytch/vanilla-js'" },
    { 'a.ts': from('StytchHeadlessClient', '/headless'), 'b.ts': from('defaultTheme', '') },
  ],
  'a module of a server in Next.js takes nothing from a module for browsers': [
    { 'a.ts': products, 'b.ts': `'use client'\n${products}`, 'c.tsx': "import { StytchLogin } from '@stytch/nextjs'" },
    { 'a.ts': from('Products', ''), 'b.ts': `'use client'\n${from('Products', '/react')}`, 'c.tsx': from('StytchLogin', '/react') },
  ],
  'a client that another file mounts': [
    {
      'a.ts': `${client}\nexport const stytch = new StytchUIClient('')`,
      'b.ts': "import { stytch } from './a'\nstytch.mountLogin({})",
      'c.tsx': component,
      'd.ts': products,
    },
    {
      'a.ts': `${from('StytchUIClient', '')}\nexport const stytch = new StytchUIClient('')`,
      'b.ts': "import { stytch } from './a'\nstytch.mountLogin({})",
      'c.tsx': from('StytchLogin', '/react'),
      'd.ts': from('Products', '/react'),
    },
  ],
  'a client that nobody mounts, beside components': [
    { 'a.ts': client, 'b.tsx': component },
    { 'a.ts': from('StytchUIClient', '/react'), 'b.tsx': from('StytchLogin', '/react') },
  ],
  'all exports': [
    { 'a.ts': "import * as sdk from '@stytch/vanilla-js'", 'b.tsx': component },
    { 'a.ts': "import * as sdk from 'latchkey/compat'", 'b.tsx': from('StytchLogin', '/react') },
  ],
  'an import map and what it maps': [
    {
      'a.html':
        '<script type="importmap">{"imports": {"@stytch/vanilla-js": "https://esm.sh/@stytch/vanilla-js@5.35.1"}}</script>\n<script type="module">import { Products } from \'@stytch/vanilla-js\'</script>',
    },
    {
      'a.html':
        '<script type="importmap">{"imports": {"latchkey/compat": "https://esm.sh/latchkey@1.2.3/compat"}}</script>\n<script type="module">import { Products } from \'latchkey/compat\'</script>',
    },
  ],
}

for (const [name, [files, after]] of Object.entries(applications)) {
  test(`an application: ${name}`, () => {
    const all = runAll(files)
    assert.equal(Object.fromEntries(Object.keys(files).map((path) => [path, all[path]?.text ?? files[path]])), after)
    assert.equal(
      Object.values(all).flatMap(({ leftovers }) => leftovers),
      [],
    )
  })
}

test('a client of the components that is mounted is reported, because it has no such method', () => {
  const all = runAll({
    'a.tsx': "import { createStytchUIClient } from '@stytch/react/ui'\nexport const a = createStytchUIClient('')",
    'b.ts': "import { a } from './a'\n\na.mountLogin({})",
  })
  assert.equal(all['b.ts']!.leftovers, ['3 mountLogin'])
})

const theirs = "import { B2BIdentityProvider } from '@stytch/react/b2b'"
const vanilla = "import type { StyleConfig } from '@stytch/vanilla-js'"

/** The files that stay with the provider, of applications with its screens for organizations. */
const organizations: Record<string, [files: Record<string, string>, stay: string[], aliases?: Record<string, string[]>]> = {
  'the rest of the file': [{ 'a.tsx': `${theirs}\n${vanilla}`, 'b.ts': client }, ['a.tsx']],
  'the types of the screens': [
    { 'a.ts': "import type { StytchB2BUIConfig, StyleConfig } from '@stytch/vanilla-js'", 'b.ts': client },
    ['a.ts'],
  ],
  'what the file imports': [
    { 'a.tsx': `${theirs}\nimport { styles } from './looks'`, 'looks.ts': vanilla, 'b.ts': client },
    ['a.tsx', 'looks.ts'],
  ],
  'what goes through a file that names nothing': [
    {
      'a.tsx': `${theirs}\nimport { styles } from './all.js'`,
      'all.ts': "export * from './looks/index.ts'",
      'looks/index.ts': vanilla,
      'b.ts': client,
    },
    ['a.tsx', 'looks/index.ts'],
  ],
  'what imports its client': [
    {
      'a.ts': "import { StytchB2BUIClient } from '@stytch/vanilla-js/b2b'\nexport const c = 1",
      'page.tsx': `import { c } from './a'\n${vanilla}`,
      'b.ts': client,
    },
    ['a.ts', 'page.tsx'],
  ],
  'a page that only renders it goes': [
    { 'Members.tsx': theirs, 'page.tsx': `import Members from './Members'\n${client}\nexport default () => <Members />` },
    ['Members.tsx'],
  ],
  'a page that loads it later goes': [
    { 'Members.tsx': theirs, 'page.tsx': `${client}\nconst Members = lazy(() => import('./Members'))` },
    ['Members.tsx'],
  ],
  'names that are no paths': [
    { 'src/a.tsx': `${theirs}\nimport { styles } from '@/looks'`, 'src/looks.ts': vanilla, 'b.ts': client },
    ['src/a.tsx', 'src/looks.ts'],
  ],
  'aliases of a tsconfig.json': [
    { 'web/a.tsx': `${theirs}\nimport { styles } from '#kit/looks'`, 'kit/looks.ts': vanilla, 'b.ts': client },
    ['kit/looks.ts', 'web/a.tsx'],
    { '#kit/*': ['./kit/*'] },
  ],
}

for (const [name, [files, stay, aliases]] of Object.entries(organizations)) {
  test(`organizations: ${name}`, () => {
    const all = runAll(files, aliases)
    const paths = Object.keys(all).filter((path) => all[path]!.text === files[path])
    assert.equal(paths.sort(), stay)
    for (const path of stay)
      assert.ok(all[path]!.neededPackages.length > 0 && all[path]!.leftovers.length === all[path]!.neededPackages.length, path)
    assert.ok(
      Object.keys(all).some((path) => !stay.includes(path)),
      'the others go',
    )
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
  [
    'internal types of which one is unknown',
    "import type { User, Values } from '@stytch/core/public'",
    ["1 '@stytch/core/public'"],
    ['@stytch/core'],
  ],
  [
    'all of an internal entry',
    "export * from '@stytch/vanilla-js/dist/index.headless'",
    ["1 '@stytch/vanilla-js/dist/index.headless'"],
    ['@stytch/vanilla-js'],
  ],
  ['a name that begins a computed one', "const name = '@stytch/' + kind", ["1 '@stytch/'"], []],
  ['a name after the scope', 'import(`@stytch/${kind}/headless`)', ['1 `@stytch/${kind}/headless`'], []],
  ['a comment', "import stytch from 'stytch' // for '@stytch/react'", ['1 @stytch/react'], []],
  [
    'a path to a file',
    '/// <reference path="../node_modules/@stytch/react/dist/types/index.d.ts" />',
    ['1 @stytch/react/dist/types/index.d.ts'],
    [],
  ],
  ['a script', "const a = <Script src='https://js.stytch.com/stytch.js' />", ["1 'https://js.stytch.com/stytch.js'"], []],
  [
    'a script of a network',
    "const a = <Script src='https://unpkg.com/@stytch/vanilla-js@5/dist/index.js' />",
    ["1 'https://unpkg.com/@stytch/vanilla-js@5/dist/index.js'"],
    [],
  ],
  [
    'React from a network that resolves nothing',
    "import { StytchLogin } from 'https://unpkg.com/@stytch/react@20'",
    ["1 'https://unpkg.com/@stytch/react@20'"],
    ['@stytch/react'],
  ],
  ['a text', "const name = '@stytch/vanilla-js'", ["1 '@stytch/vanilla-js'"], []],
  ['the configuration of a bundler', "export default { optimizeDeps: { include: ['@stytch/react > x'] } }", ["1 '@stytch/react > x'"], []],
  ['a global that a page brings', "module.exports = { externals: { '@stytch/vanilla-js': 'Stytch' } }", ["1 '@stytch/vanilla-js'"], []],
  ['a list that is no setting', "const ours = { packages: ['@stytch/react'] }", ["1 '@stytch/react'"], []],
  ['the scope, in a function of Rollup', "const chunkOf = (id) => id.includes('@stytch') && 'auth'", ["1 '@stytch'"], []],
  ['the scope, in a pattern', 'const isAuth = /node_modules[\\\\/]@stytch[\\\\/]/', ['1 @stytch'], []],
  ['an entry in a pattern', 'const external = [/^@stytch\\/vanilla-js/]', ['1 @stytch\\/vanilla-js'], []],
  ['a name that is computed', 'import(`@stytch/react/${entry}`)', ['1 `@stytch/react/${entry}`'], []],
  ["a declaration of the host's own", "declare module '@stytch/vanilla-js' {}", ["1 '@stytch/vanilla-js'"], []],
]

for (const [name, text, leftovers, neededPackages] of leftAlone) {
  test(`left: ${name}`, () => {
    assert.equal(run(text), { text, leftovers, neededPackages })
  })
}

const ofReact = "import { useStytchUser } from '@stytch/react'\nimport { Products } from '@stytch/vanilla-js'\n"
const ofPortal = "import { AdminPortalSSO } from '@stytch/vanilla-js/b2b/adminPortal'\n"
const ofHeadless = "import { createStytchHeadlessClient } from '@stytch/vanilla-js/headless'\n"

const lists: [name: string, source: string, settings: string, after: string][] = [
  [
    'what Vite optimizes',
    headless,
    "optimizeDeps: { include: ['qs', '@stytch/vanilla-js/headless'] }",
    "optimizeDeps: { include: ['qs', 'latchkey/compat/headless'] }",
  ],
  [
    'two entries that became one',
    ofReact,
    'optimizeDeps: { exclude: ["@stytch/react", "@stytch/vanilla-js", "qs"] }',
    'optimizeDeps: { exclude: ["latchkey/compat/react", "qs"] }',
  ],
  [
    'chunks of Rollup, which puts a module into one',
    ofReact,
    "manualChunks: { a: ['@stytch/vanilla-js'], b: ['react', '@stytch/react'], c: ['@stytch/react'] }",
    "manualChunks: { a: ['latchkey/compat/react'], b: ['react'] }",
  ],
  [
    'chunks of Rollup that are empty now, in front of others and behind them',
    ofReact,
    "manualChunks: { a: ['latchkey/compat/react'], b: ['@stytch/react',], c: ['react'], d: ['@stytch/vanilla-js'], }",
    "manualChunks: { a: ['latchkey/compat/react'], c: ['react'], }",
  ],
  [
    'lists that are empty now, and nothing else',
    ofReact,
    "build: { dedupe: ['latchkey', '@stytch/react'] }",
    "build: { dedupe: ['latchkey'] }",
  ],
  [
    'what Vite optimizes, and what it does not',
    ofReact,
    "optimizeDeps: { exclude: ['@stytch/core',], include: ['@stytch/react'] }",
    "optimizeDeps: { include: ['latchkey/compat/react'] }",
  ],
  [
    'packages that Next.js bundles, and does not',
    ofReact,
    "serverExternalPackages: ['@stytch/vanilla-js'], transpilePackages: ['@stytch/react']",
    "transpilePackages: ['latchkey']",
  ],
  [
    'packages of which one is there already',
    ofReact,
    "transpilePackages: ['@stytch/react', 'latchkey'], serverExternalPackages: ['@stytch/vanilla-js', 'sharp']",
    "transpilePackages: ['latchkey'], serverExternalPackages: ['sharp']",
  ],
  [
    'packages of Next.js',
    ofReact,
    "transpilePackages: ['@stytch/react', 'ui', '@stytch/vanilla-js']",
    "transpilePackages: ['latchkey', 'ui']",
  ],
  [
    'what Next.js imports in parts',
    ofReact,
    "experimental: { optimizePackageImports: ['@stytch/react'] }",
    "experimental: { optimizePackageImports: ['latchkey/compat/react'] }",
  ],
  ['packages of a server render', ofReact, "ssr: { noExternal: ['@stytch/react'] }", "ssr: { noExternal: ['latchkey'] }"],
  [
    'entries of webpack',
    headless,
    "entry: { main: './main.js', vendor: ['react', '@stytch/vanilla-js/headless'] }",
    "entry: { main: './main.js', vendor: ['react', 'latchkey/compat/headless'] }",
  ],
  ['an entry that stays', ofPortal, "external: ['@stytch/vanilla-js/b2b/adminPortal']", "external: ['@stytch/vanilla-js/b2b/adminPortal']"],
  [
    'a package of which a part stays',
    ofHeadless + ofPortal,
    "transpilePackages: ['@stytch/vanilla-js']",
    "transpilePackages: ['latchkey', '@stytch/vanilla-js']",
  ],
  [
    'what Jest takes in the place of a module',
    ofReact,
    "moduleNameMapper: { '^@stytch/react$': '<rootDir>/double.js', '^~/(.*)$': './$1' }",
    "moduleNameMapper: { '^latchkey/compat/react$': '<rootDir>/double.js', '^~/(.*)$': './$1' }",
  ],
  [
    'what Vite takes in the place of a module',
    headless,
    "alias: { '@stytch/vanilla-js/headless': './double.ts' }",
    "alias: { 'latchkey/compat/headless': './double.ts' }",
  ],
  ['an entry that only another one needed', ofHeadless, "dedupe: ['@stytch/core', '@stytch/vanilla-js']", "dedupe: ['latchkey']"],
]

const line = "\n  transformIgnorePatterns: ['/node_modules/(?!latchkey/)'],"
const ofJest: [name: string, before: string, after: string][] = [
  ['an object', "module.exports = {\n  testEnvironment: 'jsdom',\n}", `module.exports = {${line}\n  testEnvironment: 'jsdom',\n}`],
  ['a module', 'export default { verbose: true }', `export default {${line} verbose: true }`],
  [
    'one that says what is transformed',
    'module.exports = { transformIgnorePatterns: [] }',
    'module.exports = { transformIgnorePatterns: [] }',
  ],
  ['a preset', "module.exports = { preset: 'ts-jest' }", "module.exports = { preset: 'ts-jest' }"],
  ['one that a function makes', 'module.exports = createJestConfig({})', 'module.exports = createJestConfig({})'],
]
for (const [name, before, after] of ofJest)
  test(`settings: Jest transforms latchkey, ${name}`, () => {
    assert.is(runAll({ 'main.tsx': ofReact, 'jest.config.js': before })['jest.config.js']?.text ?? before, after)
    assert.is(runAll({ 'main.tsx': 'export {}', 'jest.config.js': before })['jest.config.js'], undefined)
  })

const mocking: [name: string, files: Record<string, string>][] = [
  ['a call', { 'a.test.ts': "vi.mock('@stytch/vanilla-js', () => ({}))\njest.mock('@stytch/vanilla-js/headless')" }],
  [
    'a setting',
    {
      'jest.config.js':
        "export default { moduleNameMapper: { '^@stytch/vanilla-js$': './a.js', '^@stytch\\\\/vanilla-js/headless$': './b.js' } }",
    },
  ],
  ['a file', { '__mocks__/@stytch/vanilla-js.ts': 'export {}', '__mocks__/@stytch/vanilla-js/headless.js': 'export {}' }],
]
for (const [name, files] of mocking)
  test(`what a test puts in the place of a module hides nothing of another one: ${name}`, () => {
    const application = {
      'client.ts': "import { StytchHeadlessClient } from '@stytch/vanilla-js/headless'",
      'methods.ts': "import { Products } from '@stytch/vanilla-js'",
      'Login.tsx': "import { StytchLogin } from '@stytch/react'",
    }
    const line = "from 'latchkey/compat/react'"
    for (const file of ['client.ts', 'methods.ts']) assert.match(runAll(application)[file]!.text, line)
    const apart = runAll({ ...application, ...files })
    assert.match(apart['client.ts']!.text, "from 'latchkey/compat/headless'")
    assert.match(apart['methods.ts']!.text, "from 'latchkey/compat'")
    assert.match(apart['Login.tsx']!.text, line)
    for (const file of Object.keys(files))
      assert.match(apart[file]!.text + apart[file]!.why, /latchkey\/compat[^/][\s\S]*latchkey\/compat\/headless|__mocks__\/latchkey/)
  })

test('settings: two keys that would become one stay two', () => {
  const text = "export default { alias: { '@stytch/react': './a.js', '@stytch/nextjs': './b.js' } }"
  const { 'vite.config.js': config } = runAll({ 'main.tsx': ofReact, 'vite.config.js': text })
  assert.is(config!.text, text.replace('@stytch/react', 'latchkey/compat/react'))
  assert.equal(config!.leftovers, ["1 '@stytch/nextjs'"])
})

test('a mock that a test runner finds by its path is said to move, whatever is in it', () => {
  const outcomes = runAll({
    '__mocks__/@stytch/react.tsx': 'export const useStytchUser = () => null',
    '__mocks__/@stytch/react/b2b.tsx': 'export {}',
    'a.ts': ofReact,
  })
  const { leftovers, why } = outcomes['__mocks__/@stytch/react.tsx']!
  assert.equal(leftovers, ['1 __mocks__/@stytch/react.tsx'])
  assert.match(why.join(), /Move it to __mocks__\/latchkey\/compat\/react\.tsx\.$/)
  assert.is(outcomes['__mocks__/@stytch/react/b2b.tsx'], undefined)
})

for (const [name, source, settings, after] of lists)
  test(`settings: ${name}`, () => {
    const { 'src/main.tsx': main, 'vite.config.ts': config } = runAll({
      'src/main.tsx': source,
      'vite.config.ts': `export default { ${settings} }`,
    })
    assert.is(config!.text, `export default { ${after} }`)
    const again = runAll({ 'src/main.tsx': main!.text, 'vite.config.ts': config!.text })['vite.config.ts']
    assert.is(again?.text ?? config!.text, config!.text, 'a second run changes nothing')
    assert.is(again?.leftovers.length ?? 0, [...after.matchAll(/@stytch/g)].length, 'what stays is reported')
  })

test('left: a file that a build writes, in one line', () => {
  const text = `var t={};${'t.a=1;'.repeat(1000)}\n// node_modules/@stytch/vanilla-js/dist/index.js\nload("https://js.stytch.com/x.html")`
  const { leftovers, edits } = findingsOf({ 'public/js/auth.min.js': text }).get('public/js/auth.min.js')!
  assert.equal([edits, leftovers.map(({ at, what }) => [at, what])], [[], [[0, 'auth.min.js']]])
  const inSource = findingsOf({ 'logo.js': `import '@stytch/vanilla-js'\nexport const logo = '${'x'.repeat(6000)}'` }).get('logo.js')!
  assert.is(inSource.edits.length, 1, 'a long text in a file that somebody writes')
})

const mdx: [name: string, text: string, after: string, left: string[]][] = [
  [
    'imports',
    "import { StytchLogin } from '@stytch/react'\nimport x from './x'\n\n# Log in\n\n<StytchLogin />\n",
    "import { StytchLogin } from 'latchkey/compat/react'\nimport x from './x'\n\n# Log in\n\n<StytchLogin />\n",
    [],
  ],
  [
    'an export after text',
    "# Log in\n\nexport { useStytch } from '@stytch/nextjs'",
    "# Log in\n\nexport { useStytch } from 'latchkey/compat/react'",
    [],
  ],
  [
    'an example and prose',
    "Use `@stytch/react`.\n\n```js\nimport { useStytch } from '@stytch/react'\n```\n",
    "Use `@stytch/react`.\n\n```js\nimport { useStytch } from '@stytch/react'\n```\n",
    ['1 @stytch/react', '4 @stytch/react'],
  ],
  [
    'an example in a longer fence',
    "````\n```\nimport '@stytch/react'\n```\n````\n\nimport '@stytch/react'\n",
    "````\n```\nimport '@stytch/react'\n```\n````\n\nimport 'latchkey/compat/react'\n",
    ['3 @stytch/react'],
  ],
  ['a paragraph that is no program', 'import of @stytch/react is easy\n', 'import of @stytch/react is easy\n', ['1 @stytch/react']],
]

for (const [name, text, after, leftovers] of mdx)
  test(`MDX: ${name}`, () => {
    const { text: now, leftovers: reports } = run(text, 'page.mdx')
    assert.equal([now, reports], [after, leftovers])
  })

const partly: [name: string, text: string, left: string[]][] = [
  ['an import', "import {\n  Products,\n  iconsWhite as icons,\n} from '@stytch/react'", ['3 iconsWhite']],
  ['a type', "import type { BiometryType } from '@stytch/vanilla-js'", ['1 BiometryType']],
  ['an export', "export { iconsBlack } from '@stytch/react'", ['1 iconsBlack']],
  ['a type in place', "type Icons = import('@stytch/react').BiometryType", ['1 BiometryType']],
  ['a part of what is required', "const { iconsBlack: icons, Products } = require('@stytch/react')", ['1 iconsBlack']],
  ['a part of all exports', "import * as sdk from '@stytch/react'\nconst icons = sdk.iconsWhite", ['2 iconsWhite']],
  ['a type of all exports', "import * as sdk from '@stytch/react'\nlet kind: sdk.BiometryType", ['2 BiometryType']],
  ['a part of what is imported in code', "const sdk = await import('@stytch/react')\nsdk.iconsWhite", ['2 iconsWhite']],
]

const looks = "import { StytchLogin } from '@stytch/react'\n"
const options: [name: string, text: string, left: string[]][] = [
  ['icons of an attribute', `${looks}<StytchLogin presentation={{ icons: {} }} />`, ['2 presentation.icons']],
  [
    'icons of a constant',
    `${looks}const presentation = { options: { icons: {} } };\n<StytchLogin presentation={presentation} />`,
    ['2 presentation.options.icons'],
  ],
  ['icons of a shorthand', `${looks}const icons = {}\nshow({ presentation: { icons } })`, ['3 presentation.icons']],
  [
    'values of a theme, once, wherever it is named',
    `${looks}const theme: Partial<Theme> = { ring: '#f00', primary: '#00f' }\nconst both = { presentation: { theme: [theme, { ...theme, spacing: '1px' }] as const } }`,
    ['2 presentation.theme.ring', '3 presentation.theme.spacing'],
  ],
  [
    'a suffix of ids, but not the domain of passkeys, which has its effect',
    `${looks}<StytchLogin config={{ products: [], passkeyOptions: { domain: 'x' } }} presentation={{ options: { inputIdSuffix: 'x' } }} />`,
    ['2 presentation.options.inputIdSuffix'],
  ],
  ["options of the host's own", `${looks}const settings = { icons: {}, theme: { spacing: '1px' } }`, []],
]

for (const [name, text, leftovers] of [...partly, ...options]) {
  test(`left, without a counterpart: ${name}`, () => {
    assert.equal(run(text).leftovers, leftovers)
  })
}

test('the reason says what it is', () => {
  const reasons: [path: string, text: string, why: RegExp][] = [
    ['a.tsx', "<Script src='https://js.stytch.com/stytch.js' />", /npx latchkey snippet/],
    ['next.config.js', 'const policy = "script-src \'self\' https://js.stytch.com; style-src *"', /A policy allows/],
    ['a.html', '<script src="https://cdn.jsdelivr.net/npm/@stytch/vanilla-js@6/dist/iife/index.js"></script>', /from its address/],
    ['a.html', '<link rel="stylesheet" href="/node_modules/@stytch/react/theme/a.css">', /is a path/],
    ['a.ts', 'import(`@stytch/${kind}`)', /rest of the name is computed/],
    ['a.ts', 'import(`@stytch/react/${kind}`)', /rest of the name is computed/],
    ['a.ts', "const all = '@stytch/' + kind", /rest of the name is computed/],
    ['a.ts', '// like @stytch/react', /in a comment/],
    ['a.ts', "declare module '@stytch/react' {}", /Types of your project/],
    ['README.md', 'npm install @stytch/nextjs', /in a document/],
    ['a.css', "@import '@stytch/react/theme/shadcn.css';", /no such theme/],
    ['a.yml', '- dependency-name: "@stytch/*"', /in a pattern/],
    ['a.spec.ts', "await page.route('https://js.stytch.com/**', (route) => route.abort())", /Remove it; if it loads/],
    ['a.conf', 'add_header Content-Security-Policy "frame-src https://js.stytch.com";', /A policy allows/],
    ['patches/a.patch', '+++ b/node_modules/@stytch/react/index.js', /remove the patch/],
    ['a.ts', "import { from '@stytch/react'", /cannot be read/],
    ['a.html', '<script type="importmap">{"imports": {"@stytch/vanilla-js": "/vendor/stytch.js"}}</script>', /import map/],
  ]
  for (const [path, text, why] of reasons) {
    const all = runAll({ [path]: text })
    assert.is(all[path]!.text, text)
    assert.is(all[path]!.why.length, 1, text)
    assert.match(all[path]!.why[0]!, why)
  }
})

const deno: [name: string, before: string, after: string][] = [
  ['a package', '{"@stytch/vanilla-js": "npm:@stytch/vanilla-js@^5.0.0"}', '{"latchkey/compat": "npm:latchkey@1.2.3/compat"}'],
  ["a name of the host's own", '{"auth": "npm:@stytch/vanilla-js@5/headless"}', '{"auth": "npm:latchkey@1.2.3/compat/headless"}'],
  [
    'an address',
    '{"@stytch/vanilla-js": "https://esm.sh/@stytch/vanilla-js"}',
    '{"latchkey/compat": "https://esm.sh/latchkey@1.2.3/compat"}',
  ],
]

for (const [name, before, after] of deno)
  test(`an import map of Deno: ${name}`, () => {
    const all = runAll({
      'deno.json': `{"imports": ${before}}`,
      'main.ts': "import '@stytch/vanilla-js'\nimport 'npm:@stytch/vanilla-js@5.0.0'",
    })
    assert.equal([all['deno.json']!.text, all['deno.json']!.leftovers], [`{"imports": ${after}}`, []])
    assert.equal([all['main.ts']!.text, all['main.ts']!.leftovers], ["import 'latchkey/compat'\nimport 'npm:latchkey@1.2.3/compat'", []])
  })

test('an import map that only its host can change keeps what it maps', () => {
  const text =
    '<script type="importmap">{"imports": {"@stytch/vanilla-js": "/vendor/stytch.js"}}</script>\n<script type="module">import \'@stytch/vanilla-js\'</script>'
  const all = runAll({ 'a.html': text })
  assert.equal([all['a.html']!.text, all['a.html']!.leftovers.length, all['a.html']!.neededPackages], [text, 2, ['@stytch/vanilla-js']])
})

const programs: [file: string, text: string, code: string[]][] = [
  ['a.ts', 'a', ['a']],
  ['a.mjs', 'a', ['a']],
  ['a.d.cts', 'a', ['a']],
  ['a.vue', '<template><b/></template>\n<script setup lang="ts">a</script>\n<script>b</script>', ['a', 'b']],
  ['a.svelte', '<script>a</script><p/><style>b</style>', ['a']],
  ['a.astro', '---\na\n---\n<p/><script>b</script>', ['a', 'b']],
  ['a.html', '<script src="x"></script><script type=module>a</script>', ['', 'a']],
  [
    'a.html',
    '<script type="importmap">{}</script><script type="application/json">{}</script><script type="text/javascript">a</script>',
    ['a'],
  ],
  ['a.html', '<SCRIPT>a</Script><scripting><script>b</script></scripting><script>c', ['a', 'b']],
  ['a.html', '<script', []],
  ['a.html', '<script>', []],
  ['a.html', '</script><script></script>', ['']],
]

for (const [file, text, code] of programs) {
  test(`the programs of ${file}`, () => {
    assert.equal(
      programsOf(file, text)!.map(({ start, end }) => text.slice(start, end)),
      code,
    )
  })
}

test('other files have no programs', () => {
  assert.is(programsOf('a.css', ''), undefined)
  // a pattern took a minute for each
  const ms = processorTime(() => {
    for (const part of ['<script', '<script>', '<scripting>', '<script></script'])
      assert.equal(programsOf('a.astro', part.repeat(400_000 / part.length)), [], part)
  })
  assert.ok(ms < 5000, String(ms))
})

test.run()
