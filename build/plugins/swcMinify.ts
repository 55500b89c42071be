import { type JsMinifyOptions, minifySync } from '@swc/wasm'
import type { Plugin } from 'rollup'

/**
 * Options for swc, which runs on code that terser has minified. It keeps terser's names and any
 * marks of purity. `inline` and `reduce_funcs` would inline functions where they are called, which
 * is 20 bytes more on the first screen.
 */
export const swcOptions = (module: boolean): JsMinifyOptions => ({
  module,
  toplevel: module,
  mangle: false,
  format: { comments: 'all' },
  compress: { module, toplevel: module, ecma: '2022', passes: 0, inline: 0, reduce_funcs: false },
})

/**
 * Runs swc after terser, which makes the first screen 90 bytes smaller. (swc instead of terser
 * would make it 750 bytes larger.) The WebAssembly build of swc is one package for every platform.
 */
export const swcMinify = (format: 'iife' | 'module'): Plugin => ({
  name: 'latchkey-last-pass',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = minifySync(chunk.code, swcOptions(format === 'module')).code
  },
})
