/** The rules for source files: which module names are rewritten, and what is left. */
import type * as ts from 'typescript'
import {
  missingNames,
  missingOptions,
  packageOf,
  providerEntry,
  reasonFor,
  targets,
  unusedThemeValues,
  vanillaScreens,
} from './counterparts.ts'
import type { Findings } from './edits.ts'
import type { TypeScript } from './typescript.ts'

/** What a file's package.json says about its application. */
export interface Application {
  /** The framework whose SDK it uses. */
  framework: 'none' | 'react' | 'nextjs'
}

/** The functions of test runners whose first argument is the name of a module. */
const mocks =
  /^(?:jest|vi)\.(?:mock|unmock|doMock|doUnmock|dontMock|setMock|hoisted|deepUnmock|requireActual|requireMock|createMockFromModule|importActual|importMock)$/

/** Where a module's name is in a program, and what the program takes from the module. */
interface Reference {
  name: ts.StringLiteralLike
  /** The names that it imports; undefined if they are not known. */
  names?: { text: string; at: number }[]
}

/** Returns how a node names a module, if it does. */
const referenceIn = (ts: TypeScript, node: ts.Node): Reference | undefined => {
  const named = (elements: ts.NodeArray<ts.ImportSpecifier | ts.ExportSpecifier>) =>
    elements.map((element) => {
      const name = element.propertyName ?? element.name
      return { text: name.text, at: name.getStart() }
    })
  // `isJSDocImportTag` is missing in TypeScript 5.4 and before
  if ((ts.isImportDeclaration(node) || ts.isJSDocImportTag?.(node)) && ts.isStringLiteralLike(node.moduleSpecifier)) {
    const bindings = node.importClause?.namedBindings
    return { name: node.moduleSpecifier, names: bindings && ts.isNamedImports(bindings) ? named(bindings.elements) : undefined }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteralLike(node.moduleSpecifier)) {
    const { exportClause } = node
    return { name: node.moduleSpecifier, names: exportClause && ts.isNamedExports(exportClause) ? named(exportClause.elements) : undefined }
  }
  if (ts.isExternalModuleReference(node) && ts.isStringLiteralLike(node.expression)) return { name: node.expression }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    const first = node.qualifier && leftmost(ts, node.qualifier)
    return { name: node.argument.literal, names: first ? [{ text: first.text, at: first.getStart() }] : undefined }
  }
  const [argument] = ts.isCallExpression(node) ? node.arguments : []
  if (!argument || !ts.isStringLiteralLike(argument)) return undefined
  const { expression, parent } = node as ts.CallExpression
  const called = expression.getText()
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword
  if (!isImport && !/^require(\.resolve)?$/.test(called) && !mocks.test(called)) return undefined
  // `const { Products } = require('...')` and `const { Products } = await import('...')`
  const holder = ts.isAwaitExpression(parent) ? parent.parent : parent
  const names =
    ts.isVariableDeclaration(holder) && ts.isObjectBindingPattern(holder.name)
      ? holder.name.elements.flatMap(({ propertyName, name }) => {
          const taken = propertyName ?? name
          return ts.isIdentifier(taken) ? [{ text: taken.text, at: taken.getStart() }] : []
        })
      : undefined
  return { name: argument, names }
}

const leftmost = (ts: TypeScript, name: ts.EntityName): ts.Identifier => (ts.isIdentifier(name) ? name : leftmost(ts, name.left))

/** Returns the names by which a program accesses all exports of a module: `import * as stytch`, `const stytch = require(...)`. */
const namespaceOf = (ts: TypeScript, node: ts.Node): string | undefined => {
  if (ts.isImportDeclaration(node)) {
    const bindings = node.importClause?.namedBindings
    return bindings && ts.isNamespaceImport(bindings) ? bindings.name.text : undefined
  }
  if (ts.isExternalModuleReference(node)) return node.parent.name.text
  const holder = node.parent && ts.isAwaitExpression(node.parent) ? node.parent.parent : node.parent
  return holder && ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name) ? holder.name.text : undefined
}

