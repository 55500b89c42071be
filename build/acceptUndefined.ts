import ts from 'typescript'

const isLoose = (type: ts.TypeNode) =>
  ts.isFunctionTypeNode(type) || ts.isConstructorTypeNode(type) || ts.isConditionalTypeNode(type) || ts.isInferTypeNode(type)

const hasUndefined = (type: ts.TypeNode): boolean =>
  [ts.SyntaxKind.UndefinedKeyword, ts.SyntaxKind.AnyKeyword, ts.SyntaxKind.UnknownKeyword].includes(type.kind) ||
  (ts.isUnionTypeNode(type) && type.types.some(hasUndefined)) ||
  (ts.isParenthesizedTypeNode(type) && hasUndefined(type.type))

/**
 * A property or method in a declaration that may be left out, or what a mapped type makes optional.
 * `accepts`: it may be `undefined` too.
 */
interface Optional {
  name: string
  accepts: boolean
  /** What lets it be `undefined`: texts, and where they are inserted. */
  edits: [at: number, text: string][]
}

/** Everything in a declaration that may be left out. */
export function optionals(code: string): Optional[] {
  const members: Optional[] = []
  const visit = (node: ts.Node) => {
    if ((ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) && node.questionToken) {
      // as the type of a method, whose parameters a host may narrow
      const edits: Optional['edits'] = [
        [node.questionToken.end, ': { call'],
        [node.type!.end, " }['call'] | undefined"],
      ]
      members.push({ name: node.name.getText(), accepts: false, edits })
    } else if (
      ((ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) && node.questionToken && node.type) ||
      (ts.isMappedTypeNode(node) && node.questionToken && node.questionToken.kind !== ts.SyntaxKind.MinusToken && node.type)
    ) {
      const type = node.type!
      const edits: Optional['edits'] = isLoose(type)
        ? [
            [type.getStart(), '('],
            [type.end, ') | undefined'],
          ]
        : [[type.end, ' | undefined']]
      members.push({
        name: ts.isMappedTypeNode(node) ? node.typeParameter.name.text : node.name.getText(),
        accepts: hasUndefined(type),
        edits,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('declaration.d.ts', code, ts.ScriptTarget.Latest, true))
  return members
}

/** Instead of TypeScript's own, in a file that uses them. */
const ownTypes = {
  Partial: 'type Partial<T> = { [Name in keyof T]?: T[Name] | undefined };',
  Required: 'type Required<T> = { [Name in keyof T]-?: Exclude<T[Name], undefined> };',
}

/**
 * Lets every property that may be left out be `undefined` too, for hosts whose settings tell the
 * two apart (`exactOptionalPropertyTypes`, which a fresh tsconfig.json has). The sources do
 * without, because nothing in them tells the two apart.
 */
export function acceptUndefined(code: string): string {
  const edits = optionals(code)
    .filter(({ accepts }) => !accepts)
    .flatMap(({ edits }) => edits)
    .sort(([one], [other]) => one - other)
  let result = ''
  let last = 0
  for (const [at, text] of edits) {
    result += code.slice(last, at) + text
    last = at
  }
  result += code.slice(last)
  for (const [name, own] of Object.entries(ownTypes)) if (code.includes(`${name}<`)) result += `\n${own}\n`
  return result
}
