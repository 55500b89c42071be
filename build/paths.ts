/**
 * The paths of the repository and the build output, and a function that runs Node programs there.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Whether this is `npm run build -- --full-compat`, which has output folders of its own (see
 * `fullCompat` in entries.ts).
 */
export const isFullCompat = process.argv.includes('--full-compat')

/** The folder of the build output. */
export const dist = join(root, isFullCompat ? '.cache/full-compat' : 'dist')

/** Returns the full path of an `output` of entries.ts. */
export const placeOf = (output: string): string => join(dist, relative('dist', output))

/**
 * The folder of the build's notes, which the next build and the programs that analyze a build read.
 */
export const cache = join(root, isFullCompat ? '.cache/build/full-compat' : '.cache/build')

/**
 * Returns the source of a declaration that package.json names, such as `./dist/types/react.d.ts`
 * (src/entries/react.tsx) or `dist/types/emulator/node.d.cts` (src/tools/emulator/node.ts).
 * Undefined if there is none.
 */
export const sourceOfTypes = (types: string): string | undefined => {
  const stem = types.replace(/^(\.\/)?dist\/types\//, '').replace(/\.d\.c?ts$/, '')
  return ['src', 'src/entries', 'src/tools']
    .flatMap((folder) => ['.ts', '.tsx'].map((extension) => `${folder}/${stem}${extension}`))
    .find((path) => existsSync(join(root, path)))
}

/**
 * Runs a Node program in the repository root. Resolves with its output, and rejects with its output
 * if it fails.
 */
export const node = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data
      })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output || `exit code ${code}`))))
  })
