/**
 * Checks that everything a host writes has a docstring in its declaration: every option, style,
 * prop, callback, event and error code.
 */
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { UNRECOVERABLE_ERROR_TYPES } from '../../src/api/unrecoverable.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const parseFile = (path: string) => ts.createSourceFile(path, ts.sys.readFile(path)!, ts.ScriptTarget.Latest, true)
const parse = (path: string) => parseFile(root + path)

/** The declarations of what the provider's SDK itself imports. */
const behindProvider = (entry: string) => {
  const from = ts.sys.realpath!(`${root}node_modules/@stytch/vanilla-js/package.json`)
  const { resolvedModule } = ts.resolveModuleName(entry, from, { moduleResolution: ts.ModuleResolutionKind.Bundler }, ts.sys)
  return parseFile(resolvedModule!.resolvedFileName)
}

/** The files that declare what a host writes. */
const files = [
  'src/client/options.ts',
  'src/ui/host/config.ts',
  'src/ui/host/events.ts',
  'src/widget/hostProps.ts',
  'src/widget/messages.ts',
  'src/entries/element.ts',
  'src/entries/react.tsx',
]

const documented = (node: ts.Node) => ts.getJSDocCommentsAndTags(node).length > 0

/** Exported declarations, and members of exported types at every depth, that have no docstring. */
const undocumented = (file: ts.SourceFile) => {
  const found: string[] = []
  const members = (node: ts.Node, path: string) => {
    if ((ts.isPropertySignature(node) || ts.isMethodSignature(node)) && node.name) {
      const name = `${path}.${node.name.getText()}`
      if (!documented(node)) found.push(name)
      if (ts.isPropertySignature(node) && node.type && ts.isTypeLiteralNode(node.type))
        for (const member of node.type.members) members(member, name)
    }
  }
  for (const statement of file.statements) {
    const exported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!exported) continue
    const name = (statement as ts.DeclarationStatement).name?.getText() ?? statement.getText().slice(0, 40)
    if (!documented(statement)) found.push(name)
    if (ts.isInterfaceDeclaration(statement)) for (const member of statement.members) members(member, name)
  }
  return found
}

test('the search finds missing docstrings at every depth', () => {
  const sample = ts.createSourceFile(
    'sample.ts',
    '/** A. */\nexport interface A {\n/** B. */\nb: { c: string }\nd(): void\n}\nexport const e = 1',
    ts.ScriptTarget.Latest,
    true,
  )
  assert.equal(undocumented(sample), ['A.b.c', 'A.d', 'export const e = 1'])
})

for (const path of files) test(`${path}: every option, prop and event has a docstring`, () => assert.equal(undocumented(parse(path)), []))

test('docs/guides/errors.md has exactly the codes that a client can meet', () => {
  const union = parse('src/api/errorCodes.ts')
    .statements.filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === 'ErrorCode')!.type as ts.UnionTypeNode
  const codes = union.types.filter(ts.isLiteralTypeNode).map(({ literal }) => (literal as ts.StringLiteral).text)
  assert.ok(codes.length > 10)
  const table = [...ts.sys.readFile(root + 'docs/guides/errors.md')!.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code!)
  assert.equal(table.sort(), codes.sort())
})

/** The strings in a union of literal types, by the name of its alias. */
const union = (file: ts.SourceFile, alias: string): string[] => {
  const { type } = file.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === alias)!
  return (type as ts.UnionTypeNode).types
    .filter(ts.isLiteralTypeNode)
    .map(({ literal }) => literal)
    .filter(ts.isStringLiteral)
    .map(({ text }) => text)
}

/** The field names of an object literal in a constant. */
const fields = (file: ts.SourceFile, constant: string): string[] => {
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) found.push(...node.properties.map(({ name }) => name!.getText()))
    else ts.forEachChild(node, look)
  }
  for (const { declarationList } of file.statements.filter(ts.isVariableStatement))
    for (const { name, initializer } of declarationList.declarations) if (name.getText() === constant) look(initializer!)
  return found
}

test('KnownErrorType has exactly the documented types that screens and the emulator know', () => {
  const documents = new Set(union(behindProvider('@stytch/core/public'), 'StytchAPIErrorType'))
  const ours = [
    ...fields(parse('src/ui/screen/explain.tsx'), 'types'),
    ...fields(parse('src/tools/emulator/requests/refusal.ts'), 'refusals'),
    ...UNRECOVERABLE_ERROR_TYPES,
  ]
  assert.ok(documents.size > 100 && ours.length > 80)
  assert.equal(
    union(parse('src/api/errorCodes.ts'), 'KnownErrorType').sort(),
    [...new Set(ours)].filter((type) => documents.has(type)).sort(),
  )
})

test.run()
