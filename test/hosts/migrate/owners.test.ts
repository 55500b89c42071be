/**
 * Applications with tests of their own. Each is migrated by the program as npm would publish it,
 * and passes its tests. Nobody edits anything in between. The quickest two also pass them on the
 * provider's SDK; run all four there with `LATCHKEY_BEFORE=1`, after a change of their tests.
 */
import '../../built/all.ts'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { listen } from '../../../src/tools/emulator/node.ts'
import { findChromium } from '../../harness/chromium.ts'
import { npmCommand } from '../../harness/npm.ts'
import { PATIENCE } from '../../harness/patience.ts'
import { filesBelow, folderFor, packed } from '../application.ts'
import { terminal } from '../newcomer.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Each application, and what the report lists besides the lines that changed. */
const applications: Record<string, string[]> = {
  'owner-router': [],
  'owner-pages': ['next.config.mjs:3,7  js.stytch.com', 'next.config.mjs:12  @stytch/nextjs', 'next.config.mjs:12  @stytch/vanilla-js'],
  'owner-jest': [],
  'owner-script': ['public/auth.bundle.js:1  auth.bundle.js'],
}

/** Those that run on the provider's SDK first. */
const control = ['owner-jest', 'owner-script']

const run = promisify(execFile)

/** The package as an owner gets it, where nothing else is installed. */
const unpacked = mkdtempSync(join(tmpdir(), 'latchkey-packed-'))
execFileSync('tar', ['-xzf', packed(), '-C', unpacked])
test.after(() => rmSync(unpacked, { recursive: true }))

const npm = async (folder: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const [program, ...before] = npmCommand()
  try {
    const { stdout } = await run(program!, [...before, ...args], { cwd: folder, env: terminal(env), maxBuffer: 1 << 26 })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`npm ${args.join(' ')}\n${stdout}${stderr}`)
  }
}

const install = (folder: string) =>
  npm(folder, ['install', '--prefer-offline', '--ignore-scripts', '--no-package-lock', '--include=dev', '--no-audit', '--no-fund'])

/**
 * Runs the tests of an application, with an emulator that nobody has used. Resolves with the names
 * of those that passed.
 */
const ownTests = async (folder: string) => {
  const emulator = createEmulator({})
  const { url, close } = await listen(emulator, { port: 0 })
  const CHROMIUM = process.env.LATCHKEY_CHROMIUM ?? findChromium()
  try {
    const given = { STAND_IN: url, MAILBOX: `${url}/_emulator/outbox`, CHROMIUM, PATIENCE: String(PATIENCE) }
    const printed = await npm(folder, ['test'], given)
    return [...stripVTControlCharacters(printed).matchAll(/^(?:ok \d+ - | +✓ )(.*?)(?: \(?\d+ ?ms\)?)?$/gm)].map(([, name]) => name)
  } finally {
    await close()
  }
}

/** What an owner has written, by path. */
const written = (folder: string) =>
  Object.fromEntries(
    filesBelow(folder)
      .map((path) => [path.slice(folder.length + 1), path] as const)
      .filter(([path]) => !/^(\.next|dist)\/|tsbuildinfo$|next-env\.d\.ts$|\.bundle\.js$/.test(path))
      .map(([path, file]) => [path, readFileSync(file, 'utf8')]),
  )

/** The lines that name the provider's SDK, as the report writes them. */
const naming = (texts: Record<string, string>) =>
  Object.entries(texts).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) => (/@stytch|js\.stytch\.com/.test(line) ? [`${path}:${at + 1}`] : [])),
  )

for (const [name, left] of Object.entries(applications))
  test(`${name}: its own tests pass after the migration, without an edit by hand`, async () => {
    const source = join(here, name)
    const folder = folderFor(name, readFileSync(join(source, 'package.json'), 'utf8'))
    for (const each of existsSync(folder) ? readdirSync(folder) : [])
      if (each !== 'node_modules') rmSync(join(folder, each), { recursive: true })
    cpSync(source, folder, { recursive: true })
    cpSync(join(here, 'pageTests.mjs'), join(folder, 'tests/pageTests.mjs'))

    let before: string[] | undefined
    if (control.includes(name) || process.env.LATCHKEY_BEFORE) {
      await install(folder)
      before = await ownTests(folder)
    }
    const original = written(folder)

    const { stdout } = await run(process.execPath, [join(unpacked, 'package/dist/cli.js'), 'migrate'], { cwd: folder })
    const migrated = written(folder)
    const changed = Object.keys(original).filter((path) => original[path] !== migrated[path])
    const [diff = ''] = stdout.split(/^Left for you/m)
    assert.equal(
      changed,
      [...diff.matchAll(/^(\S.*)\n {2}\d+ - /gm)].map(([, path]) => path),
      'every change is shown',
    )
    const listed = [...stdout.matchAll(/^(\S+:[\d,]+) {2}(.+)$/gm)]
    assert.equal(
      listed.map(([line]) => line),
      left,
    )
    const said = listed.flatMap(([, place]) => {
      const [path, lines] = place!.split(':')
      return lines!.split(',').map((line) => `${path}:${line}`)
    })
    assert.equal(
      naming(migrated),
      [...new Set(said)].filter((place) => Object.hasOwn(migrated, place.split(':')[0]!)),
      'nothing is passed over',
    )

    const manifest = join(folder, 'package.json')
    writeFileSync(manifest, migrated['package.json']!.replace(/("latchkey": )"[^"]+"/, `$1${JSON.stringify(`file:${packed()}`)}`))
    await install(folder)
    const scope = join(folder, 'node_modules/@stytch')
    assert.equal(existsSync(scope) ? readdirSync(scope) : [], [], "the provider's SDK is gone")
    const after = await ownTests(folder)
    assert.ok(after.length >= 4, after.join())
    assert.equal(after, before ?? after)
    assert.equal({ ...written(folder), 'package.json': migrated['package.json'] }, migrated, 'nobody has edited anything')
  })

test.run()
