/**
 * Loads the chunks of dist/embed/. No source file imports this one: `build/plugins/standAlone.ts`
 * appends it to widget.js, and makes every chunk call `$fetch` instead of `import()`. Its exports
 * have names that the minifier never creates.
 */

/**
 * Takes paths below dist/embed/. Resolves when the files have loaded and match their hashes, with a
 * function that runs one of them.
 */
export type Fetch = (...files: string[]) => Promise<(file: string) => Promise<object>>

/** The path of a chunk without its hash, `c/engine`: a page never has two versions of a chunk. */
type Chunk = `c/${string}`

export interface Have {
  /**
   * The loader's function that fetches files (src/entries/embed.ts). It can fetch a file again that
   * failed to load. Without it, the browser's own `import()` is used.
   */
  fetch?: Fetch
  /** The modules that have loaded. */
  [chunk: Chunk]: object
}

export const $have: Have = {}

/**
 * Fetches chunks in parallel, and runs each once, in the given order. Resolves with the module of
 * the last one. A chunk may need the ones before it, which it finds in `$have`. Each is passed with
 * its own `import()`, which a bundler sees.
 */
export async function $fetch(...chunks: [file: string, own: (file: string) => Promise<object>][]): Promise<object | undefined> {
  let last: object | undefined
  const evaluate = await $have.fetch?.(...chunks.map((chunk) => chunk[0]))
  for (const [file, own] of chunks) last = $have[file.split('.')[0] as Chunk] ||= await (evaluate || own)(file)
  return last
}
