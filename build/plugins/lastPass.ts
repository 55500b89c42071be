import { type JsMinifyOptions, minifySync } from '@swc/wasm'
import type { Plugin } from 'rollup'

/**
 * What swc is to do with code that terser has minified. Names stay terser's, and so do marks of purity, where there are any. With `inline` and `reduce_funcs` it would write
 * functions where they are called: 20 bytes more of the first screen.
 */
export const again = (module: boolean): JsMinifyOptions => ({
  module,
  toplevel: module,
  mangle: false,
  format: { comments: 'all' },
  compress: { module, toplevel: module, ecma: '2022', passes: 0, inline: 0, reduce_funcs: false },
})

/**
 * swc goes over what terser has written, and the first screen has 90 bytes less (in terser's place it would have 750 more). Its build for WebAssembly is one package
 * for every platform.
 */
export const lastPass = (format: 'iife' | 'module'): Plugin => ({
  name: 'latchkey-last-pass',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = minifySync(chunk.code, again(format === 'module')).code
  },
})
