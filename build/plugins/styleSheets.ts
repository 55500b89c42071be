import { transformSync } from 'esbuild'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'rollup'

/**
 * The module that `import sheet from './base.css'` stands for, in every build and in the tests: its default export is the minified text.
 * No target is given: nesting and `light-dark()` reach the browser as they were written.
 */
export const sheetModule = (path: string): string => {
  const { code } = transformSync(readFileSync(path, 'utf8'), { loader: 'css', minify: true, sourcefile: path })
  return `export default ${JSON.stringify(code.trim())}`
}

/** A style sheet is text. */
export const styleSheets: Plugin = {
  name: 'latchkey-style-sheets',
  // The id must not end in .css, or microbundle's postcss plugin takes the text apart again.
  resolveId: (source, importer) => (source.endsWith('.css') && importer ? `\0${resolve(dirname(importer), source)}?text` : null),
  load: (id) => (id.startsWith('\0') && id.endsWith('.css?text') ? sheetModule(id.slice(1, -'?text'.length)) : null),
}
