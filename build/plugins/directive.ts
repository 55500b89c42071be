import type { Plugin } from 'rollup'

/** The entry's first line, `use client`. Behind terser, which drops directives that it does not know. */
export const directive = (words: string): Plugin => ({
  name: 'latchkey-directive',
  renderChunk: (code, { isEntry }) => (isEntry ? { code: `'${words}'\n${code}`, map: null } : null),
})
