/** Reads what the package exports from its sources, with TypeScript's compiler. */
import { readdirSync, readFileSync } from 'node:fs'
import { sourceOfTypes } from '../../build/paths.ts'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A name that an entry exports. */
export interface EntryExport {
  name: string
  /** What is exported, wherever it is declared. */
  symbol: ts.Symbol
}

/** An entry of package.json's `exports` that has types. */
export interface Entry {
  /** As a host imports it: `latchkey/react`. */
  name: string
  exports: EntryExport[]
}

export interface Sources {
  checker: ts.TypeChecker
  entries: Entry[]
  /** The names by which hosts import what is exported. */
  exportedNames: Map<ts.Symbol, string>
  /** Returns a source file by its path in the repository. */
  file(path: string): ts.SourceFile
  /** Returns what is declared by this name in a file, exported or not. */
  symbolOf(path: string, name: string): ts.Symbol
}

type Target = string | { [condition: string]: Target }

const typesOf = (target: Target): string | undefined =>
  typeof target === 'string' ? undefined : ((target.types as string | undefined) ?? Object.values(target).map(typesOf).find(Boolean))

/** Returns the sources of the entries, by the names that hosts import. */
export const entrySources = (): Record<string, string> => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, Target> }
  return Object.fromEntries(
    Object.entries(exports).flatMap(([path, target]) => {
      const types = typesOf(target)
      if (!types) return []
      const name = path.replace('.', 'latchkey')
      if (!types.includes('*')) return [[name, sourceOfTypes(types)!]]
      return readdirSync(join(root, 'src/strings'))
        .filter((file) => file !== 'inParts.ts')
        .map((file) => [name.replace('*', file.replace('.ts', '')), `src/strings/${file}`])
    }),
  )
}

export const readSources = (): Sources => {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, root)
  // the drop-in entries export the names of Stytch's packages, which Stytch documents
  const sources = Object.fromEntries(Object.entries(entrySources()).filter(([name]) => !name.startsWith('latchkey/compat')))
  const further = ['src/entries/embed.ts', 'src/tools/emulator/controls/index.ts', 'src/entries/compat/nativeErrors.ts']
  const program = ts.createProgram(
    [...Object.values(sources), ...further].map((path) => join(root, path)),
    // the types of Node are in no declaration of ours
    { ...options, types: [] },
  )
  const checker = program.getTypeChecker()
  const file = (path: string) => {
    const source = program.getSourceFile(join(root, path))
    if (!source) throw new Error(`${path} is not a source file of an entry`)
    return source
  }
  const entries = Object.entries(sources).map(([name, path]) => ({
    name,
    exports: checker
      .getExportsOfModule(checker.getSymbolAtLocation(file(path))!)
      .map((symbol) => ({ name: symbol.name, symbol: aliasTarget(checker, symbol) })),
  }))
  const all = entries.flatMap(({ exports }) => exports)
  return {
    checker,
    file,
    entries,
    // its own name if it is exported by that, else the first other one
    exportedNames: new Map(
      [...[...all].reverse(), ...all.filter(({ name, symbol }) => name === symbol.name)].map(({ name, symbol }) => [symbol, name]),
    ),
    symbolOf: (path, name) => {
      const match = declarationsIn(file(path), checker).find((symbol) => symbol.name === name)
      if (!match) throw new Error(`${path} declares no ${name}`)
      return match
    },
  }
}

/** Lists what the top level of a file declares, in its order. */
export const declarationsIn = (file: ts.SourceFile, checker: ts.TypeChecker): ts.Symbol[] => {
  const declarations = file.statements.flatMap((statement): ts.NamedDeclaration[] =>
    ts.isVariableStatement(statement)
      ? [...statement.declarationList.declarations]
      : ts.isInterfaceDeclaration(statement) ||
          ts.isTypeAliasDeclaration(statement) ||
          ts.isFunctionDeclaration(statement) ||
          ts.isClassDeclaration(statement)
        ? [statement]
        : [],
  )
  return [...new Set(declarations.flatMap(({ name }) => (name && checker.getSymbolAtLocation(name)) ?? []))]
}

const aliasTarget = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

const paths = new WeakMap<ts.SourceFile, string>()

/** Returns the path of the file that a node is in, in the repository. */
export const pathOf = (node: ts.Node): string => {
  const file = node.getSourceFile()
  const path = paths.get(file) ?? relative(root, file.fileName).replaceAll('\\', '/')
  paths.set(file, path)
  return path
}

/**
 * Returns the path of the file that declares a symbol; empty if a compiler's own type has no file.
 */
export const homeFile = (symbol: ts.Symbol): string => (symbol.declarations?.[0] ? pathOf(symbol.declarations[0]) : '')
