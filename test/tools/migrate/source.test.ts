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
      !leftovers.some(({ at, what }) => index >= at && index < at + what.length),
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
    ["vi.mock(import('@stytch/react'), () => ({}))", "vi.mock(import('latchkey/compat/react'), () => ({}))"],
    ["jest.unstable_mockModule('@stytch/react', a)", "jest.unstable_mockModule('latchkey/compat/react', a)"],
    ["t.mock.module('@stytch/react', { namedExports: {} })", "t.mock.module('latchkey/compat/react', { namedExports: {} })"],
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
    [
      "import { StytchUIClient } from 'https://www.unpkg.com/@stytch/vanilla-js@5.29.1/dist/index.esm.js'",
      "import { StytchUIClient } from 'https://www.unpkg.com/latchkey@1.2.3/dist/compat/index.js'",
    ],
    [
      "import { StytchHeadlessClient } from 'https://www.esm.sh/@stytch/vanilla-js@6/headless'",
      "import { StytchHeadlessClient } from 'https://www.esm.sh/latchkey@1.2.3/compat/headless'",
    ],
  ],
  'syntax of every age': [
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

const headless = "import { StytchHeadlessClient } from '@stytch/vanilla-js/headless'"

test('the types in comments of JavaScript', () => {
  const before = "/** @typedef {import('@stytch/vanilla-js').User} User */\nconst a = 1"
  const { text, leftovers } = run(before, 'main.js')
  assert.is(text, before.replace('@stytch/vanilla-js', 'latchkey/compat'))
  assert.equal(leftovers, [])
  assert.match(run(`${headless}\n${before}`, 'main.js').text, "import('latchkey/compat/headless').User", 'it brings no screens along')
})

const component = "import { StytchLogin } from '@stytch/react'"
const products = "import { Products } from '@stytch/vanilla-js'"
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

const b2b = "'@stytch/vanilla-js/b2b'"
const b2bHeadless = "'latchkey/compat/b2b/headless'"
const ofB2b: [name: string, before: string, after?: string][] = [
  ['the client', `import { StytchB2BHeadlessClient } from ${b2b}`],
  ['the client of version 6', `import { createStytchB2BClient, B2BProducts } from ${b2b}`],
  ['types', `import type { Member, B2BSessionsRevokeResponse as R } from ${b2b}`],
  ['a type in place', `let a: import(${b2b}).Organization`],
  ['a type of JavaScript', `/** @type {import(${b2b}).Member} */\nlet a`],
  ['what is required', `const { StytchB2BHeadlessClient } = require(${b2b})`],
  ['what is exported', `export type { Member } from ${b2b}`],
  ['a file behind it', `import type { Member } from '@stytch/vanilla-js/dist/b2b/index'`],
  [
    'an address',
    "import { StytchB2BHeadlessClient } from 'https://esm.sh/@stytch/vanilla-js@5/b2b'",
    "import { StytchB2BHeadlessClient } from 'https://esm.sh/latchkey@1.2.3/compat/b2b/headless'",
  ],
  ['a mock of what only such files take', `import type { Member } from ${b2b}\nvi.mock(${b2b}, () => ({}))\nvi.importActual(${b2b})`],
  ['a setting of what only such files take', `import type { Member } from ${b2b}\nexport default { optimizeDeps: { include: [${b2b}] } }`],
]
for (const [name, before, after = before.replace(/'@stytch[^']+'/g, b2bHeadless)] of ofB2b)
  test(`what the headless client for organizations has does not need the entry with screens: ${name}`, () => {
    const path = name.includes('JavaScript') ? 'main.js' : 'main.ts'
    assert.equal(run(before, path), { text: after, leftovers: [], neededPackages: [] })
    assert.is(run(after, path).text, after, 'a second run changes nothing')
  })

test('where a file takes the screens for organizations, others with only types go, unless they exchange some or a test replaces the entry', () => {
  const files = {
    'a.ts': `import { StytchB2BUIClient } from ${b2b}\nimport type { Name } from './types'`,
    'types.ts': `import type { Member } from ${b2b}\nexport type Name = Member['name']`,
    'other.ts': `import type { Member } from ${b2b}`,
  }
  const changed = (all: ReturnType<typeof runAll>) => Object.keys(all).filter((path) => all[path]!.text.includes('latchkey'))
  assert.equal(changed(runAll(files)), ['other.ts'])
  const mocked = runAll({ ...files, 'a.test.ts': `vi.mock(${b2b}, () => ({}))` })
  assert.equal(changed(mocked), [])
  assert.ok(Object.values(mocked).every(({ leftovers }) => leftovers.length === 1))
})

test('a client of the components that is mounted is reported, because it has no such method', () => {
  const all = runAll({
    'a.tsx': "import { createStytchUIClient } from '@stytch/react/ui'\nexport const a = createStytchUIClient('')",
    'b.ts': "import { a } from './a'\n\na.mountLogin({})",
  })
  assert.equal(all['b.ts']!.leftovers, ['3 mountLogin'])
})

const theirs = "import { B2BIdentityProvider } from '@stytch/react/b2b'"
const vanilla = "import type { StyleConfig } from '@stytch/vanilla-js'"

const screens = "import { StytchB2BUIClient } from '@stytch/vanilla-js/b2b'"

/** An application whose file with screens for organizations renders a component of its own. */
const withPane = (rendered: string, imported = "import { Pane } from './pane'"): Record<string, string> => ({
  'a.tsx': `${theirs}\n${imported}\nexport const a = (c) => ${rendered}`,
  'pane.tsx': `${vanilla}\nexport const Pane = (_: { client: StyleConfig }) => null`,
  'b.ts': client,
})

/** The files that stay with the provider, of applications with its screens for organizations. */
const organizations: Record<string, [files: Record<string, string>, stay: string[], aliases?: Record<string, string[]>]> = {
  'the rest of the file': [{ 'a.tsx': `${theirs}\n${vanilla}`, 'b.ts': client }, ['a.tsx']],
  'the rest of a file that takes them from a network': [
    { 'a.ts': `import { StytchB2BUIClient } from 'https://esm.sh/@stytch/vanilla-js/dist/index.b2b.js'\n${vanilla}`, 'b.ts': client },
    ['a.ts'],
  ],
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
  'a component that takes a type and gets attributes': [withPane('<Pane client={c} />'), ['a.tsx', 'pane.tsx']],
  'a component that gets all attributes': [withPane('<Pane {...props} />'), ['a.tsx', 'pane.tsx']],
  'a component with a type argument': [withPane('<Pane<Row> on={c} />'), ['a.tsx', 'pane.tsx']],
  'a component that is loaded later and gets attributes': [
    withPane('<Pane client={c} />', "const Pane = dynamic(() => import('./pane').then(({ Pane }) => Pane))"),
    ['a.tsx', 'pane.tsx'],
  ],
  'a component of a namespace': [withPane('<panes.Pane client={c} />', "import * as panes from './pane'"), ['a.tsx', 'pane.tsx']],
  'a component that says nothing of types when it imports them': [
    { ...withPane('<Pane client={c} />'), 'pane.tsx': `${client}\nexport const Pane = (_: { client: StytchUIClient }) => null` },
    ['a.tsx', 'pane.tsx'],
  ],
  'a component that asks for the class of a value': [
    {
      ...withPane('<Pane error={e} />'),
      'pane.tsx': "import { StytchError } from '@stytch/vanilla-js'\nexport const Pane = ({ error }) => error instanceof StytchError",
    },
    ['a.tsx', 'pane.tsx'],
  ],
  'a component that takes a type of another file': [
    {
      ...withPane('<Pane client={c} />', "import { Pane } from './panes'"),
      'panes/index.ts': "export * from '../pane'",
      'pane.tsx': "import type { Client } from './types'\nexport const Pane = (_: { client: Client }) => null",
      'types.ts': `${client}\nexport type Client = StytchUIClient\n`,
    },
    ['a.tsx', 'types.ts'],
  ],
  'a page that gives it a client': [
    {
      'Members.tsx': `${theirs}\n${vanilla}`,
      'page.tsx': `import Members from './Members'\n${client}\nexport default () => <Members client={c} />`,
      'b.ts': client,
    },
    ['Members.tsx', 'page.tsx'],
  ],
  'a component of Vue that takes a type and gets attributes': [
    {
      'a.vue': `<script setup lang="ts">\n${screens}\nimport Pane from './Pane.vue'\n</script>\n<template><Pane :client="c" /></template>`,
      'Pane.vue': `<script setup lang="ts">\n${vanilla}\n</script>`,
      'b.ts': client,
    },
    ['Pane.vue', 'a.vue'],
  ],
  'a component of Svelte that takes a type and gets attributes': [
    {
      'a.svelte': `<script lang="ts">\n${screens}\nimport Pane from './Pane.svelte'\n</script>\n<Pane {client} />`,
      'Pane.svelte': `<script lang="ts">\n${vanilla}\n</script>`,
      'b.ts': client,
    },
    ['Pane.svelte', 'a.svelte'],
  ],
  'a component of Vue that gets none goes': [
    {
      'a.vue': `<script setup lang="ts">\n${screens}\nimport Pane from './Pane.vue'\n</script>\n<template><Pane title="a" /></template>`,
      'Pane.vue': `<script setup lang="ts">\n${vanilla}\n</script>`,
    },
    ['a.vue'],
  ],
  'a component that takes a type and gets only texts goes': [withPane('<Pane title="a">{children}</Pane>'), ['a.tsx']],
  'a component that gets attributes and takes only values goes': [
    { ...withPane('<Pane client={c} />'), 'pane.tsx': `${component}\nexport const Pane = () => <StytchLogin />` },
    ['a.tsx'],
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

const leftAlone: [name: string, text: string, left: string, needed?: string][] = [
  [
    'screens for organizations',
    "import { StytchB2BUIClient } from '@stytch/vanilla-js/b2b'",
    "1 '@stytch/vanilla-js/b2b'",
    '@stytch/vanilla-js',
  ],
  [
    'a screen beside the client for organizations',
    "import { StytchB2BHeadlessClient, StytchB2BIdentityProvider } from '@stytch/vanilla-js/b2b'",
    "1 '@stytch/vanilla-js/b2b'",
    '@stytch/vanilla-js',
  ],
  [
    'types of screens for organizations',
    "import type { B2BSDKConfig } from '@stytch/vanilla-js/b2b'",
    "1 '@stytch/vanilla-js/b2b'",
    '@stytch/vanilla-js',
  ],
  [
    'all of an entry for organizations',
    "import * as sdk from '@stytch/vanilla-js/b2b'",
    "1 '@stytch/vanilla-js/b2b'",
    '@stytch/vanilla-js',
  ],
  ['nothing of an entry for organizations', "import '@stytch/vanilla-js/b2b'", "1 '@stytch/vanilla-js/b2b'", '@stytch/vanilla-js'],
  ['a mock of an entry for organizations', "vi.mock('@stytch/vanilla-js/b2b')", "1 '@stytch/vanilla-js/b2b'", '@stytch/vanilla-js'],
  ['React for organizations', "\nimport { StytchB2B } from '@stytch/react/b2b'", "2 '@stytch/react/b2b'", '@stytch/react'],
  [
    'an entry for members in React',
    "import { createStytchB2BClient } from '@stytch/react/b2b/headless'",
    "1 '@stytch/react/b2b/headless'",
    '@stytch/react',
  ],
  [
    'the admin portal',
    "import { AdminPortalSSO } from '@stytch/react/b2b/adminPortal'",
    "1 '@stytch/react/b2b/adminPortal'",
    '@stytch/react',
  ],
  ['an entry that nobody knows', "export * from '@stytch/vanilla-js/dist/x'", "1 '@stytch/vanilla-js/dist/x'", '@stytch/vanilla-js'],
  ['internal types', "import type { Values } from '@stytch/core/public'", "1 '@stytch/core/public'", '@stytch/core'],
  [
    'internal types of which one is unknown',
    "import type { User, Values } from '@stytch/core/public'",
    "1 '@stytch/core/public'",
    '@stytch/core',
  ],
  [
    'all of an internal entry',
    "export * from '@stytch/vanilla-js/dist/index.headless'",
    "1 '@stytch/vanilla-js/dist/index.headless'",
    '@stytch/vanilla-js',
  ],
  [
    'React from a network that resolves nothing',
    "import { StytchLogin } from 'https://unpkg.com/@stytch/react@20'",
    "1 'https://unpkg.com/@stytch/react@20'",
    '@stytch/react',
  ],
  [
    'a file of a network that is no entry',
    "import { StytchB2BUIClient } from 'https://unpkg.com/@stytch/vanilla-js@5/dist/index.b2b.js'",
    "1 'https://unpkg.com/@stytch/vanilla-js@5/dist/index.b2b.js'",
    '@stytch/vanilla-js',
  ],
  ['a name that is computed', 'import(`@stytch/${kind}/headless`)', '1 @stytch/'],
  ['an older way to import', "import stytch = require('@stytch/vanilla-js')", '1 @stytch/vanilla-js'],
  ['a reference', '/// <reference types="@stytch/vanilla-js" />', '1 @stytch/vanilla-js'],
  ['a comment', "import stytch from 'stytch' // for '@stytch/react'", '1 @stytch/react'],
  ['a script', "const a = <Script src='https://js.stytch.com/stytch.js' />", '1 js.stytch.com'],
  ['a text', "const name = '@stytch/vanilla-js'", '1 @stytch/vanilla-js'],
  ['a key that is no setting', "const ours = {}\nours.packages['@stytch/react'] = true", '2 @stytch/react'],
  ['a value that is no module', "config.resolve.alias.react = '@stytch/react'", '1 @stytch/react'],
  ['a list that is no setting', "const ours = { packages: ['@stytch/react'] }", '1 @stytch/react'],
  ['packages that Next.js compiles', "export default { transpilePackages: ['@stytch/react'] }", '1 @stytch/react'],
  ['the scope', "const chunkOf = (id) => id.includes('@stytch') && 'auth'", '1 @stytch'],
  ['an entry in a pattern', 'const external = [/^@stytch\\/vanilla-js/]', '1 @stytch\\/vanilla-js'],
]

for (const [name, text, left, needed] of leftAlone) {
  test(`left: ${name}`, () => {
    assert.equal(run(text), { text, leftovers: [left], neededPackages: needed ? [needed] : [] })
  })
}

const ofReact = "import { useStytchUser } from '@stytch/react'\nimport { Products } from '@stytch/vanilla-js'\n"

const lists: [name: string, source: string, settings: string, after: string][] = [
  [
    'what Vite optimizes',
    headless,
    "optimizeDeps: { include: ['qs', '@stytch/vanilla-js/headless'] }",
    "optimizeDeps: { include: ['qs', 'latchkey/compat/headless'] }",
  ],
  [
    'chunks of Rollup',
    ofReact,
    "manualChunks: { a: ['react', '@stytch/react', '@stytch/vanilla-js'] }",
    "manualChunks: { a: ['react', 'latchkey/compat/react', 'latchkey/compat/react'] }",
  ],
  ['an entry that stays', ofReact, "external: ['@stytch/vanilla-js/b2b/adminPortal']", "external: ['@stytch/vanilla-js/b2b/adminPortal']"],
  [
    'what Jest takes instead of a module',
    ofReact,
    "moduleNameMapper: { '^@stytch/react$': '<rootDir>/double.js', '^~/(.*)$': './$1' }",
    "moduleNameMapper: { '^latchkey/compat/react$': '<rootDir>/double.js', '^~/(.*)$': './$1' }",
  ],
  [
    'what Vite takes instead of a module',
    headless,
    "alias: { '@stytch/vanilla-js/headless': './double.ts' }",
    "alias: { 'latchkey/compat/headless': './double.ts' }",
  ],
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
        "export default { moduleNameMapper: { '^@stytch/vanilla-js$': './a.js', '^@stytch/vanilla-js/headless$': './b.js' } }",
    },
  ],
]
for (const [name, files] of mocking)
  test(`what a test replaces a module with hides nothing of another one: ${name}`, () => {
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
    for (const file of Object.keys(files)) assert.match(apart[file]!.text, /latchkey\/compat[^/][\s\S]*latchkey\/compat\/headless/)
  })

const ui = "'@stytch/nextjs/ui'"
const main = "'@stytch/nextjs'"
const mocksOfOne: [name: string, files: Record<string, string>, left: string[]][] = [
  ['Vitest', { 'a.test.ts': `vi.mock(${ui}, () => ({ a }))\nvi.mock(${main}, () => ({ b }))` }, [`1 ${ui}`, `2 ${main}`]],
  ['Vitest, with an import', { 'a.test.ts': `vi.mock(import(${ui}), a)\nvitest.doMock(${main}, b)` }, [`1 ${ui}`, `2 ${main}`]],
  ['Jest', { 'a.test.ts': `jest.mock(${ui}, a)\njest.setMock(${main}, b)` }, [`1 ${ui}`, `2 ${main}`]],
  ['modules in Jest and Bun', { 'a.test.ts': `jest.unstable_mockModule(${ui}, a)\nmock.module(${main}, b)` }, [`1 ${ui}`, `2 ${main}`]],
  ['Node', { 'a.test.ts': `t.mock.module(${ui}, a)\nmock.module(${main}, b)` }, [`1 ${ui}`, `2 ${main}`]],
  [
    'a setting',
    { 'jest.config.js': `export default { preset: 'a', moduleNameMapper: { '^@stytch/react/ui$': 'a', '^@stytch/react$': 'b' } }` },
    ['1 @stytch/react/ui', '1 @stytch/react'],
  ],
  [
    'two aliases of webpack',
    { 'main.js': "config.resolve.alias = { '@stytch/react/ui$': 'a', '@stytch/react$': 'b' }" },
    ['1 @stytch/react/ui', '1 @stytch/react'],
  ],
  ['a file that other tests load', { 'setup.ts': `vi.mock(${ui}, a)`, 'a.test.ts': `vi.mock(${main}, b)` }, [`1 ${ui}`, `1 ${main}`]],
  ['one module twice', { 'a.test.ts': `vi.mock(${ui}, a)\nvi.doMock(${ui}, b)` }, []],
  ['one in each test', { 'a.test.ts': `vi.mock(${ui}, a)`, '__tests__/b.ts': `vi.mock(${main}, b)` }, []],
  ['what is no mock', { 'a.test.ts': `vi.mock(${ui}, a)\nvi.unmock(${main})\nvi.importActual(${main})` }, []],
  ['two modules that stay two', { 'a.test.ts': "vi.mock('@stytch/vanilla-js', a)\nvi.mock('@stytch/react', b)" }, []],
]
for (const [name, files, left] of mocksOfOne)
  test(`two mocks that become mocks of one module are named, because one hides the other: ${name}`, () => {
    const all = runAll(files)
    assert.equal(
      Object.values(all).flatMap(({ leftovers }) => leftovers),
      left,
    )
    for (const { text, why } of Object.values(all)) {
      assert.match(text, 'latchkey/compat/react')
      for (const each of why) assert.match(each, /`latchkey\/compat\/react`.*Merge/)
    }
  })

test('a file that is called after a package is reported, whatever is in it', () => {
  const all = runAll({ '__mocks__/@stytch/react.tsx': 'export {}', 'patches/@stytch+react+20.0.0.patch': '', 'a.ts': ofReact })
  assert.equal(
    Object.values(all).flatMap(({ leftovers }) => leftovers),
    ['1 react.tsx', '1 @stytch+react+20.0.0.patch'],
  )
})

/** Settings that statements change, as Storybook, Next.js and Vue CLI do; `#` is the entry. */
const assigned: Record<string, string> = {
  'an object': "config.resolve.alias = { ...config.resolve.alias, '#': './double.ts' }",
  'an object, if there is none': "config.resolve!.alias ??= { '#': './double.ts' }",
  'an object that is added': "Object.assign(config.resolve?.alias ?? {}, { '#': './double.ts' })",
  'an object with a name': "const alias: Record<string, string> = { '#': './double.ts' }\nconfig.resolve = { alias }",
  'one key': "config.resolve.alias['#'] = './double.ts'",
  'one key, with types': "config.resolve!.alias!['#'] = './double.ts'",
  'one key of webpack': "(config.resolve as Resolve).alias['#$'] = './double.ts'",
  'a chain of webpack': "config.resolve.alias.set('#', './double.ts')",
  'a list of Vite': "export default { resolve: { alias: [{ find: '#', replacement: './double.ts' }] } }",
  'a list that gets one more': "config.resolve.alias.push({ find: '#', replacement: './double.ts' })",
  'a list for the optimizer': "config.optimizeDeps.include = ['qs', '#']",
  'modules of Jest': "config.moduleNameMapper = { '^#$': './double.ts' }",
}

for (const [name, text] of Object.entries(assigned))
  test(`settings that are assigned: ${name}`, () => {
    const of = (entry: string) => text.replace('#', entry)
    const { 'src/main.tsx': main, 'config.ts': config } = runAll({
      'src/main.tsx': headless,
      'config.ts': of('@stytch/vanilla-js/headless'),
    })
    assert.equal([config!.text, config!.leftovers], [of('latchkey/compat/headless'), []])
    assert.is(runAll({ 'src/main.tsx': main!.text, 'config.ts': config!.text })['config.ts'], undefined, 'a second run changes nothing')
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

test('left: what kind of file it is does not matter', () => {
  const reasons: [path: string, text: string, why: RegExp][] = [
    ['a.js', "await import('https://unpkg.com/@stytch/vanilla-js/dist/index.b2b.js')", /no screens for organizations/],
    ['b.js', "await import('https://www.unpkg.com/@stytch/vanilla-js@5/dist/index.admin.js')", /no counterpart of this entry/],
    ['a.tsx', "<Script src='https://js.stytch.com/stytch.js' />", /npx latchkey snippet/],
    ['next.config.js', 'const policy = "script-src \'self\' https://js.stytch.com; style-src *"', /Take it out of policies/],
    ['a.html', '<script src="https://cdn.jsdelivr.net/npm/@stytch/vanilla-js@6/dist/iife/index.js"></script>', /by hand/],
    ['README.md', 'npm install @stytch/nextjs', /by hand/],
    ['page.mdx', "import { useStytch } from '@stytch/nextjs'", /by hand/],
    ['a.css', "@import '@stytch/react/theme/shadcn.css';", /by hand/],
    ['a.vue', '<script lang="tsx">import { a } from \'@stytch/react\'; a<b>()</script>', /cannot be read/],
    ['a.ts', "import { from '@stytch/react'", /cannot be read/],
    ['deno.json', '{"imports": {"auth": "npm:@stytch/vanilla-js@5"}}', /by hand/],
  ]
  for (const [path, text, why] of reasons) {
    const all = runAll({ [path]: text })
    assert.is(all[path]!.text, text)
    assert.is(all[path]!.why.length, 1, text)
    assert.match(all[path]!.why[0]!, why)
  }
})

test('an import map: addresses change, and keys that are a name of the provider are left', () => {
  const map = (auth: string) => `<script type="importmap">{"imports": {"@stytch/vanilla-js": "/stytch.js", "auth": "${auth}"}}</script>`
  const { text, leftovers } = run(map('https://esm.sh/@stytch/vanilla-js@5.35.1'), 'a.html')
  assert.equal([text, leftovers], [map('https://esm.sh/latchkey@1.2.3/compat'), ['1 @stytch/vanilla-js']])
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
