import type { Plugin } from 'rollup'

/** The entry's first line, `use client`. Behind the minifiers, which drop directives that they do not know. */
export const directive = (words: string): Plugin => ({
  name: 'latchkey-directive',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk' && chunk.isEntry) chunk.code = `'${words}'\n${chunk.code}`
    }
  },
})
