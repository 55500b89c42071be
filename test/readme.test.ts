// Checks that what the README says is true: its commands, its figures, its attributes, its code.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { budgetOf, journeys } from '../bench/journeys.ts'
import { combinations } from '../bench/headlessParts.ts'
import { markdown } from '../bench/report/markdown.ts'
import { readmeTables } from '../bench/report/readme.ts'
import { compileSamples } from './harness/compileSamples.ts'

const root = new URL('..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp('^```' + language + '\\n([\\s\\S]*?)^```', 'gm'))].map(([, code]) => code!)

test('its commands are scripts of the package', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = [...`${readme}`.matchAll(/npm (?:run )?(test:hosts|test:mutation|start|test|build|check|size|bench)\b/g)].map(
    ([, name]) => name!,
  )
  assert.ok(named.length >= 6)
  for (const name of named) assert.ok(scripts[name], name)
})

test('each example that it runs with Vite is a page, and it names them all', () => {
  const examples = read('examples/README.md')
  const [, first, others] = /^npx vite examples\/(\w+) +# or (.+)$/m.exec(examples)!
  const runnable = readdirSync(join(root, 'examples')).filter((name) => existsSync(join(root, 'examples', name, 'vite.config.js')))
  assert.equal([first!, ...others!.split(', or ')].sort(), runnable.sort())
  for (const name of runnable) assert.ok(existsSync(join(root, 'examples', name, 'index.html')), name)
})

test('its program has the commands and options it shows', () => {
  const help = spawnSync(process.execPath, [join(root, 'dist/cli.js'), '--help'], { encoding: 'utf8' }).stdout
  for (const [, command, options] of readme.matchAll(/npx latchkey (\w+)((?: --\w+ \w+)*)/g)) {
    assert.match(help, new RegExp(`latchkey ${command}`))
    for (const [, option] of options!.matchAll(/--(\w+)/g)) assert.match(help, `--${option}`)
  }
})

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

test('its claims about latchkey/headless match the test with four bundlers', () => {
  const [, said] = /your bundle has at most ([^:]*?)\n?everything\./.exec(readme)!
  assert.equal(
    said!.match(/\d+,\d+/g),
    combinations.map(({ limit }) => limit.toLocaleString('en')),
  )
})

test('its one TCP flight contains the first screen', () => {
  const promised = Number(/fewer than ([\d,]+) bytes/.exec(readme)![1]!.replace(',', ''))
  const measured = Number(firstScreenOf('email link').replace(',', ''))
  assert.ok(measured < promised)
})

test('the script tag reads the attributes it names, and no other', () => {
  const table = [...readme.matchAll(/`data-([\w-]+)(?:="\w+")?`/g)].map(([, name]) =>
    name!.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  )
  const loader = read('src/embed.ts')
  const [, texts] = /const \{ (.+) \} = attributes/.exec(loader)!
  const [, json] = /const \[(.+)\] = \['config'/.exec(loader)!
  const source = [...texts!.split(', '), ...json!.split(', ')]
  assert.equal([...new Set(table)].sort(), source.sort())
})

test('everything that it links to exists', () => {
  for (const [, path] of readme.matchAll(/\]\(([^)#:]+)\)/g)) assert.ok(existsSync(join(root, path!)), path)
})

test('its code compiles against the package', () => {
  const code = [...blocks('ts'), ...blocks('tsx')]
  assert.ok(code.length >= 5)
  const declared = "import { LatchkeyClient } from 'latchkey'\ndeclare const client: LatchkeyClient\n"
  const files = code.map((text, at) => [
    `test/readme-${at}.tsx`,
    /const client =/.test(text) || /emulator/.test(text) ? text : declared + text,
  ])
  assert.equal(compileSamples(Object.fromEntries(files), { noUnusedLocals: false }), [])
})

test.run()
