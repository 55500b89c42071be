/**
 * Compares the tables of `latchkey migrate` with the declarations of the provider's packages and of
 * ours.
 */
import '../../built/types.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { entryBehind, missingNames, targets } from '../../../src/tools/migrate/counterparts.ts'
import { exportsName } from '../../../src/tools/migrate/exportedNames.ts'
import { compilerHost } from '../../harness/compilerHost.ts'
import { compilerOptions } from '../../types/compilerOptions.ts'

const test = suite('migrate: counterparts')
const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The provider's entries that are installed here, each with the name that hosts import and the name
 * of its counterpart's declarations.
 */
const pairs: [installed: string, name: string][] = [
  ['@stytch/vanilla-js', '@stytch/vanilla-js'],
  ['@stytch/vanilla-js/headless', '@stytch/vanilla-js/headless'],
  ['@stytch/vanilla-js/b2b/headless', '@stytch/vanilla-js/b2b/headless'],
  ['provider-6', '@stytch/vanilla-js'],
  ['provider-6/headless', '@stytch/vanilla-js/headless'],
  ['provider-6/b2b/headless', '@stytch/vanilla-js/b2b/headless'],
  ['@stytch/react', '@stytch/react'],
  ['@stytch/react/headless', '@stytch/react/headless'],
]

const declarationsOf = (target: string) =>
  join(root, 'dist/types', { 'latchkey/compat': 'compat/index' }[target] ?? target.slice('latchkey/'.length)) + '.d.ts'

const text = pairs
  .map(
    ([theirName, name], at) =>
      `import type * as Theirs${at} from '${theirName}'\nimport type * as Ours${at} from '${declarationsOf(targets[name]!)}'\n`,
  )
  .concat("import type * as Screens5 from '@stytch/vanilla-js/b2b'\nimport type * as Screens6 from 'provider-6/b2b'\n")
  .join('')
const file = join(root, 'test/tools/migrate/compared.ts')
const options = { ...compilerOptions, types: ['react'] }
const program = ts.createProgram([file], options, compilerHost(options, { [file]: text }))
const checker = program.getTypeChecker()

/** What a module exports: for each name, whether it is a value, a type, or both. */
const exportsOf = (statement: ts.Statement) => {
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation((statement as ts.ImportDeclaration).moduleSpecifier)!)
  return new Map(
    symbols.map((symbol) => {
      const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      return [symbol.name, [flags & ts.SymbolFlags.Value && 'value', flags & ts.SymbolFlags.Type && 'type'].filter(Boolean) as string[]]
    }),
  )
}
const modules = program.getSourceFile(file)!.statements.map(exportsOf)

test('every export of the provider has a counterpart, or is in the table of names that have none', () => {
  const missing = new Set<string>()
  pairs.forEach((_, at) => {
    const [theirs, ours] = [modules[at * 2]!, modules[at * 2 + 1]!]
    assert.ok(theirs.size > 250 && ours.size > 250, `${pairs[at]![0]}: ${theirs.size}, ${ours.size}`)
    for (const [name, meanings] of theirs) if (!meanings.every((meaning) => ours.get(name)?.includes(meaning))) missing.add(name)
  })
  assert.equal([...missing].sort(), Object.keys(missingNames).sort())
})

test('the names that each drop-in entry exports are those of its declarations, of all that the provider has', () => {
  // the entries with screens for organizations have the headless client, too
  const theirs = modules.filter((_, at) => at % 2 === 0 || at >= pairs.length * 2)
  const theirNames = new Set(theirs.flatMap((module) => [...module.keys()]))
  assert.ok(theirs.length === pairs.length + 2 && theirNames.has('StytchB2BUIClient'))
  for (const target of new Set(pairs.map(([, name]) => targets[name]!))) {
    const ours = modules[pairs.findIndex(([, name]) => targets[name] === target) * 2 + 1]!
    assert.equal(
      [...theirNames].filter((name) => exportsName(target, name) !== (ours.has(name) && !missingNames[name])),
      [],
      target,
    )
  }
})

test('an entry that is behind another one has its counterpart', () => {
  const rows: [entry: string, behind: string | undefined][] = [
    ['@stytch/core', '@stytch/vanilla-js'],
    ['@stytch/core/public', '@stytch/vanilla-js'],
    ['@stytch/core/dist/public/index', '@stytch/vanilla-js'],
    ['@stytch/core/dist/ui', undefined],
    ['@stytch/vanilla-js/dist/index.ui', '@stytch/vanilla-js'],
    ['@stytch/vanilla-js/dist/index.headless.esm.js', '@stytch/vanilla-js/headless'],
    ['@stytch/vanilla-js/dist/esm/b2b/index.mjs', '@stytch/vanilla-js/b2b'],
    ['@stytch/vanilla-js/dist/b2b/index.headless', '@stytch/vanilla-js/b2b/headless'],
    ['@stytch/vanilla-js/dist/adminPortal/index.d.ts', '@stytch/vanilla-js/b2b/adminPortal'],
    ['@stytch/react/dist/types/index.headless.d.ts', '@stytch/react/headless'],
    ['@stytch/react/dist/index.ui', '@stytch/react/ui'],
    ['@stytch/vanilla-js/dist/index.esm.min.js', '@stytch/vanilla-js'],
    ['@stytch/vanilla-js/dist/internal', undefined],
    ['@stytch/vanilla-js/dist/index.b2b.js', undefined],
    ['@stytch/vanilla-js/dist/index.b2b.headless.js', undefined],
    ['@stytch/vanilla-js/dist/b2b/index.adminPortal.js', undefined],
    ['@stytch/react/dist/index.internal', undefined],
    ['@stytch/vanilla-js/headless', undefined],
  ]
  for (const [entry, behind] of rows) assert.is(entryBehind(entry), behind, entry)
})

test('docs/guides/migration.md has every entry with a counterpart', () => {
  const rows = readFileSync(join(root, 'docs/guides/migration.md'), 'utf8').matchAll(/^\| (`@stytch[^|]*) \| `([^`]+)` \|$/gm)
  const rowsOfGuide = [...rows].flatMap(([, entries, target]) => {
    const names = [...entries!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
    const whole = names.filter((name) => !name.startsWith('/'))
    const parts = names.filter((name) => name.startsWith('/'))
    return whole.flatMap((name) => [name, ...parts.map((part) => name + part)].map((entry) => [entry, target!]))
  })
  assert.equal(Object.fromEntries(rowsOfGuide), targets)
})

test('docs/guides/migration.md has every name without a counterpart, with the reason that the command prints', () => {
  const guide = readFileSync(join(root, 'docs/guides/migration.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (.*) \|$/gm)]
  const rowsOfGuide = rows.flatMap(([, names, why]) => [...names!.matchAll(/\w+/g)].map(([name]) => [name, why]))
  assert.equal(
    rowsOfGuide.filter(([name]) => missingNames[name!]),
    Object.entries(missingNames),
  )
})

test("a theme has the same values as the provider's", () => {
  const themeOf = (module: number) => {
    const statement = program.getSourceFile(file)!.statements[module] as ts.ImportDeclaration
    const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(statement.moduleSpecifier)!).find(({ name }) => name === 'Theme')!
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return checker
      .getDeclaredTypeOfSymbol(target)
      .getProperties()
      .map(({ name }) => name)
      .sort()
  }
  const at = pairs.findIndex(([theirName]) => theirName === 'provider-6') * 2
  assert.equal(themeOf(at + 1), themeOf(at))
})

test.run()
