/**
 * Installs packages and builds what has changed. A fresh clone needs only Node and npm. If nothing
 * has changed, this takes a moment. With `--tests` it does not build, and also installs what only
 * tests and the bench need (test/packages/package.json). With `--start`, which is `npm start`, it
 * builds the playground, serves it, and builds everything else meanwhile; further arguments are
 * those of `latchkey dev`.
 *
 * This file is JavaScript because it runs before anything is installed, and Node 20 cannot run
 * TypeScript.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const run = (what, program, args, cwd = root) => {
  console.log(`${what} ...`)
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' })
  if (status === 0) return
  console.error(`${what} failed${error ? `: ${error.message}` : ''}. Nothing was started.`)
  process.exit(1)
}

/**
 * Whether the node_modules of a folder match its package-lock.json, according to npm's own record
 * of what it installed.
 */
const installed = (folder, lock) => {
  const record = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(lock, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      // An optional package can be for another platform.
      path === '' || (present[path] ? present[path].version === version : optional || devOptional),
  )
}

/**
 * Installs the packages of a folder by its lock file, with the npm that runs this, or that on the
 * PATH.
 */
const install = (what, folder, ...options) => {
  const { npm_execpath: npm } = process.env
  run(what, npm ? process.execPath : 'npm', [...(npm ? [npm] : []), 'ci', '--no-audit', '--no-fund', ...options], folder)
}

/** Where the packages of tests are: `npm ci` at the root would delete them from node_modules. */
const packages = join(root, '.cache/packages')

/**
 * Links the packages of tests into node_modules, where everything finds them as if they were
 * Latchkey's own.
 */
const linkPackages = (names) => {
  for (const name of names) {
    const link = join(root, 'node_modules', name)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    rmSync(link, { force: true })
    symlinkSync(join(packages, 'node_modules', name), link, 'junction')
  }
}

/**
 * Installs what only tests need. Their peers are Latchkey's own packages, and what they need
 * themselves is in their own folders, so that it never replaces Latchkey's.
 */
const installForTests = () => {
  const from = join(root, 'test/packages')
  if (!installed(packages, from)) {
    mkdirSync(packages, { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(from, name), join(packages, name))
    install('Installing what tests need', packages, '--legacy-peer-deps', '--install-strategy=shallow', '--ignore-scripts')
  }
  linkPackages(Object.keys(JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')).dependencies))
}

const build = ['--import', 'tsx', join(root, 'build/build.ts'), '--stale']

/** Serves the playground, and builds the rest so that visitors of the page do not notice. */
const serve = (args) => {
  run('Building the playground', process.execPath, [...build, '--playground'])
  const server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'dev', ...args], { cwd: root, stdio: 'inherit' })
  const rest = spawn(process.execPath, build, { cwd: root })
  setPriority(rest.pid, constants.priority.PRIORITY_LOW)
  let printed = ''
  for (const stream of [rest.stdout, rest.stderr]) stream.on('data', (text) => (printed += text))
  rest.on('exit', (code) => {
    if (code) console.error(`${printed}\nThe rest of the package was not built. The playground does not need it.`)
    else if (printed) console.log('The rest of the package is built, too.')
  })
  // Ctrl-C reaches both, and the server says when it has ended
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => server.kill())
  server.on('exit', (code) => {
    rest.kill()
    process.exit(code ?? 0)
  })
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Latchkey needs Node 20 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
if (!installed(root, root)) install('Installing', root)
const [option, ...others] = process.argv.slice(2)
if (option === '--tests') installForTests()
else if (option === '--start') serve(others)
else run('Building what has changed', process.execPath, build)
