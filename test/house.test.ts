/**
 * Checks the budget of the house: how much there is to read and to carry on. CONTRIBUTING.md says
 * what to do when a number exceeds it.
 */
import './built/all.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { documents, root } from './harness/documents.ts'
import { npm } from './harness/npm.ts'

const budgets = {
  'lines in src': 82_230,
  'lines in test': 102_750,
  'plugins of the build': 14,
  'rows of .size-limit.json': 44,
  'words in docs, README, ARCHITECTURE and CONTRIBUTING': 59_360,
  'bytes of the package, unpacked': 6_090_000,
}

const ignored = readFileSync(join(root, '.gitignore'), 'utf8')
  .split('\n')
  .map((line) => line.replace(/\/$/, ''))

/** Lists the files at or below a path that are on the disk and not ignored. */
const filesOnDisk = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => !ignored.includes(name))
    .flatMap((entry) => (entry.isDirectory() ? filesOnDisk(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))

/** Lists the files of a folder that git has or would add; without git, those on the disk. */
const filesIn = (folder: string): string[] => {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', folder], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const files = status === 0 ? stdout.split('\0').filter(Boolean) : filesOnDisk(folder)
  return files.filter((file) => existsSync(join(root, file)))
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const linesIn = (folder: string) => sum(filesIn(folder).map((file) => read(file).split('\n').length - 1))
const texts = [...documents, 'ARCHITECTURE.md', 'CONTRIBUTING.md']

/** The number of bytes that npm would install. */
const packedBytes = () => {
  const packed = JSON.parse(npm(['pack', '--dry-run', '--ignore-scripts', '--json'], root)) as { unpackedSize: number }[]
  // By name since npm 11.
  return Object.values(packed)[0]!.unpackedSize
}

const measured: Record<keyof typeof budgets, number> = {
  'lines in src': linesIn('src'),
  'lines in test': linesIn('test'),
  'plugins of the build': filesIn('build/plugins').length,
  'rows of .size-limit.json': JSON.parse(read('.size-limit.json')).length,
  'words in docs, README, ARCHITECTURE and CONTRIBUTING': sum(texts.map((file) => read(file).split(/\s+/).filter(Boolean).length)),
  'bytes of the package, unpacked': packedBytes(),
}

const number = (value: number) => value.toLocaleString('en')

// The runner prints these lines.
for (const name of Object.keys(budgets) as (keyof typeof budgets)[])
  test(`${number(measured[name]).padStart(9)} of ${number(budgets[name]).padStart(9)} ${name}`, () => {
    assert.ok(measured[name] <= budgets[name], 'CONTRIBUTING.md, "The budget of the house", says what to do')
  })

test.run()
