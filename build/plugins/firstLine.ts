import { basename } from 'node:path'
import type { Plugin } from 'rollup'

/**
 * Puts a first line into the entry and into the chunks with these file names. Runs after the
 * minifiers, which would remove the line. Throws if there is no such chunk.
 */
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
