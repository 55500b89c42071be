/**
 * Installs the peers into .cache/peers, in the versions of bench/peers/package-lock.json, unless
 * they are already there.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))

/** Where they are installed. */
export const peersFolder = join(root, '.cache/peers')

const lockFile = join(here, 'package-lock.json')
const record = join(peersFolder, 'installed-lock.json')

/** Whether the peers of the current lock file are installed. */
export const peersInstalled = () => existsSync(record) && readFileSync(record, 'utf8') === readFileSync(lockFile, 'utf8')

/**
 * Installs them, without their install scripts and peer dependencies, because only the bench
 * imports them. Throws if npm fails.
 */
export const installPeers = () => {
  if (peersInstalled()) return
  console.log('Installing the peers into .cache/peers ...')
  mkdirSync(peersFolder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(here, file), join(peersFolder, file))
  // Keeps registry URLs out of the lock file, as Latchkey's own .npmrc does.
  writeFileSync(join(peersFolder, '.npmrc'), 'omit-lockfile-registry-resolved=true\n')
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm } = process.env
  const [program, ...first] = npm ? ([process.execPath, npm] as const) : (['npm'] as const)
  const { status } = spawnSync(program, [...first, 'ci', ...options], { cwd: peersFolder, stdio: 'inherit' })
  if (status !== 0) throw new Error('The peers could not be installed. `npm run bench -- --only latchkey` measures without them')
  cpSync(lockFile, record)
}

/** Returns the installed version of a package, such as `6.3.0` for `@stytch/vanilla-js`. */
export const versionOf = (name: string) =>
  (JSON.parse(readFileSync(join(peersFolder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version
