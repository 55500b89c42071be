/** What hosts write is documented where they write it: every option, style, prop, callback, event and error code has a docstring in its declaration (issue 7, "Types"). */
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = fileURLToPath(new URL('../../', import.meta.url))
const parse = (path: string) => {
  const host = ts.sys.readFile(root + path)!
  return ts.createSourceFile(path, host, ts.ScriptTarget.Latest, true)
}

/** Where what a host writes is declared. */
const files = [
  'src/client/options.ts',
  'src/ui/config.ts',
  'src/ui/events.ts',
  'src/widget/hostProps.ts',
  'src/widget/login.ts',
  'src/widget/reset.ts',
  'src/widget/idp.ts',
  'src/widget/messages.ts',
  'src/element.ts',
  'src/react.tsx',
]

const documented = (node: ts.Node) => ts.getJSDocCommentsAndTags(node).length > 0

/** Exported declarations, and members of exported types at every depth, without a docstring. */
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

test('the search for what has no docstring finds it, at every depth', () => {
  const sample = ts.createSourceFile(
    'sample.ts',
    '/** A. */\nexport interface A {\n/** B. */\nb: { c: string }\nd(): void\n}\nexport const e = 1',
    ts.ScriptTarget.Latest,
    true,
  )
  assert.equal(undocumented(sample), ['A.b.c', 'A.d', 'export const e = 1'])
})

for (const path of files) test(`${path}: every option, prop and event has a docstring`, () => assert.equal(undocumented(parse(path)), []))

test('docs/errors.md has every code that a client of ours can meet, and no other', () => {
  const union = parse('src/api/errors.ts')
    .statements.filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === 'ErrorCode')!.type as ts.UnionTypeNode
  const codes = union.types.filter(ts.isLiteralTypeNode).map(({ literal }) => (literal as ts.StringLiteral).text)
  assert.ok(codes.length > 10)
  const table = [...ts.sys.readFile(root + 'docs/errors.md')!.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code!)
  assert.equal(table.sort(), codes.sort())
})

test.run()
