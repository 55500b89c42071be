/**
 * Reads a program of any age, in TypeScript, Flow or JavaScript, whatever the host has installed.
 */
import { type ParserOptions, parse, parseExpression } from '@babel/parser'
import type { File, Node } from '@babel/types'

export type Language = 'ts' | 'tsx' | 'js'

type Plugins = NonNullable<ParserOptions['plugins']>

const always: Plugins = ['decorators-legacy', 'decoratorAutoAccessors', 'explicitResourceManagement', 'deferredImportEvaluation']

/** What is tried, in this order. JSX is allowed in every JavaScript file, as bundlers do. */
const plugins: Record<Language, Plugins[]> = {
  ts: [['typescript']],
  tsx: [['typescript', 'jsx']],
  js: [['jsx'], ['jsx', 'flow', 'flowComments']],
}

/** Parses a program; undefined if it is not one. */
export const programIn = (text: string, language: Language): File | undefined => {
  for (const variant of plugins[language]) {
    try {
      return parse(text, {
        sourceType: 'module',
        // what a program says twice or says in the wrong place is the host's own affair
        errorRecovery: true,
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
        allowImportExportEverywhere: true,
        allowUndeclaredExports: true,
        allowSuperOutsideMethod: true,
        allowNewTargetOutsideFunction: true,
        plugins: [...always, ...variant],
      })
    } catch {}
  }
  return undefined
}

/** Returns the tree of a JSON text, with comments or without; undefined if it is not one. */
export const jsonIn = (text: string): Node | undefined => {
  try {
    return parseExpression(text.replace(/^\uFEFF/, ' '))
  } catch {
    return undefined
  }
}

const notChildren = new Set(['loc', 'extra', 'leadingComments', 'trailingComments', 'innerComments', 'comments', 'errors', 'tokens'])

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Calls `visit` for a node and every one below it, with those around it, the nearest first. */
export const walk = (node: Node, visit: (node: Node, around: readonly Node[]) => void, around: readonly Node[] = []): void => {
  visit(node, around)
  const inside = [node, ...around]
  for (const [name, value] of Object.entries(node)) {
    if (notChildren.has(name)) continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, inside)
  }
}

/** Returns the text of a literal that is known as it stands. */
export const literalOf = (node: Node | null | undefined): string | undefined => {
  if (node?.type === 'StringLiteral' || node?.type === 'DirectiveLiteral') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]!.value.cooked ?? undefined
  // types of Babel 8
  if (node?.type === 'TSLiteralType') return literalOf(node.literal)
  return undefined
}

export type { File, Node }
