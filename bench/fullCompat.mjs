/** What the aliases of the Preact build save: the widget on `preact/compat` and `@preact/signals-core` themselves, as `npm run build -- --full-compat` makes it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotli } from './weights.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Its first screen with the e-mail form, `embed.js` and `widget.js`, in bytes of brotli at level 11. It is built first, where the sources have changed since it was. */
export const fullCompatFirstScreen = () => {
  execFileSync(process.execPath, ['--import', 'tsx', 'build/build.ts', '--full-compat', '--stale'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return ['embed.js', 'widget.js'].reduce((sum, name) => sum + brotli(readFileSync(join(root, '.cache/full-compat/embed', name))).length, 0)
}
