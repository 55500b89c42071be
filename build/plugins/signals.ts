import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rollup'
import { root } from '../checkout.ts'

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: { '#signals': { preact: string; default: string } }
}

/** What `#signals` stands for, by the framework of an entry: package.json says it, and microbundle does not read that. */
export const signals = (framework: 'preact' | 'react' | 'none'): Plugin => ({
  name: 'latchkey-signals',
  resolveId: (source) => (source === '#signals' ? join(root, imports[source][framework === 'preact' ? 'preact' : 'default']) : null),
})
