/**
 * Compares the declarations of the drop-in entries with the provider's, using TypeScript's checker:
 * what each method takes and returns, and every exported name, is assignable in both directions or
 * listed in exceptions.ts with a reason.
 */
import '../built/types.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { differences, type Difference } from './differences.ts'
import { exceptions } from './exceptions.ts'
import { compilerOptions } from './compilerOptions.ts'

const test = suite("the provider's declarations")
const root = fileURLToPath(new URL('../..', import.meta.url))
const ours = join(root, 'dist/types/compat')

/**
 * For each package of the provider, its entries and our files. `@stytch/nextjs` has the
 * declarations of `@stytch/react`.
 */
const packages: Record<string, readonly (readonly [theirs: string, ours: string])[]> = {
  'the SDK 5': [
    ['@stytch/vanilla-js', 'index'],
    ['@stytch/vanilla-js/headless', 'headless'],
    ['@stytch/vanilla-js/b2b/headless', 'b2b/headless'],
  ],
  'the SDK 6': [
    ['provider-6', 'index'],
    ['provider-6/headless', 'headless'],
    ['provider-6/b2b/headless', 'b2b/headless'],
  ],
  'React 20': [
    ['@stytch/react', 'react'],
    ['@stytch/react/headless', 'react'],
  ],
}

/**
 * Removes what makes types of the provider's declarations incompatible in spite of equal content:
 * an enumeration becomes its values, with a type for each; private members go; and the readonly
 * state that a listener gets becomes writable, like ours.
 */
const structural = (text: string) =>
  text
    .replace(/^ +private .*$/gm, '')
    .replace(/^type DeepReadonly<T> = \{[^}]*\}/gm, 'type DeepReadonly<T> = T')
    .replace(/^declare enum (\w+) \{([^}]*)\}/gm, (_, name: string, body: string) => {
      const members = [...body.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(\w+) = ("[^"]*"|\d+)/g)].map(([, key, value]) => [key, value])
      // A numeric enumeration also maps values to names.
      const back = members.filter(([, value]) => /\d/.test(value![0]!)).map(([key, value]) => [value, `"${key}"`])
      return [
        `declare const ${name}: { ${[...members, ...back].map(([key, value]) => `readonly ${key}: ${value}`).join('; ')} }`,
        `declare namespace ${name} { ${members.map(([key, value]) => `type ${key} = ${value}`).join('; ')} }`,
        `type ${name} = ${members.map(([, value]) => value).join(' | ')}`,
      ].join('\n')
    })

/** Parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** A program with one more file, whose imports are resolved from test/types/. */
const programWith = (text: string) => {
  const file = join(root, 'test/types/compared.ts')
  const host = ts.createCompilerHost(compilerOptions)
  const { fileExists, getSourceFile } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, target, ...more) => {
    if (name === file) return ts.createSourceFile(name, text, target)
    if (!parsed.has(name)) {
      const theirs = /node_modules\/(@stytch|provider-6)\//.test(name)
      parsed.set(
        name,
        theirs ? ts.createSourceFile(name, structural(readFileSync(name, 'utf8')), target) : getSourceFile(name, target, ...more),
      )
    }
    return parsed.get(name)
  }
  const program = ts.createProgram([file], compilerOptions, host)
  return { program, source: program.getSourceFile(file)! }
}

const aliased = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

/** What a file exports, by name, with re-exports resolved. */
const exportsOf = (checker: ts.TypeChecker, source: ts.Node) =>
  new Map(checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).map((symbol) => [symbol.name, aliased(checker, symbol)]))

/** Arguments for type parameters that have no default. */
const given: Record<string, string> = {
  TProjectConfiguration: 'Stytch.DefaultProjectConfiguration',
  Permissions: 'Record<string, string>',
  T: 'string',
}

const argumentsOf = ({ declarations = [] }: ts.Symbol) => {
  const parameters = declarations.flatMap((declaration) => (declaration as ts.TypeAliasDeclaration).typeParameters ?? [])
  const names = parameters.filter((parameter) => !parameter.default).map(({ name }) => given[name.text]!)
  return names.length > 0 ? `<${names.join()}>` : ''
}

