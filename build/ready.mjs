/**
 * What `npm start` calls first: a fresh clone, with nothing but Node and npm, becomes one that is installed and built; one that is both already costs a moment.
 * With `--install` it is not built.
 *
 * The one file here that stays JavaScript: it runs before anything is installed, and Node 20 runs no TypeScript by itself.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const run = (what, program, args) => {
  console.log(`${what} ...`)
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error(`${what} failed${error ? `: ${error.message}` : ''}. Nothing was started.`)
  process.exit(1)
}

/** Whether node_modules holds what package-lock.json says, by npm's own record of what it installed. */
const installed = () => {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      // What is optional may be for another platform.
      path === '' || (present[path] ? present[path].version === version : optional || devOptional),
  )
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Latchkey needs Node 20 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
// Under `npm start` this is the npm that was called; on its own, the one on the path.
const { npm_execpath: npm } = process.env
if (!installed()) run('Installing', npm ? process.execPath : 'npm', [...(npm ? [npm] : []), 'ci', '--no-audit', '--no-fund'])
if (!process.argv.includes('--install'))
  run('Building what has changed', process.execPath, ['--import', 'tsx', join(root, 'build/build.ts'), '--stale'])
