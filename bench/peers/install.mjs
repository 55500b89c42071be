/** Installs the peers, as bench/peers/package-lock.json has them, into .cache/peers: only when they are not there yet. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))

/** Where they are. */
export const peersFolder = join(root, '.cache/peers')

const lockFile = join(here, 'package-lock.json')
const record = join(peersFolder, 'installed-lock.json')

/** Whether the peers of this lock are installed. */
export const peersInstalled = () => existsSync(record) && readFileSync(record, 'utf8') === readFileSync(lockFile, 'utf8')

/** Installs them. Their install scripts do not run, and what they ask of the project around them (engines, peers) does not count: nobody imports them but the bench. */
export const installPeers = () => {
  if (peersInstalled()) return
  console.log('Installing the peers into .cache/peers ...')
  mkdirSync(peersFolder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(here, file), join(peersFolder, file))
  // Like Latchkey's own: no addresses in the lock.
  writeFileSync(join(peersFolder, '.npmrc'), 'omit-lockfile-registry-resolved=true\n')
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm } = process.env
  const [program, ...first] = npm ? [process.execPath, npm] : ['npm']
  const { status } = spawnSync(program, [...first, 'ci', ...options], { cwd: peersFolder, stdio: 'inherit' })
  if (status !== 0) throw new Error('The peers could not be installed. `npm run bench -- --only latchkey` measures without them')
  cpSync(lockFile, record)
}

/** `6.3.0` for `@stytch/vanilla-js`: as installed. */
export const versionOf = (name) => JSON.parse(readFileSync(join(peersFolder, 'node_modules', name, 'package.json'), 'utf8')).version
