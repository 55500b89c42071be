/** One file of `dist/embed/`, as `dist/embed/chunks.json` lists it. */
export interface EmbedChunk {
  /** Path below `dist/embed/`. */
  file: string
  /** Files that the browser fetches together with this one. */
  imports: string[]
  /** Files that this one may ask for later. */
  dynamicImports: string[]
  /** `sha384-...`, for `integrity` attributes. */
  integrity: string
  /** Bytes, as it is. */
  raw: number
  /** Bytes, as brotli at level 11. */
  brotli: number
}

/** `dist/embed/chunks.json`: chunk name (`embed`, `widget`, a product's name, ...) to file. */
export type EmbedChunks = Record<string, EmbedChunk>

export interface SnippetOptions {
  publicToken: string
  /** Selector of the element to mount in. */
  element: string
  /** The login config; its `products` decide which chunks are preloaded. Default: e-mail magic links. */
  config?: { products?: readonly string[] }
  /** How the widget looks. Default: as it comes. */
  styles?: object
  /** Replacements for its words. Default: none. */
  strings?: object
  /** When everything but the loader is fetched; then nothing is preloaded. Default `load`. */
  when?: 'load' | 'idle' | 'visible' | 'click'
  /** Address of `dist/embed/`, with a trailing slash. Default `/embed/`. */
  base?: string
  /** `customBaseUrl` of the client. */
  baseUrl?: string
}

/** Paths below `dist/embed/` of what the form of a configuration needs beside the loader. A name in `products` that is none adds nothing. */
export function firstScreen(config: { products?: readonly string[] }, chunks: EmbedChunks): string[]

/**
 * The script tag that mounts the widget, behind `modulepreload` links for everything its first screen needs: a lone loader costs a
 * round trip. All of them carry `integrity`, and so does what the loader fetches. Pure. HTML, one tag a line, values escaped.
 */
export function snippet(options: SnippetOptions, chunks: EmbedChunks): string
