/** Types and functions for plugins that read the syntax tree of rollup's parser. */
import type { Identifier, Node } from 'estree'

/** A node and its position in the code. */
export type WithSpan<T> = T & { start: number; end: number }

/** Returns the text of an identifier, undefined for any other node. */
export const nameOf = (node: Node): string => (node as Identifier).name
