import { join } from 'node:path'
import type { Plugin } from 'rollup'
import { root } from '../checkout.ts'
import type { Shared } from '../entries.ts'

/**
 * Places code that several chunks need where entries.ts says; `source` is the entry. All else rollup places: what one chunk alone needs stays in it, and what several share
 * becomes a file of its own. rollup puts all that a placed file imports beside it, unless that has a place already: so the entry is the first, and keeps what it imports.
 */
export const sharedCode = (source: string, shared: Shared): Plugin => ({
  name: 'latchkey-shared-code',
  outputOptions: (options) => ({
    ...options,
    manualChunks: Object.fromEntries(
      [...new Map([['entry', []], ...shared])].map(([chunk, files]) => [
        chunk,
        [...(chunk === 'entry' ? [source] : []), ...files].map((path) => join(root, path)),
      ]),
    ),
  }),
  renderStart() {
    for (const path of shared.flatMap(([, files]) => files)) {
      // one that nothing imports has been added by rollup
      const { importers = [], dynamicImporters = [] } = this.getModuleInfo(join(root, path)) ?? {}
      if (importers.length + dynamicImporters.length === 0)
        throw new Error(`'${path}' of \`shared\` in build/entries.ts is no part of this build`)
    }
  },
})