/** Applies the rules to a program. `kind` is the language of `text`. Returns undefined if it is not a program that TypeScript can read. */
export const migrateSource = (ts: TypeScript, text: string, kind: ts.ScriptKind, { framework }: Application): Findings | undefined => {
  const found: Findings = { edits: [], left: [], needed: [] }
  if (!providerEntry.test(text)) return found
  const file = ts.createSourceFile('program', text, ts.ScriptTarget.Latest, true, kind)
  if ((file as { parseDiagnostics?: unknown[] }).parseDiagnostics?.length) return undefined

  const references: { reference: Reference; node: ts.Node }[] = []
  const otherTexts: (ts.StringLiteralLike | ts.TemplateHead)[] = []
  const handled = new Set<ts.Node>()
  const walk = (node: ts.Node): void => {
    const reference = referenceIn(ts, node)
    if (reference && providerEntry.exec(reference.name.text)?.[0] === reference.name.text) {
      references.push({ reference, node })
      handled.add(reference.name)
    }
    if (ts.isStringLiteralLike(node) && !handled.has(node) && providerEntry.test(node.text)) otherTexts.push(node)
    if (ts.isTemplateHead(node) && providerEntry.test(node.text)) otherTexts.push(node)
    // the types of JavaScript are in comments; TypeScript reads no others
    for (const comment of (node as { jsDoc?: ts.JSDoc[] }).jsDoc ?? []) walk(comment)
    ts.forEachChild(node, walk)
  }
  walk(file)

  const usesReact = references.some(({ reference }) => /^@stytch\/(react|nextjs)/.test(reference.name.text))
  const isClient = file.statements.some(
    (statement) =>
      ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression) && statement.expression.text === 'use client',
  )
  // constants and classes from the bundle that the components are in, so that visitors do not download another one; a module of a server gets no values from a module for browsers
  const takesFromReact = (framework === 'react' || (framework === 'nextjs' && (isClient || usesReact))) && !vanillaScreens.test(text)
  const namespaces = new Set<string>()

  for (const { reference, node } of references) {
    const { name, names } = reference
    const entry = name.text
    const target = entry === '@stytch/vanilla-js' && takesFromReact && names ? 'latchkey/compat/react' : targets[entry]
    if (!target) {
      found.left.push({ at: name.getStart(), what: `'${entry}'`, why: reasonFor(entry) })
      found.needed.push(packageOf(entry))
      continue
    }
    found.edits.push({ start: name.getStart() + 1, end: name.getEnd() - 1, text: target })
    for (const { text, at } of names ?? []) {
      const why = Object.hasOwn(missingNames, text) && missingNames[text]
      if (why) found.left.push({ at, what: text, why })
    }
    const namespace = namespaceOf(ts, node)
    if (namespace) namespaces.add(namespace)
  }
  for (const literal of otherTexts) {
    // Names of types in a declaration of the host's own: `declare module '@stytch/core'`.
    const isDeclaration = ts.isModuleDeclaration(literal.parent)
    found.left.push({
      at: literal.getStart(),
      what: literal.getText(),
      why: isDeclaration
        ? "Types of your project have no effect on Latchkey's. Remove the declaration, or move it to `latchkey/compat`."
        : "It names the provider's package in a text. If that is meant for a bundler or a test, write the entry of `latchkey` instead.",
    })
  }
  found.left.push(...missingIn(ts, file, namespaces))
  found.left.sort((one, other) => one.at - other.at)
  return found
}

/** Finds names that a program takes from a namespace, and options of screens, that have no counterpart. */
const missingIn = (ts: TypeScript, file: ts.SourceFile, namespaces: Set<string>) => {
  const left: Findings['left'] = []
  const literals = new Map<string, ts.Expression>()
  const resolved = (node: ts.Expression | undefined): ts.Expression | undefined => {
    const value = node && ts.isIdentifier(node) ? literals.get(node.text) : node
    return value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) ? value.expression : value
  }
  const seen = new Set<ts.Node>()
  /** Looks at an object at a path from `presentation` or `config`. */
  const lookAt = (node: ts.Expression | undefined, path: string): void => {
    const value = resolved(node)
    if (!value || seen.has(value)) return
    if (ts.isArrayLiteralExpression(value) && path === 'presentation.theme') {
      for (const element of value.elements) lookAt(element, path)
      return
    }
    if (!ts.isObjectLiteralExpression(value)) return
    seen.add(value)
    for (const property of value.properties) {
      if (ts.isSpreadAssignment(property)) {
        lookAt(property.expression, path)
        continue
      }
      if (!property.name || !(ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))) continue
      const name = property.name.text
      const at = property.name.getStart()
      const why = missingOptions[`${path}.${name}`]
      if (why) left.push({ at, what: `${path}.${name}`, why })
      else if (path === 'presentation.theme' && unusedThemeValues.includes(name))
        left.push({
          at,
          what: `${path}.${name}`,
          why: 'The drop-in takes it, and it has no effect. docs/guides/theming.md lists what you can set.',
        })
      if (ts.isPropertyAssignment(property)) lookAt(property.initializer, `${path}.${name}`)
      if (ts.isShorthandPropertyAssignment(property)) lookAt(property.name, `${path}.${name}`)
    }
  }
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) literals.set(node.name.text, node.initializer)
    ts.forEachChild(node, collect)
  }
  collect(file)
  const roots = new Set(['presentation', 'config'])
  const walk = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && roots.has(node.name.text)) lookAt(node.initializer, node.name.text)
    if (ts.isShorthandPropertyAssignment(node) && roots.has(node.name.text)) lookAt(node.name, node.name.text)
    if (ts.isJsxAttribute(node) && roots.has(node.name.getText()) && node.initializer && ts.isJsxExpression(node.initializer))
      lookAt(node.initializer.expression, node.name.getText())
    if (ts.isVariableDeclaration(node) && node.type && /^(Partial<)?Theme>?$/.test(node.type.getText()))
      lookAt(node.initializer, 'presentation.theme')
    if (ts.isVariableDeclaration(node) && node.type?.getText() === 'PresentationConfig') lookAt(node.initializer, 'presentation')
    const accessed =
      (ts.isPropertyAccessExpression(node) && ([node.expression, node.name] as const)) ||
      (ts.isQualifiedName(node) && ([node.left, node.right] as const))
    if (accessed && ts.isIdentifier(accessed[0]) && namespaces.has(accessed[0].text)) {
      const [, name] = accessed
      const why = Object.hasOwn(missingNames, name.text) && missingNames[name.text]
      if (why) left.push({ at: name.getStart(), what: name.text, why })
    }
    ts.forEachChild(node, walk)
  }
  walk(file)
  return left
}
