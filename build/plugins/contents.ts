import { transformSync } from 'esbuild'
import { basename, relative } from 'node:path'
import type { Plugin } from 'rollup'

/** The chunks of an entry, by file. */
export type Chunks = Record<string, Chunk>

export interface Chunk {
  /** The entry's own, or the file's without its hash: budgets and preloads go by it. */
  name: string
  entry: boolean
  /** Files. */
  imports: string[]
  dynamicImports: string[]
  /** What is left of each source, a path below the checkout, in bytes of it minified on its own: terser sees the chunk as a whole. */
  modules: [path: string, bytes: number][]
}

const pathOf = (id: string) => id.replace(/^\0/, '').replace(/\?.*$/, '')

/**
 * Tells `note` what each chunk holds, and all files below `root` that the entry was built from, also those of which nothing is left: build.ts wants to know when it
 * has to be built again.
 */
export const contents = (root: string, name: string, note: (chunks: Chunks, sources: string[]) => void): Plugin => ({
  name: 'latchkey-contents',
  generateBundle(_, bundle) {
    const chunks: Chunks = {}
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') {
        // a file of words, which nothing imports by its name
        chunks[chunk.fileName] = {
          name: basename(chunk.fileName).replace(/\.\w+\.js$/, ''),
          entry: false,
          imports: [],
          dynamicImports: [],
          modules: [],
        }
        continue
      }
      chunks[chunk.fileName] = {
        name: chunk.isEntry ? name : basename(chunk.fileName).split('.')[0]!,
        entry: chunk.isEntry,
        imports: chunk.imports,
        dynamicImports: chunk.dynamicImports,
        modules: Object.entries(chunk.modules).map(([id, { code }]) => [
          relative(root, pathOf(id)),
          transformSync(code ?? '', { minify: true, treeShaking: false }).code.trimEnd().length,
        ]),
      }
    }
    const sources = this.getWatchFiles()
      .map(pathOf)
      .filter((path) => path.startsWith(`${root}/`))
    note(
      chunks,
      sources.map((path) => relative(root, path)),
    )
  },
})
