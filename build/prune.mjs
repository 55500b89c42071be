/** Takes out of written declarations what no entry leads to, and with it the packages that only our own code has installed. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** An import without the names that nothing in its file needs any more; empty when there are none left. */
const narrowed = (statement, needed) => {
  const { importClause: clause, moduleSpecifier } = statement
  if (!clause) return statement.getFullText()
  const { namedBindings } = clause
  const named = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements.filter((element) => needed.has(element)) : []
  const parts = [
    needed.has(clause) && clause.name.text,
    namedBindings && ts.isNamespaceImport(namedBindings) && needed.has(namedBindings) && namedBindings.getText(),
    named.length > 0 && `{ ${named.map((element) => element.getText()).join(', ')} }`,
  ].filter(Boolean)
  return parts.length > 0 ? `\nimport ${clause.isTypeOnly ? 'type ' : ''}${parts.join(', ')} from ${moduleSpecifier.getText()};` : ''
}

/** `entries`: the files, as paths below `folder`, that a host can import. Whatever their exports do not need is gone afterwards. */
export const prune = async (folder, entries) => {
  const program = ts.createProgram(entries.map((name) => join(folder, name)), {
    noLib: true, types: [], target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
  })
  const checker = program.getTypeChecker()
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))
  const reached = new Set()
  /** Statements, and what an import names. */
  const needed = new Set()

  const needAll = (module) => {
    for (const symbol of module ? checker.getExportsOfModule(module) : []) need(symbol)
  }

  const need = (symbol) => {
    for (const declaration of symbol?.declarations ?? []) {
      if (ts.isSourceFile(declaration)) needAll(checker.getSymbolAtLocation(declaration))
      else if (files.includes(declaration.getSourceFile())) needStatement(declaration)
    }
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) need(checker.getAliasedSymbol(symbol))
  }

  const needStatement = (declaration) => {
    if (ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration)) needed.add(declaration)
    const statement = ts.findAncestor(declaration, ({ parent }) => parent && ts.isSourceFile(parent))
    if (!statement || needed.has(statement)) return
    needed.add(statement)
    reach(statement.parent)
    if (ts.isImportDeclaration(statement)) reachNamed(statement.moduleSpecifier)
    else walk(statement)
  }

  const reachNamed = (specifier) => {
    for (const file of checker.getSymbolAtLocation(specifier)?.declarations ?? []) if (files.includes(file)) reach(file)
  }

  /** What a file does besides declaring: what it hands on, what it adds to the world, and that it is a module. */
  const reach = (file) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const statement of file.statements) {
      const exports = ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)
      if (exports || ts.isModuleDeclaration(statement) || (ts.isImportDeclaration(statement) && !statement.importClause)) needStatement(statement)
    }
  }

  const walk = (node) => {
    if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      reachNamed(node.moduleSpecifier)
      if (!node.exportClause) needAll(checker.getSymbolAtLocation(node.moduleSpecifier))
    }
    if (ts.isImportTypeNode(node) && !node.qualifier) needAll(checker.getSymbolAtLocation(node.argument.literal))
    if (ts.isExportSpecifier(node) && !node.parent.parent.moduleSpecifier) need(checker.getExportSpecifierLocalTargetSymbol(node))
    else if (ts.isIdentifier(node)) need(checker.getSymbolAtLocation(node))
    ts.forEachChild(node, walk)
  }

  for (const file of files.filter(({ fileName }) => entries.includes(fileName.slice(folder.length + 1)))) {
    reach(file)
    needAll(checker.getSymbolAtLocation(file))
  }

  await rm(folder, { recursive: true })
  for (const file of reached) {
    const parts = file.statements.filter((statement) => needed.has(statement))
      .map((statement) => (ts.isImportDeclaration(statement) ? narrowed(statement, needed) : statement.getFullText()))
    await mkdir(dirname(file.fileName), { recursive: true })
    await writeFile(file.fileName, `${parts.join('').trim()}\n`)
  }
}
