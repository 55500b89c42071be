'use strict'
// CommonJS, because the microbundle hook that shares it is preloaded with `node -r`.
const { readFileSync } = require('node:fs')
const { transformSync } = require('esbuild')

/**
 * The module that `import sheet from './base.css'` stands for, in every build and in the tests: its default export is the minified text.
 * No target is given: nesting and `light-dark()` reach the browser as they were written.
 */
exports.sheetModule = (path) => {
  const { code } = transformSync(readFileSync(path, 'utf8'), { loader: 'css', minify: true, sourcefile: path })
  return `export default ${JSON.stringify(code.trim())}`
}
