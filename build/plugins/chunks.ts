import { basename, dirname, extname, join } from 'node:path'
import type { Plugin } from 'rollup'
import type { SharedChunks } from '../entries.ts'
import { root } from '../paths.ts'

const nameOf = (id: string) => {
  const file = basename(id, extname(id))
  return file === 'index' ? basename(dirname(id)) : file
}

/** Called `moduleIds` in version 4. */
interface Rollup2Chunk {
  modules: Record<string, unknown>
}

/**
 * Decides which chunk contains what, and what it is called: after its file, or after its folder if
 * the file is called index (`products/otp/index.tsx` is "otp").
 *
 * Code that several chunks need is placed as entries.ts says; `source` is the entry. rollup places
 * everything else: code that only one chunk needs stays in it, and code that several share becomes
 * a file of its own. rollup puts the imports of a placed file beside it unless they already have a
 * place, so the entry comes first and keeps what it imports.
 */
export const chunks = (source: string, shared?: SharedChunks): Plugin => ({
  name: 'latchkey-chunks',
  outputOptions: (options) => ({
    ...options,
    ...(shared && {
      manualChunks: Object.fromEntries(
        [...new Map([['entry', []], ...shared])].map(([chunk, files]) => [
          chunk,
          [...(chunk === 'entry' ? [source] : []), ...files].map((path) => join(root, path)),
        ]),
      ),
    }),
    chunkFileNames({ facadeModuleId, name, ...chunk }) {
      const id = facadeModuleId ?? Object.keys((chunk as unknown as Rollup2Chunk).modules).at(-1)
      // entries.ts has given any other name.
      const isOfFile = id && basename(id, extname(id)) === name
      return `c/${isOfFile ? nameOf(id) : '[name]'}.[hash].js`
    },
  }),
  renderStart() {
    for (const path of (shared ?? []).flatMap(([, files]) => files)) {
      // rollup itself has added a module that nothing imports.
      const { importers = [], dynamicImporters = [] } = this.getModuleInfo(join(root, path)) ?? {}
      if (importers.length + dynamicImporters.length === 0)
        throw new Error(`'${path}' of \`sharedChunks\` in build/entries.ts is no part of this build`)
    }
  },
})
