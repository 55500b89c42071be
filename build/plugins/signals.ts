import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rollup'
import { root } from '../paths.ts'
import type { Framework } from '../entries.ts'

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: { '#signals': Record<'preact' | 'fullCompat' | 'default', string> }
}

/** Resolves `#signals` by the framework of an entry. package.json has the same mapping, but microbundle does not read it. */
export const signals = (framework: Framework): Plugin => ({
  name: 'latchkey-signals',
  resolveId(source) {
    if (source !== '#signals') return null
    return join(root, imports[source][framework === 'react' || framework === 'none' ? 'default' : framework])
  },
})
