import { basename } from 'node:path'
import type { Plugin } from 'rollup'

/** A first line for the entry, and for the chunks whose files have these names. Behind the minifiers, which drop what they do not know. Throws for a chunk that is not there. */
export const firstLine = (line: string, chunks: readonly string[] = []): Plugin => ({
  name: 'latchkey-first-line',
  generateBundle(_, bundle) {
    const missing = new Set(chunks)
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !(chunk.isEntry || missing.delete(basename(chunk.fileName).split('.')[0]!))) continue
      chunk.code = `${line}\n${chunk.code}`
    }
    if (missing.size > 0) throw new Error(`There is no chunk ${[...missing].join()}`)
  },
})
