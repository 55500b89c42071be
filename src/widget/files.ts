/**
 * How a chunk of dist/embed/ gets the others. `build/plugins/standAlone.ts` appends this file to widget.js and has every chunk call it in the place of
 * `import()`; no source imports it but for its types. What it exports has names that no minifier gives.
 */

/** Given files below dist/embed/, resolves when they are here, and what the release says, with what evaluates one of them. */
export type Fetch = (...files: string[]) => Promise<(file: string) => Promise<object>>

/** A chunk's path without its hash, `c/engine`: two versions of one chunk are never on a page. */
type Chunk = `c/${string}`

export interface Have {
  /** In the place of the browser's own `import()`: the loader's, which can ask again for a file that did not come (src/embed.ts). */
  fetch?: Fetch
  /** The modules that are here. */
  [chunk: Chunk]: object
}

export const $have: Have = {}

/**
 * Evaluates chunks in the order in which they are given, each once, and resolves with the module of the last. A chunk stands on those before it, and finds
 * them in `$have`. Each comes with an `import()` of its own, by which a bundler finds it.
 */
export async function $fetch(...chunks: [file: string, own: (file: string) => Promise<object>][]): Promise<object | undefined> {
  let last: object | undefined
  const evaluate = await $have.fetch?.(...chunks.map((chunk) => chunk[0]))
  for (const [file, own] of chunks) last = $have[file.split('.')[0] as Chunk] ||= await (evaluate || own)(file)
  return last
}
