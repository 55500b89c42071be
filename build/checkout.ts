/** Where the checkout is, and what runs in it. */
import { spawn } from 'node:child_process'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Whether this is `npm run build -- --full-compat`, which has folders of its own: `fullCompat` in entries.ts. */
export const isFullCompat = process.argv.includes('--full-compat')

/** Where what is built goes. */
export const dist = join(root, isFullCompat ? '.cache/full-compat' : 'dist')

/** Where an output of entries.ts is. */
export const placeOf = (output: string): string => join(dist, relative('dist', output))

/** What the build notes for its next run, and for programs that look into what was built. */
export const cache = join(root, isFullCompat ? '.cache/build/full-compat' : '.cache/build')

/** Runs a Node program in the checkout; resolves with what it printed, rejects with the same when it fails. */
export const node = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        printed += data
      })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(printed || `exit code ${code}`))))
  })
