import { transformSync } from 'esbuild'
import { basename, relative } from 'node:path'
import type { Plugin } from 'rollup'

/** The chunks of an entry, by file name. */
export type Chunks = Record<string, Chunk>

export interface Chunk {
  /** The entry's name, or the file name without its hash. Budgets and preloads use it. */
  name: string
  entry: boolean
  /** File names. */
  imports: string[]
  dynamicImports: string[]
  /**
   * The source files in the chunk, as paths from the repository root, each with its size in bytes
   * after tree shaking, minified on its own. (terser minifies the whole chunk at once, so there is
   * no exact size.)
   */
  modules: [path: string, bytes: number][]
}

const pathOf = (id: string) => id.replace(/^\0/, '').replace(/\?.*$/, '')

/**
 * Calls `note` with the content of each chunk, and with all files below `root` that the entry was
 * built from, even those that left nothing in the output: build.ts needs them to know when to build
 * again.
 */
export const contents = (root: string, name: string, note: (chunks: Chunks, sources: string[]) => void): Plugin => ({
  name: 'latchkey-contents',
  generateBundle(_, bundle) {
    const chunks: Chunks = {}
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') {
        // A file of words, which is never imported by its name.
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
