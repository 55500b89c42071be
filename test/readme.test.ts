// Checks that the figures of the README and of docs/reports/figures.md are true.
// test/docs/samples.test.ts checks its samples and commands, and test/references.test.ts its links.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { budgetOf, journeys } from '../bench/journeys.ts'
import { markdown } from '../bench/report/markdown.ts'
import { writers } from '../bench/report/documents.ts'
import { measure, readBudgets } from '../build/sizes.ts'
import { measurements } from '../site/measurements.ts'

const root = new URL('..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')
const figures = read('docs/reports/figures.md')

test('they, and the report, match the last measurement (npm run bench)', () => {
  const results = JSON.parse(read('bench/results.json'))
  for (const [path, withFigures] of Object.entries(writers)) assert.is(withFigures(read(path), results), read(path))
  assert.is(markdown(results), read('bench/REPORT.md'))
  assert.match(figures, /^\| Latchkey, snippet \| [\d,]+ \|/m)
})

/** The bytes in the row of a journey. */
const firstScreenOf = (name: string) => new RegExp(`^\\| ${name} \\| ([\\d,]+) \\|`, 'm').exec(figures)![1]!

test('the sizes are those of this build, except for the usual variation', () => {
  const sizes = new Map(measure(readBudgets()).map(({ name, real }) => [name, real]))
  const rows = [...figures.matchAll(/^\| ([^|]+) \| ([\d,]+) \|$/gm)].map(([, name, figure]) => [name!, figure!] as const)
  assert.is(rows.length, 4)
  const inEnglish = journeys.filter(({ language }) => !language)
  const firstScreens = inEnglish.map((journey) => [budgetOf(journey), firstScreenOf(journey.name)] as const)
  for (const [name, figure] of [...rows, ...firstScreens]) {
    const measured = sizes.get(name)!
    assert.ok(
      Math.abs(Number(figure.replace(',', '')) - measured) < 100,
      `${name}: ${figure} here, ${measured} measured. Run npm run bench -- --sizes`,
    )
  }
})

test('the README says how large the smallest form is, and that one TCP flight contains it', () => {
  const [, kilobytes] = /Latchkey is a form of (\d+) kB/.exec(readme)!
  assert.is(Number(kilobytes), Math.round(Number(firstScreenOf('email link').replace(',', '')) / 1000))
  const promised = Number(/fewer than ([\d,]+) bytes/.exec(readme)![1]!.replace(',', ''))
  const measured = Number(firstScreenOf('email link').replace(',', ''))
  assert.ok(measured < promised)
})

test('the start page of the site has the figures of the table in docs/guides/compare.md', () => {
  const rows = [...read('docs/guides/compare.md').matchAll(/^\| ([^|]+) \| ([\d,]+) \| [\d,]+ \| ([\d,]+) \|$/gm)]
  const rowOf = (name: string) =>
    rows
      .find((row) => row[1] === name)!
      .slice(2)
      .map((figure) => Number(figure!.replace(',', '')))
  const [[bytes, ready], [, inPage], [sdkBytes, sdkReady]] = [
    rowOf('Latchkey, snippet'),
    rowOf('Latchkey, in the page'),
    rowOf("provider's SDK 6, email link only (6.3.0)"),
  ]
  const texts = measurements(JSON.parse(read('bench/results.json'))).match(/[\d.]+ (kB|ms|times as fast)/g)
  const kB = (value?: number) => `${(value! / 1000).toFixed(1)} kB`
  const faster = `${(sdkReady! / ready!).toFixed(1)} times as fast`
  assert.equal(texts, [kB(bytes), kB(sdkBytes), `${ready} ms`, faster, `${sdkReady} ms`, `${inPage} ms`])
})

test.run()
