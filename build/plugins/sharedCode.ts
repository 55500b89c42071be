import { join } from 'node:path'
import type { Plugin } from 'rollup'
import { root } from '../paths.ts'
import type { SharedChunks } from '../entries.ts'

/**
 * Places code that several chunks need as entries.ts says; `source` is the entry. rollup places
 * everything else: code that only one chunk needs stays in it, and code that several share becomes
 * a file of its own. rollup puts the imports of a placed file beside it unless they already have a
 * place, so the entry comes first and keeps what it imports.
 */
export const sharedCode = (source: string, chunks: SharedChunks): Plugin => ({
  name: 'latchkey-shared-code',
  outputOptions: (options) => ({
    ...options,
    manualChunks: Object.fromEntries(
      [...new Map([['entry', []], ...chunks])].map(([chunk, files]) => [
        chunk,
        [...(chunk === 'entry' ? [source] : []), ...files].map((path) => join(root, path)),
      ]),
    ),
  }),
  renderStart() {
    for (const path of chunks.flatMap(([, files]) => files)) {
      // rollup itself has added a module that nothing imports.
      const { importers = [], dynamicImporters = [] } = this.getModuleInfo(join(root, path)) ?? {}
      if (importers.length + dynamicImporters.length === 0)
        throw new Error(`'${path}' of \`sharedChunks\` in build/entries.ts is no part of this build`)
    }
  },
})