/** Every difference between the two sides, and the provider's names that ours lack. */
const compareAll = (entries: (typeof packages)[string]) => {
  const imports = entries
    .map(
      ([theirs, file], at) => `import * as Theirs${at} from '${theirs}'\nimport type * as Ours${at} from '${join(ours, `${file}.d.ts`)}'\n`,
    )
    .join('')
  const names = programWith(imports)
  const modules = names.source.statements.map((statement) =>
    exportsOf(names.program.getTypeChecker(), (statement as ts.ImportDeclaration).moduleSpecifier),
  )
  const missing: Difference[] = []
  const pairs = entries.flatMap((_, at) => {
    const [theirs, own] = [modules[at * 2]!, modules[at * 2 + 1]!]
    return [...theirs].flatMap(([name, symbol]) => {
      const counterpart = own.get(name)
      const meanings = [
        [ts.SymbolFlags.Value, 'typeof ', ''],
        [ts.SymbolFlags.Type, '', argumentsOf(symbol)],
      ] as const
      return meanings
        .filter(([meaning]) => symbol.flags & meaning)
        .flatMap(([meaning, prefix, parameters]) => {
          if (!counterpart || !(counterpart.flags & meaning)) {
            missing.push({ at: prefix + name, kind: 'missing', first: '', second: '' })
            return []
          }
          const type = (side: string) => `${prefix}${side}${at}.${name}${side === 'Theirs' ? parameters : ''}`
          return [{ name: prefix + name, theirs: type('Theirs'), ours: type('Ours') }]
        })
    })
  })
  /** Types in namespaces: the members of a former enumeration. */
  const members = [...modules[0]!].flatMap(([name, { exports, flags }]) =>
    flags & ts.SymbolFlags.Namespace
      ? [...(exports ?? [])]
          .filter(([, symbol]) => aliased(names.program.getTypeChecker(), symbol).flags & ts.SymbolFlags.Type)
          .map(([key]) => ({
            name: `${name}.${key}`,
            theirs: `Theirs0.${name}.${key}`,
            ours: `Ours0.${name}.${key}`,
          }))
      : [],
  )
  const all = [...pairs, ...members]
  const declarations = all.map(
    ({ theirs, ours }, at) => `export declare const theirs${at}: ${theirs}\nexport declare const ours${at}: ${ours}\n`,
  )
  const { program, source } = programWith(imports + declarations.join(''))
  const checker = program.getTypeChecker()
  const faults = program.getSemanticDiagnostics(source).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  const compared = exportsOf(checker, source)
  const typeOf = (name: string) => checker.getTypeOfSymbol(compared.get(name)!)
  // A type that begins the answers of many calls would hide which call it is.
  const { compare, found } = differences(program, new Set([...modules[0]!.keys()].filter((name) => name !== 'ResponseCommon')))
  all.forEach(({ name }, at) => compare(name, typeOf(`theirs${at}`), typeOf(`ours${at}`)))
  return { faults, compared: all.length, found: [...missing, ...found.values()] }
}

/** `*` in an exception matches anything. */
const matches = (pattern: string, { at, kind }: Difference) => {
  const [text = '', wanted] = pattern.split(/ (?=\w+$)/)
  return (
    wanted === kind &&
    new RegExp(
      `^${text
        .split('*')
        .map((part) => part.replace(/[.[\]()<>"|$]/g, '\\$&'))
        .join('.*')}$`,
    ).test(at)
  )
}

test('the comparison finds each difference and its place', () => {
  const { program, source } = programWith(`
interface Part { kept: string; gone?: number; narrower: string | null; list: { deep: boolean }[] }
export declare const first: { call(given: { a: string }, more?: number): Promise<Part>; same(): void; one: 'a' | 'b' }
export declare const second: {
  call(given: { a: string | number; b: string }): Promise<{ kept: string; narrower: string; list: { deep: string }[]; extra: 1 }>
  same(): number
  one: 'a' | 'b'
}
export { type Part }`)
  const checker = program.getTypeChecker()
  const compared = exportsOf(checker, source)
  const { compare, found } = differences(program, new Set(['Part']))
  compare('it', checker.getTypeOfSymbol(compared.get('first')!), checker.getTypeOfSymbol(compared.get('second')!))
  assert.equal([...found.keys()].sort(), [
    'Part.extra extra',
    'Part.gone missing',
    'Part.list[].deep other',
    'Part.narrower narrower',
    'it.call(0).a wider',
    'it.call(0).b extra',
    'it.call(1) missing',
    'it.same narrower',
  ])
})

const patterns = exceptions.flatMap(({ what }) => what)
const found: Difference[] = []

for (const [name, entries] of Object.entries(packages)) {
  const compared = compareAll(entries)
  found.push(...compared.found)

  test(`all exports of ${name} are compared`, () => {
    assert.equal(compared.faults, [])
    assert.ok(compared.compared > 1_000, String(compared.compared))
  })

  test(`every difference from ${name} is in the list of exceptions`, () => {
    const unlisted = compared.found.filter((difference) => !patterns.some((pattern) => matches(pattern, difference)))
    assert.equal(
      unlisted.map(({ at, kind, first, second }) => `${at} ${kind}\n  theirs: ${first.slice(0, 200)}\n  ours: ${second.slice(0, 200)}`),
      [],
    )
  })
}

test('every exception in the list still differs', () => {
  const stale = patterns.filter((pattern) => !found.some((difference) => matches(pattern, difference)))
  assert.equal(stale, [])
})

test.run()
