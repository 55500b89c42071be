/**
 * Checks that each call declares every field of an answer that our own code reads (`gives`), so
 * that the field is checked before it is read.
 */
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Fields that are checked in another way than by a shape: the ids by which `readState` recognizes a
 * session; a project's settings, which each reader interprets for itself
 * (test/widget/settingsDamage.matrix.test.ts); the type of a user, because every unknown type
 * counts as a new user; the addresses by which a screen names the user, because it names nobody if
 * they are unreadable (test/ui/account.test.tsx); the ways to prove a second factor, of which a
 * screen offers what it can read (test/products/secondFactor/); what the browser is told about
 * passkeys, which is less if something is missing (test/client/namespaces/webauthn.test.ts); the
 * demand for a second factor before the session, which one function reads
 * (src/api/secondFactor.ts); the roles of an organization, which are read like the policy
 * (src/client/namespaces/isAuthorized.ts); and fields that are named only to leave them out of the
 * rest.
 */
const judged =
  /^src\/api\/(bootstrap\.ts: |userSearch\.ts: ….userType$)|: (User\.(emails?|phone_numbers?|crypto_wallet(s|_address)|totps|name|(first|middle|last)_name)|WebauthnRegistration\.verified|Session\.(session_id|authentication_factors)|Member\.member_id|Organization\.(organization_id|custom_roles)|MemberSession\.member_session_id|Answer\.\w+|Authenticated\.second_factor_required|SecondFactorRequired\.\w+)$/

/**
 * Returns each read of an answer in the files of `reading` that no shape in the files of `api` has:
 * where it is, and the field.
 */
function undeclared(program: ts.Program, api: RegExp, reading: RegExp): string[] {
  const checker = program.getTypeChecker()
  const path = (file: ts.SourceFile) => file.fileName.replace(root, '')
  const files = (which: RegExp) => program.getSourceFiles().filter((file) => which.test(path(file)))
  const inApi = ({ declarations = [] }: ts.Symbol) => declarations.filter((node) => api.test(path(node.getSourceFile())))
  const every = (file: ts.SourceFile, visit: (node: ts.Node) => void) => {
    const walk = (node: ts.Node) => {
      visit(node)
      ts.forEachChild(node, walk)
    }
    walk(file)
  }

  /** Fields of answers: everything that a call's second type argument reaches. */
  const fields = new Set<ts.Node>()
  const seen = new Set<ts.Type>()
  const collect = (type: ts.Type) => {
    if (seen.has(type)) return
    seen.add(type)
    if (type.isUnionOrIntersection()) return type.types.forEach(collect)
    for (const argument of checker.getTypeArguments(type as ts.TypeReference)) collect(argument)
    for (const field of checker.getPropertiesOfType(type)) {
      const found = inApi(field)
      if (!found.length) continue
      for (const node of found) fields.add(node)
      collect(checker.getTypeOfSymbol(field))
    }
  }

  /** Fields that a shape has. */
  const declared = new Set<ts.Node>()
  const declare = (literal: ts.Node, type: ts.Type) => {
    const given = checker.getNonNullableType(type)
    if (ts.isArrayLiteralExpression(literal)) return declare(literal.elements[0]!, checker.getTypeArguments(given as ts.TypeReference)[0]!)
    if (!ts.isObjectLiteralExpression(literal)) return
    for (const property of literal.properties) {
      if (!ts.isPropertyAssignment(property)) continue
      const field = checker.getPropertyOfType(given, (property.name as ts.Identifier | ts.StringLiteral).text.replace('?', ''))!
      for (const node of inApi(field)) declared.add(node)
      declare(property.initializer, checker.getTypeOfSymbol(field))
    }
  }
  for (const file of files(api)) {
    every(file, (node) => {
      if (ts.isSatisfiesExpression(node) && ts.isTypeReferenceNode(node.type) && node.type.typeName.getText() === 'Shapes')
        declare(node.expression, checker.getTypeFromTypeNode(node.type.typeArguments![0]!))
      if (!ts.isCallExpression(node) || node.typeArguments?.length !== 2) return
      const result = checker.getTypeFromTypeNode(node.typeArguments[1]!)
      collect(result)
      for (const rules of node.arguments.filter(ts.isObjectLiteralExpression))
        for (const rule of rules.properties)
          if (ts.isPropertyAssignment(rule) && rule.name.getText() === 'gives') declare(rule.initializer, result)
      // gives(get<Given, Result>(path), shape)
      if (ts.isCallExpression(node.parent) && node.parent.expression.getText() === 'gives') declare(node.parent.arguments[1]!, result)
    })
  }

  const found: string[] = []
  for (const file of files(reading)) {
    const note = (node: ts.Node, field: ts.Symbol | undefined) => {
      const unread = field && inApi(field).filter((of) => fields.has(of))
      if (!unread?.length || unread.some((of) => declared.has(of))) return
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      for (const of of unread) {
        const owner = ts.findAncestor(of.parent, ts.isInterfaceDeclaration)?.name.text ?? '…'
        found.push(`${path(file)}:${line + 1} reads ${path(of.getSourceFile())}: ${owner}.${field!.name}`)
      }
    }
    every(file, (node) => {
      if (ts.isPropertyAccessExpression(node)) note(node, checker.getSymbolAtLocation(node.name))
      if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken) {
        const name = node.propertyName ?? node.name
        if (ts.isIdentifier(name)) note(node, checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), name.text))
      }
    })
  }
  return found
}

// without Node's types, which no visitor's code uses and which are a hundred files
const options = { ...ts.readConfigFile(root + 'tsconfig.json', ts.sys.readFile).config.compilerOptions, types: [] }
const { options: parsed } = ts.convertCompilerOptionsFromJson(options, root) as never as { options: ts.CompilerOptions }

const sample = root + 'test/api/reads.sample.ts'
const text = `
    import type { Shapes } from '../../src/api/shape.ts'
    interface Row { id: string; name: string; parts: { size: number; weight: number }[] }
    declare const call: <Body, Result>(route: string, rules?: { gives?: Shapes<Result> }) => Promise<Result>
    export const rows = call<undefined, { rows: Row[]; total: number }>('GET /rows', { gives: { rows: [{ id: 'string', parts: [{ size: 'number' }] }] } })
    export const read = async () => {
      const { rows: found, total } = await rows
      return found.map(({ id, name, parts }) => [id, name, total, parts[0]!.size, parts[0]!.weight])
    }`
const host = ts.createCompilerHost(parsed)
const { getSourceFile, fileExists, readFile } = host
host.getSourceFile = (name, ...more) =>
  name === sample ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true) : getSourceFile.call(host, name, ...more)
host.fileExists = (name) => name === sample || fileExists(name)
host.readFile = (name) => (name === sample ? text : readFile(name))
/** The clients, and a sample with reads that are not declared. */
const program = ts.createProgram(
  [sample, ...['index.ts', 'headless.ts', 'b2b.ts', 'react.tsx'].map((file) => `${root}src/entries/${file}`)],
  parsed,
  host,
)

test('the search finds exactly the read that is not declared', () => {
  const found = undeclared(program, /reads\.sample/, /reads\.sample/)
  assert.equal(
    found.map((line) => line.replace(/^.*: /, '')),
    ['….total', 'Row.name', 'Row.weight'],
  )
})

test('every field of an answer that our own code reads is declared with its call', () => {
  const found = undeclared(program, /^src\/api\//, /^src\/(browser|client|ui|products|widget)\//)
  assert.equal(
    found.filter((line) => !judged.test(line.replace(/^.* reads /, ''))),
    [],
  )
})

test.run()
