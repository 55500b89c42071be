/**
 * Installs packages and builds what has changed, before `npm start` runs. A fresh clone needs only Node and npm. If nothing has changed, this takes a moment.
 * With `--install` it does not build.
 *
 * This file is JavaScript because it runs before anything is installed, and Node 20 cannot run TypeScript.
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

/** Whether node_modules matches package-lock.json, according to npm's own record of what it installed. */
const installed = () => {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      // An optional package can be for another platform.
      path === '' || (present[path] ? present[path].version === version : optional || devOptional),
  )
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Latchkey needs Node 20 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
// `npm start` sets npm_execpath to the npm that runs it. Without it, use the npm on the PATH.
const { npm_execpath: npm } = process.env
if (!installed()) run('Installing', npm ? process.execPath : 'npm', [...(npm ? [npm] : []), 'ci', '--no-audit', '--no-fund'])
if (!process.argv.includes('--install'))
  run('Building what has changed', process.execPath, ['--import', 'tsx', join(root, 'build/build.ts'), '--stale'])
