/**
 * What a newcomer does with an example: copies it out, installs it, runs it, signs in with the code
 * from the outbox, signs out, asks `latchkey doctor`.
 */
import '../built/all.ts'
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { until, visible, widget } from '../chromium/visitors.ts'
import { visit } from '../harness/browser.ts'
import { installed, packed, root } from './application.ts'

/** How long a program of a host may take before it is counted as hanging, in ms. */
const LIMIT = 180_000

/** The environment of a newcomer's terminal. */
export const terminal = (variables: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const { NODE_ENV: _, CI: __, ...env } = process.env
  return { ...env, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0', ...variables }
}

/** A folder outside of the repository, so that no program finds the packages of the repository. */
const outside = mkdtempSync(join(tmpdir(), 'latchkey-examples-'))
const running: ChildProcess[] = []

/** For `test.after`. */
export const leaveNothing = () => {
  for (const child of running) signal(child, 'SIGKILL')
  rmSync(outside, { recursive: true, force: true })
}

/** Sends a signal to a program and all that it has started, as a terminal does. */
export const signal = ({ pid, exitCode }: ChildProcess, name: NodeJS.Signals) => {
  try {
    if (pid && exitCode === null) process.kill(-pid, name)
  } catch {}
}

/**
 * Copies an example, or another folder `from`, and runs `npm install`. The released package is
 * replaced by the one of this build. Resolves with the folder.
 *
 * `done` is the folder of another example, which needs its packages no more: npm adds what is
 * missing and removes what this one does not name. Only packages that are an optional peer of
 * another stay, so an example with React comes after those without.
 */
export const copiedOut = async (name: string, done?: string, from = join(root, 'examples', name)) => {
  const folder = join(outside, name)
  cpSync(from, folder, {
    recursive: true,
    filter: (path) => !/[\\/](?:node_modules|dist|\.next|\.astro)$/.test(path.slice(root.length)),
  })
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  writeFileSync(join(folder, 'package.json'), manifest.replace(/("latchkey": )"[^"]+"/, `$1${JSON.stringify(`file:${packed()}`)}`))
  if (done) renameSync(join(done, 'node_modules'), join(folder, 'node_modules'))
  const { npm_execpath: path } = process.env
  const args = [...(path ? [path] : []), 'install', '--prefer-offline', '--no-audit', '--no-fund']
  await promisify(execFile)(path ? process.execPath : 'npm', args, { cwd: folder, env: terminal() })
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  assert.equal(
    Object.keys(packages).filter((path) => packages[path].extraneous),
    [],
    'it has what a newcomer has',
  )
  return folder
}

/**
 * Copies an example, or another folder `from`, for a test that is no newcomer's. Such tests share
 * one installation of its packages, and of those that the test needs beside them (`more`), because
 * each takes 7 s of processor time. Latchkey itself is the package of this build. Resolves with the
 * folder, and with a function that imports any of the packages.
 */
export const withSharedPackages = async (
  name: string,
  more: Record<string, string> = {},
  from = join(root, 'examples', name),
): Promise<{ folder: string; load: (name: string) => Promise<any> }> => {
  const { dependencies, ...manifest } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  const { latchkey: _, ...others } = dependencies
  const wanted = JSON.stringify({ ...manifest, dependencies: { ...others, ...more } })
  const shared = await installed(name, wanted)
  const folder = join(outside, `${name}-shared`)
  cpSync(from, folder, { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'latchkey'), { recursive: true })
  for (const each of readdirSync(join(shared, 'node_modules')))
    if (!each.startsWith('.')) symlinkSync(join(shared, 'node_modules', each), join(modules, each))
  execFileSync('tar', ['-xzf', packed(), '--strip-components', '1', '-C', join(modules, 'latchkey')])
  const file = join(folder, 'load.mjs')
  writeFileSync(file, 'export const load = (name) => import(name)\n')
  return { folder, load: (await import(pathToFileURL(file).href)).load }
}

/** A program in a terminal. */
export interface Started {
  /** What it has printed, without colors. */
  printed: () => string
  /** Resolves with what a pattern matches first, or its first group. */
  prints: (pattern: RegExp) => Promise<string>
  /** Presses Ctrl-C, and resolves when the program has ended. */
  interrupt: () => Promise<void>
}

/** Starts an npm script, with these arguments. */
export const start = (folder: string, script: string, variables: NodeJS.ProcessEnv = {}, more: readonly string[] = []): Started => {
  const child = spawn('npm', ['run', script, ...(more.length > 0 ? ['--', ...more] : [])], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: terminal(variables),
  })
  running.push(child)
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data) => {
      text += data
    })
  const printed = () => stripVTControlCharacters(text)
  return {
    printed,
    prints: async (pattern) => {
      const hasEnded = () => child.exitCode !== null
      await until(() => pattern.test(printed()) || hasEnded(), `${script} of ${folder}`, LIMIT)
      const found = pattern.exec(printed())
      if (!found) throw new Error(printed())
      return found[1] ?? found[0]
    },
    interrupt: async () => {
      signal(child, 'SIGINT')
      await until(() => child.exitCode !== null || child.signalCode !== null, `the end of ${script} of ${folder}`, LIMIT)
    },
  }
}

