/** What rollup's parser says of code, for the plugins that read it. */
import type { Identifier, Node } from 'estree'

/** A node, and where it stands in the code. */
export type Placed<T> = T & { start: number; end: number }

/** The text of a name. What is no name has none. */
export const nameOf = (node: Node): string => (node as Identifier).name
