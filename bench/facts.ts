/**
 * `npm run facts` compares bench/facts.json, which docs/guides/compare.md is checked by, with the
 * newest versions on npm: version, license, number of languages, and what a feature is shown by. It
 * prints what has changed, and the date of the run goes into both files. With `-- --write`, the new
 * values go into facts.json, and `npm test` then names the rows of the page to edit.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** What one package says of itself. */
export interface PackageFacts {
  /** The name of the column in the page. */
  peer: string
  /** The name on npm. */
  name: string
  version: string
  /** Of its package.json, or `not named`. */
  license: string
  /** How many languages come with it: its files that match, or the different matches in one. */
  languages?: { pattern: string; file?: string; count: number }
  /** For a row of the page, a file of the package, and a text in it that shows the feature. */
  shows: Record<string, [file: string, text: string]>
}

export interface Facts {
  /** The day of the last run: an ISO date. */
  ranOn: string
  packages: PackageFacts[]
}

/** Returns what a package in a folder says, and adds to `missing` what it shows no more. */
export function factsIn(folder: string, known: PackageFacts, missing: string[]): PackageFacts {
  const read = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '')
  const { version, license = 'not named' } = JSON.parse(read('package.json')) as { version: string; license?: string }
  const facts: PackageFacts = { ...known, version, license }
  if (known.languages) {
    const { pattern, file } = known.languages
    const found = file
      ? (read(file).match(new RegExp(pattern, 'g')) ?? [])
      : readdirSync(folder, { recursive: true }).filter((path) => new RegExp(pattern).test(String(path).replaceAll('\\', '/')))
    facts.languages = { ...known.languages, count: new Set(found).size }
  }
  for (const [row, [file, text]] of Object.entries(known.shows))
    if (!read(file).includes(text)) missing.push(`${known.name} ${version} no longer shows "${row}": no '${text}' in ${file}`)
  return facts
}

/** Returns what has changed, a line for each value. */
export const differences = (before: PackageFacts, now: PackageFacts): string[] =>
  (
    [
      ['version', before.version, now.version],
      ['license', before.license, now.license],
      ['languages', before.languages?.count, now.languages?.count],
    ] as const
  ).flatMap(([what, was, is]) => (was === is ? [] : [`${now.name}: ${what} ${was} -> ${is}`]))

/** Downloads the newest version of a package into a folder below `folder`. Throws if npm fails. */
function download(name: string, folder: string): string {
  const run = (program: string, args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
    return stdout
  }
  const [{ filename }] = JSON.parse(run('npm', ['pack', name, '--json', '--ignore-scripts'])) as [{ filename: string }]
  const target = mkdtempSync(join(folder, 'package-'))
  run('tar', ['xzf', filename, '-C', relative(folder, target), '--strip-components', '1'])
  return target
}

/** Compares all of them with npm. */
function main(): void {
  const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
  const root = new URL('..', import.meta.url)
  const [file, page] = [new URL('bench/facts.json', root), new URL('docs/guides/compare.md', root)]
  const known = JSON.parse(readFileSync(file, 'utf8')) as Facts
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-facts-'))
  try {
    const missing: string[] = []
    const packages = known.packages.map((one) => factsIn(download(one.name, folder), one, missing))
    const changed = [...packages.flatMap((now, at) => differences(known.packages[at]!, now)), ...missing]
    console.log(changed.length > 0 ? changed.join('\n') : 'Nothing has changed.')
    const ranOn = new Date().toISOString().slice(0, 10)
    writeFileSync(file, `${JSON.stringify({ ranOn, packages: values.write ? packages : known.packages }, null, 2)}\n`)
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(/(<!-- facts -->\nCompared with npm on )[\d-]+/, (_, start: string) => start + ranOn),
    )
    if (changed.length > 0 && !values.write) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
