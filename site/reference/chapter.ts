import type { Writer } from './writer.ts'

/** A page of the reference. */
export interface Chapter {
  /** Its address below `reference/`. */
  path: string
  title: string
  /** One sentence, which also begins the page. */
  description: string
  /** The guide about the same, as a link from docs/guides/. */
  guide?: string
  /** Writes what follows the description. */
  write: (writer: Writer) => string[] | Promise<string[]>
}

/** Writes the types that these files declare, below a heading if there are any. */
export const types = ({ declarations }: Writer, ...files: string[]): string[] => {
  const lines = declarations(3, ...files)
  return lines.length ? ['## Types', ...lines] : []
}
