/**
 * Finds a Chromium for the browser tests, and installs one if there is none. Run as a program, it
 * prints the path.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

// The headless shells come first, because they need two thirds of the processor time of a full
// browser.
const commands = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

const executable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const onSystem = () =>
  [...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => commands.map((name) => join(folder, name))), ...applications].find(
    executable,
  )

const run = (program: string, args: string[]) => spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0

// Debian's package includes the libraries that playwright's download lacks.
const fromDebian = () => {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  const install = (name: string) => run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name])
  console.error("Installing Debian's chromium for the browser tests ...")
  // Ubuntu has no such package.
  const installed = run('apt-get', ['update', '-q']) && (install('chromium-headless-shell') || install('chromium'))
  return installed ? onSystem() : undefined
}

const downloaded = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)

const fromPlaywright = () => {
  console.error("Downloading playwright's Chromium for the browser tests ...")
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  run(process.execPath, [cli, 'install', 'chromium'])
  return downloaded()
}

/**
 * Returns the path of a Chromium: `CHROME_PATH`, or one of the system's, or one that playwright has
 * downloaded before, or Debian's package (as root on Debian or Ubuntu), or playwright's download.
 * Throws if all of these fail, or if `CHROME_PATH` is not a program.
 */
export const findChromium = (): string => {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH && !executable(CHROME_PATH)) throw new Error(`CHROME_PATH is '${CHROME_PATH}', which is not a program that can be run`)
  const found = CHROME_PATH || onSystem() || downloaded() || fromDebian() || fromPlaywright()
  if (found) return found
  throw new Error('No Chromium for the browser tests, and none could be installed. Install Chrome or Chromium, or set CHROME_PATH')
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  try {
    console.log(findChromium())
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
