// Checks that the figures of the README are true. test/docs/samples.test.ts checks its samples and commands, and test/references.test.ts its links.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { budgetOf, journeys } from '../bench/journeys.ts'
import { markdown } from '../bench/report/markdown.ts'
import { readmeTables } from '../bench/report/readme.ts'

const root = new URL('..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')
test('its tables, and the report, match the last measurement (npm run bench)', () => {
  const results = JSON.parse(read('bench/results.json'))
  assert.is(readmeTables(readme, results), readme)
  assert.is(markdown(results), read('bench/REPORT.md'))
  assert.match(readme, /^\| Latchkey, snippet \| [\d,]+ \|/m)
})

/** The bytes in the row of a journey. */
const firstScreenOf = (name: string) => new RegExp(`^\\| ${name} \\| ([\\d,]+) \\|`, 'm').exec(readme)![1]!

test('its sizes are those of this build, except for the usual variation', () => {
  const { stdout } = spawnSync(process.execPath, ['node_modules/size-limit/bin.js', '--json'], { cwd: root, encoding: 'utf8' })
  const sizes = new Map((JSON.parse(stdout) as { name: string; size: number }[]).map(({ name, size }) => [name, size]))
  const rows = [...readme.matchAll(/^\| ([^|]+) \| ([\d,]+) \|$/gm)].map(([, name, figure]) => [name!, figure!] as const)
  assert.is(rows.length, 4)
  const inEnglish = journeys.filter(({ language }) => !language)
  const firstScreens = inEnglish.map((journey) => [budgetOf(journey), firstScreenOf(journey.name)] as const)
  for (const [name, figure] of [...rows, ...firstScreens]) {
    const measured = sizes.get(name)!
    // See SLACK in build/budgets.ts.
    assert.ok(
      Math.abs(Number(figure.replace(',', '')) - measured) < 100,
      `${name}: ${figure} here, ${measured} measured. Run npm run bench -- --sizes`,
    )
  }
})

test('its one TCP flight contains the first screen', () => {
  const promised = Number(/fewer than ([\d,]+) bytes/.exec(readme)![1]!.replace(',', ''))
  const measured = Number(firstScreenOf('email link').replace(',', ''))
  assert.ok(measured < promised)
})

test.run()