/** Runs an npm script to its end. Throws with what it prints if it fails. */
export const run = async (folder: string, script: string, variables: NodeJS.ProcessEnv = {}) => {
  try {
    const { stdout, stderr } = await promisify(execFile)('npm', ['run', script], { cwd: folder, env: terminal(variables) })
    return stdout + stderr
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`npm run ${script} failed:\n${stdout}${stderr}`)
  }
}

/** The address of the page in what a program prints. */
export const ADDRESS = /(?:Local:?|Open) +(http:\/\/localhost:\d+)/

/** Asks `latchkey doctor` about a page, which must find nothing. */
export const nothingFound = async (page: Page, url: string) => {
  const { examine } = (await import(join(root, 'dist/doctor/index.js'))) as typeof import('../../src/tools/doctor/index.ts')
  const chunks = JSON.parse(readFileSync(join(root, 'dist/embed/chunks.json'), 'utf8'))
  const { findings, widgets, notChecked } = await examine(page.context().browser()!, chunks, { url })
  assert.equal(findings, [], url)
  assert.is(widgets.length, 1)
  // It has signed in with a code, and looked at another tab.
  assert.equal(notChecked, { 'redirect page': 'no link was sent' })
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

/** What React or the widget would say about HTML that does not fit, or about a second client. */
export const TROUBLE = /hydrat|More than one client|did not match|\[Latchkey\]/i

/**
 * Signs in with the code that `code` resolves with, reloads, and signs out. The page must not
 * complain.
 */
export const signInAndOut = async (address: string, code: (page: Page) => Promise<string>) => {
  const { page, complaints } = await visit()
  page.on('console', (message) => {
    if (TROUBLE.test(message.text())) complaints.push(message.text())
  })
  // A framework compiles a page when it is first asked for.
  page.setDefaultTimeout(LIMIT)
  await page.goto(address)
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type(await code(page))
  const account = page.getByText(/signed in as (?:ada@example\.com|user-test-)/i)
  await visible(account)
  await page.reload()
  await visible(account)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await visible(widget(page).email)
  await page.reload()
  await visible(widget(page).email)
  assert.equal(complaints, [])
  return page
}

/** Reads the newest code on the page of the outbox, in another tab. */
const codeFrom = (outbox: string) => async (page: Page) => {
  const tab = await page.context().newPage()
  await tab.goto(outbox)
  const code = await tab.locator('.digits').first().innerText()
  await tab.close()
  return code
}

/**
 * Runs `npm run dev`, and does what a newcomer does with what it prints. `also` is more that they
 * do with the page, signed out, given its address. Ends with Ctrl-C, which must end the page and
 * the emulator.
 */
export const tryOut = async (folder: string, variables: NodeJS.ProcessEnv = {}, also = async (_: Page, __: string) => {}) => {
  const dev = start(folder, 'dev', variables)
  const outbox = await dev.prints(/arrive at (http:\/\/localhost:\d+\/outbox\/)$/m)
  const address = await dev.prints(ADDRESS)
  // After what npm itself says.
  assert.match(
    dev.printed().replace(/^(?:>.*)?\n/gm, ''),
    /^Latchkey runs \w+ with an emulated provider\. Open the address that \w+ prints\.\n/,
  )
  const page = await signInAndOut(address, codeFrom(outbox))
  const requests = (await (await fetch(new URL('/_emulator/requests', outbox))).json()) as { path: string }[]
  assert.is(requests.filter(({ path }) => path.endsWith('/otps/authenticate')).length, 1)
  await also(page, address)
  await page.context().close()
  await dev.interrupt()
  assert.equal([await answers(address), await answers(outbox)], [false, false], 'both have ended')
}
