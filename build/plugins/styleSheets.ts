import { buildSync } from 'esbuild'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'rollup'

/**
 * The module that `import sheet from './base.css'` stands for, in every build and in the tests: its default export is the minified text.
 * What it imports is in it. No target is given: nesting and `light-dark()` reach the browser as they were written.
 */
export const sheetModule = (path: string): string => {
  const { outputFiles } = buildSync({ entryPoints: [path], bundle: true, minify: true, write: false, logLevel: 'silent' })
  return `export default ${JSON.stringify(outputFiles[0]!.text.trim())}`
}

/** A style sheet is text. */
export const styleSheets: Plugin = {
  name: 'latchkey-style-sheets',
  // The id must not end in .css, or microbundle's postcss plugin takes the text apart again. It begins with the path: of any other, rollup would make where the checkout is a
  // part of the hashes.
  resolveId: (source, importer) => (source.endsWith('.css') && importer ? `${resolve(dirname(importer), source)}?text` : null),
  load: (id) => (id.endsWith('.css?text') ? sheetModule(id.slice(0, -'?text'.length)) : null),
}
