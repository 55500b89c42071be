/**
 * Checks the published declarations in dist/types/ as a host reads them: every member that an
 * export reaches has a docstring, an entry exports the values that it declares, and hovering over a
 * message shows the English text.
 */
import '../built/types.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compilerHost } from '../harness/compilerHost.ts'
import { compilerOptions } from './compilerOptions.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const published = join(root, 'dist/types')

/**
 * The entries, by their source files. The names of `latchkey/compat` are the provider's, which
 * documents them.
 */
const entries = {
  index: 'entries/index.ts',
  headless: 'entries/headless.ts',
  react: 'entries/react.tsx',
  element: 'entries/element.ts',
  b2b: 'entries/b2b.ts',
  'strings/en': 'strings/en.ts',
  'emulator/index': 'tools/emulator/index.ts',
  'emulator/node': 'tools/emulator/node.ts',
  'testing/index': 'tools/testing/index.ts',
  'testing/playwright': 'tools/testing/playwright.ts',
  'testing/msw': 'tools/testing/msw.ts',
  'testing/cypress': 'tools/testing/cypress.ts',
}

const options: ts.CompilerOptions = {
  ...compilerOptions,
  jsx: ts.JsxEmit.ReactJSX,
}

/** The types that give their members a name to be reported by. */
const NAMED = ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias

/**
 * Types that clients use internally: what `createClient` hands to a part, and what a method of
 * organizations is made of. A host does not use them.
 */
const internal = new Set(['Core', 'B2bCall'])

/**
 * Counts the members below `folder` that a file's exports reach, and lists those without a
 * docstring.
 */
function members(program: ts.Program, file: string, folder: string) {
  const checker = program.getTypeChecker()
  const found = new Map<ts.Node, string>()
  const undocumented = new Set<string>()
  const visited = new Set<ts.Type>()

  const ours = (symbol: ts.Symbol) => symbol.declarations?.find((node) => node.getSourceFile().fileName.startsWith(folder))
  const look = (symbol: ts.Symbol, path: string) => {
    const declaration = ours(symbol)
    if (!declaration || found.has(declaration)) return
    found.set(declaration, path)
    if (symbol.getDocumentationComment(checker).length === 0 && symbol.getJsDocTags().length === 0) undocumented.add(path)
  }
  const signatures = (list: readonly ts.Signature[], path: string) => {
    for (const signature of list) {
      for (const parameter of signature.parameters) visit(checker.getTypeOfSymbol(parameter), path)
      visit(signature.getReturnType(), path)
    }
  }
  const visit = (type: ts.Type, path: string): void => {
    const { symbol, aliasSymbol } = type
    if (visited.has(type) || internal.has(symbol?.name)) return
    visited.add(type)
    for (const part of type.isUnionOrIntersection() ? type.types : []) visit(part, path)
    for (const inner of [...(type.aliasTypeArguments ?? []), ...checker.getTypeArguments(type as ts.TypeReference)]) visit(inner, path)
    const named = aliasSymbol ?? symbol
    const name = named && named.flags & NAMED && ours(named) ? named.name : path
    if (type.isUnion()) return
    for (const property of checker.getPropertiesOfType(type)) {
      if (!ours(property)) continue
      const at = `${name}.${property.name}`
      look(property, at)
      visit(checker.getTypeOfSymbol(property), at)
    }
    for (const { type: inner } of checker.getIndexInfosOfType(type)) visit(inner, name)
    signatures(type.getCallSignatures(), name)
  }
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    look(symbol, exported.name)
    if (symbol.flags & ts.SymbolFlags.Type) visit(checker.getDeclaredTypeOfSymbol(symbol), exported.name)
    if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), exported.name)
    if (symbol.flags & ts.SymbolFlags.Class) signatures(checker.getTypeOfSymbol(symbol).getConstructSignatures(), exported.name)
  }
  return { count: found.size, undocumented: [...undocumented].sort() }
}

const program = ts.createProgram(
  Object.keys(entries).map((name) => join(published, `${name}.d.ts`)),
  options,
)

test('the search finds missing docstrings of interfaces, inline types, mapped types, parameters and answers', () => {
  const text = `
    interface Inner {
      c: string
      /** D. */
      d: string
    }
    declare const calls: {
      /** E. */
      e: 1
      f: 2
    }
    /** A. */ export interface A {
      /** B. */ b: { inline: Inner[] }
      method(options: { given: string }): Promise<{ answered: number }>
      mapped: { readonly [Name in keyof typeof calls]: () => void }
    }
    export type { A as Again }
    export const bare = 1`
  const file = '/sample/sample.ts'
  assert.equal(members(ts.createProgram([file], options, compilerHost(options, { [file]: text })), file, '/sample').undocumented, [
    'A.b.inline',
    'A.mapped',
    'A.mapped.f',
    'A.method',
    'A.method.answered',
    'A.method.given',
    'Inner.c',
    'bare',
  ])
})

for (const [entry, source] of Object.entries(entries)) {
  const file = join(published, `${entry}.d.ts`)

  test(`${entry}.d.ts: every member that a host reaches has a docstring`, () => {
    const { count, undocumented } = members(program, file, published)
    assert.ok(count > 0)
    assert.equal(undocumented, [])
  })

  test(`${entry}.d.ts: the entry exports every value that is declared`, () => {
    const checker = program.getTypeChecker()
    const declared = checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)
      .filter((symbol) => {
        const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
        return target.flags & ts.SymbolFlags.Value
      })
      .map(({ name }) => name)
    assert.equal(declared.sort(), values(source).sort())
  })
}

/** Lists the values that the compiled source of an entry exports. */
function values(source: string): string[] {
  const { outputText } = ts.transpileModule(readFileSync(join(root, 'src', source), 'utf8'), {
    fileName: source,
    compilerOptions: { ...options, verbatimModuleSyntax: true },
  })
  return ts.createSourceFile('compiled.js', outputText, ts.ScriptTarget.Latest).statements.flatMap((statement): string[] => {
    if (ts.isExportAssignment(statement)) return ['default']
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      return statement.exportClause.elements.map(({ name }) => name.text)
    const isExported =
      ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) return []
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text)
    return [(statement as ts.FunctionDeclaration).name!.text]
  })
}

test('hovering over a message shows the English text that it replaces', () => {
  const file = join(published, 'hovered.ts')
  const text = "import type { Strings } from './index.js'\nexport const strings: Strings = { 'login.title': 'Welcome back' }"
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const found = name === file ? text : ts.sys.readFile(name)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  })
  const hover = service.getQuickInfoAtPosition(file, text.indexOf('login.title'))!
  assert.match(ts.displayPartsToString(hover.displayParts), /"Sign up or log in"/)
  assert.equal(service.getSemanticDiagnostics(file), [])
})

test.run()
