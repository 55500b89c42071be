import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rollup'
import { root } from '../paths.ts'
import type { Framework } from '../entries.ts'

type Targets = { default: string } & { [framework in Framework]?: string }

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<'#signals' | '#translation' | '#root', Targets>
}

/**
 * Resolves what depends on the framework of an entry. package.json has the same mapping for
 * `#signals`, `#translation` and `#root`, but microbundle does not read it. The form of a server
 * stays outside the entry for React, because only a host's bundler knows whether it builds for a
 * server.
 */
export const frameworkImports = (framework: Framework): Plugin => ({
  name: 'latchkey-framework-imports',
  // a host's bundler finds what a chunk needs by itself; otherwise every chunk would import again
  // what the entry imports
  outputOptions: (options) => (framework === 'react' ? { ...options, hoistTransitiveImports: false } : null),
  resolveId(source) {
    if (source === '#signals' || source === '#translation' || source === '#root')
      return join(root, imports[source][framework] ?? imports[source].default)
    if (source === '#react/jsx-runtime') return join(root, 'src/ui/frameworks/jsx.react.ts')
    return source.endsWith('/prerender/serverForm.ts') ? { id: './serverForm.js', external: true } : null
  },
})
