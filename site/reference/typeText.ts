/** Types as text, as a host would write them. */
import ts from 'typescript'

const { NodeBuilderFlags: Flags } = ts
const FLAGS =
  Flags.NoTruncation | Flags.UseSingleQuotesForStringLiteralType | Flags.UseAliasDefinedOutsideCurrentScope | Flags.OmitParameterModifiers

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true })
const nowhere = ts.createSourceFile('type.ts', '', ts.ScriptTarget.Latest)

/**
 * A type, and what its declaration says it is. The declaration has the names of types that the
 * compiler has resolved.
 */
export interface TypeSource {
  type: ts.Type
  node?: ts.TypeNode
}

/** The text of a type, and the symbols that its names stand for. */
export interface TypeText {
  text: string
  names: Map<string, ts.Symbol>
}

const some = (node: ts.Node, test: (node: ts.Node) => boolean): boolean =>
  test(node) || !!ts.forEachChild(node, (child) => some(child, test) || undefined)

const withoutLiterals = (node: ts.TypeNode): ts.TypeNode => {
  const { transformed } = ts.transform(node, [
    (context) => (top) => {
      const visit = (inner: ts.Node): ts.Node =>
        ts.isTypeLiteralNode(inner) && inner.members.some(ts.isPropertySignature)
          ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.ObjectKeyword)
          : ts.visitEachChild(inner, visit, context)
      return visit(top) as ts.TypeNode
    },
  ])
  return transformed[0]!
}

const print = (node: ts.Node, from: ts.SourceFile) =>
  printer
    .printNode(ts.EmitHint.Unspecified, node, from)
    .replace(/\s+/g, ' ')
    .replace(/; }/g, ' }')
    .replace(/(\?: [^;{}()]*?) \| undefined(?=;| }|,|\))/g, '$1')
    .replace(/^\| /, '')
    .replaceAll('"', "'")
    .replace(/\bobject( & object)+/g, 'object')

export const typeTexts = (checker: ts.TypeChecker) => {
  const isTypeParameter = (node: ts.Node) =>
    ts.isTypeReferenceNode(node) && (checker.getTypeFromTypeNode(node).flags & ts.TypeFlags.TypeParameter) !== 0

  /** Returns whether a reader understands the declaration without its surroundings. */
  const standsAlone = (node: ts.TypeNode) =>
    !some(node, (inner) => ts.isTypeQueryNode(inner) || ts.isIndexedAccessTypeNode(inner) || isTypeParameter(inner))

  const symbolOf = (name: ts.EntityName | ts.Expression) => {
    // the compiler notes the symbol of a name in a node that it has made, and finds that of a name
    // in a file
    const symbol = name.pos < 0 ? (name as { symbol?: ts.Symbol }).symbol : checker.getSymbolAtLocation(name)
    return symbol && (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
  }

  const namesIn = (node: ts.Node) => {
    const names = new Map<string, ts.Symbol>()
    const visit = (inner: ts.Node): void => {
      const name = ts.isTypeReferenceNode(inner) ? inner.typeName : ts.isExpressionWithTypeArguments(inner) ? inner.expression : undefined
      const symbol = name && ts.isIdentifier(name) ? symbolOf(name) : undefined
      if (symbol && name) names.set((name as ts.Identifier).text, symbol)
      ts.forEachChild(inner, visit)
    }
    visit(node)
    return names
  }

  const nodeOf = (type: ts.Type) => checker.typeToTypeNode(type, undefined, FLAGS)!

  return {
    /** With `object` instead of the objects whose fields are listed. */
    short({ type, node }: TypeSource): TypeText {
      const typeNode = node && standsAlone(node) ? node : nodeOf(type)
      return { text: print(withoutLiterals(typeNode), node?.getSourceFile() ?? nowhere), names: namesIn(typeNode) }
    },
    /** With all fields. */
    full({ type, node }: TypeSource): string {
      return node && standsAlone(node) ? print(node, node.getSourceFile()) : print(nodeOf(type), nowhere)
    },
    /** Returns a type with the names of its declaration, even those of its parameters. */
    ofNode(node: ts.TypeNode): TypeText {
      return { text: print(node, node.getSourceFile()), names: namesIn(node) }
    },
  }
}
export type TypeTexts = ReturnType<typeof typeTexts>

/** Text that neither HTML nor Markdown takes for anything else. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('*', '&#42;').replaceAll('`', '&#96;')

/** Returns a type as Markdown, with links to the types that it names. */
export const linkedType = ({ text, names }: TypeText, addressOf: (symbol: ts.Symbol) => string | undefined): string => {
  const parts = text.split(/('[^']*'|[A-Za-z_$][\w$]*)/)
  const addresses = new Map(
    [...names].flatMap(([name, symbol]) => {
      const address = parts.includes(name) ? addressOf(symbol) : undefined
      return address ? [[name, address] as const] : []
    }),
  )
  const single = addresses.get(text)
  if (single) return `[\`${text}\`](${single})`
  if (addresses.size === 0) return `\`${text}\``
  return `<code>${parts.map((part) => (addresses.has(part) ? `<a href="${addresses.get(part)}">${part}</a>` : escapeMarkup(part))).join('')}</code>`
}
