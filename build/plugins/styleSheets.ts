import { buildSync } from 'esbuild'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'rollup'

/**
 * Returns the module for `import sheet from './base.css'`, in every build and in the tests. Its
 * default export is the minified text, with its imports included. No target is set, so that nesting
 * and `light-dark()` reach the browser as written.
 */
export const sheetModule = (path: string): string => {
  const { outputFiles } = buildSync({ entryPoints: [path], bundle: true, minify: true, write: false, logLevel: 'silent' })
  return `export default ${JSON.stringify(outputFiles[0]!.text.trim())}`
}

/** Imports a style sheet as text. */
export const styleSheets: Plugin = {
  name: 'latchkey-style-sheets',
  // The id must not end in .css, or microbundle's postcss plugin would parse the text again. It
  // begins with the path; otherwise rollup would make the location of the repository a part of the
  // hashes.
  resolveId: (source, importer) => (source.endsWith('.css') && importer ? `${resolve(dirname(importer), source)}?text` : null),
  load: (id) => (id.endsWith('.css?text') ? sheetModule(id.slice(0, -'?text'.length)) : null),
}
