/**
 * Shows what the aliases of the Preact build save: weighs the widget on the real `preact/compat`
 * and `@preact/signals-core` (`npm run build -- --full-compat`).
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotli } from './weights.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Returns the size of its first screen with the email form (`embed.js` and `widget.js`), in bytes
 * of brotli at level 11. Builds it if the sources have changed.
 */
export const fullCompatFirstScreen = () => {
  execFileSync(process.execPath, ['--import', 'tsx', 'build/build.ts', '--full-compat', '--stale'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return ['embed.js', 'widget.js'].reduce((sum, name) => sum + brotli(readFileSync(join(root, '.cache/full-compat/embed', name))).length, 0)
}
