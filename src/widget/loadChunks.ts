/**
 * Loads the chunks of dist/embed/. No source calls this file: `build/plugins/standAlone.ts` appends it to widget.js, and makes every chunk call `$fetch` in place of
 * `import()`. Its exports have names that no minifier gives.
 */

/** Takes paths below dist/embed/. Resolves when the files are here and match their hashes, with a function that runs one of them. */
export type Fetch = (...files: string[]) => Promise<(file: string) => Promise<object>>

/** The path of a chunk without its hash, `c/engine`: a page never has two versions of a chunk. */
type Chunk = `c/${string}`

export interface Have {
  /** The loader's way to fetch files (src/embed.ts), which can ask again for one that did not come. Without it, the browser's own `import()` is used. */
  fetch?: Fetch
  /** The modules that are here. */
  [chunk: Chunk]: object
}

export const $have: Have = {}

/**
 * Fetches chunks side by side and runs them in the given order, each once. Resolves with the module of the last. A chunk needs those before it, and finds them in `$have`. Each
 * comes with an `import()` of its own, by which a bundler finds it.
 */
export async function $fetch(...chunks: [file: string, own: (file: string) => Promise<object>][]): Promise<object | undefined> {
  let last: object | undefined
  const evaluate = await $have.fetch?.(...chunks.map((chunk) => chunk[0]))
  for (const [file, own] of chunks) last = $have[file.split('.')[0] as Chunk] ||= await (evaluate || own)(file)
  return last
}
