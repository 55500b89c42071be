export interface Entry {
  /** As in `node build/build.mjs <name>`. */
  name: string
  by: 'microbundle' | 'esbuild'
  /** What `react` and `#signals` stand for; for microbundle. */
  framework?: 'preact' | 'react' | 'none'
  /** For esbuild. */
  platform?: 'neutral' | 'node' | 'browser' | 'page'
  /** To be run as a command; for esbuild. */
  program?: boolean
  /** A module by default. */
  format?: 'iife' | 'cjs'
  source: string
  output: string
  /** An ES module that has the same to offer as `output`, a CommonJS file. */
  module?: string
  /** The folders below `source` of a site, each with a `main.tsx`. */
  pages?: string[]
  /** What is not bundled, a file below the root or a package, and what it is imported as; for esbuild. */
  outside?: Record<string, string>
  /** Its chunks are fetched through `$have.fetch`, where the script tag has put that (src/embed.ts). */
  byTag?: boolean
  /** First line of the output: `use client`. */
  directive?: string
}

/** The languages that the widget speaks, each the name of a file of src/strings/. */
export const locales: string[]

/** What is built, one row a file that people load. */
export const entries: Entry[]
