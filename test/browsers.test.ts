/**
 * Checks that docs/reports/browsers.md matches the last runs in each engine, and that the versions
 * it names are those that the build needs.
 */
import './built/embed.ts'
import { transformSync } from 'esbuild'
import { transform, type Targets } from 'lightningcss'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filled, floorInWords, storedResults } from './engines/browsersPage.ts'
import { features, floor } from './engines/floor.ts'
import { flows } from './engines/flows.ts'
import { engineIds } from './engines/results.ts'

const page = readFileSync('docs/reports/browsers.md', 'utf8')

/** What visitors download with the script tag. */
const built = readdirSync('dist/embed', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => [name, readFileSync(join('dist/embed', name), 'utf8')] as const)

/** The style sheets of the widget, without the playground's. */
const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css') && !name.startsWith('tools/'))
  .map((name) => [name, readFileSync(join('src', name))] as const)

test('its tables match the last runs and the list of features (npm run test:engines)', () => {
  assert.is(filled(page), page)
})

test('in the last run of each engine every flow passed', () => {
  const results = storedResults()
  assert.is(results.length, engineIds.length)
  for (const { version, passed } of results)
    assert.equal(
      passed,
      flows.map(({ name }) => name),
      version,
    )
})

test('the README and the page name the same versions', () => {
  assert.match(page, floorInWords)
  assert.match(readFileSync('README.md', 'utf8').replace(/\s+/g, ' '), floorInWords)
})

const asNumber = (version: string) => {
  const [major, minor = 0] = version.split('.').map(Number)
  return (major! << 16) | (minor << 8)
}

test('the versions are those of the newest feature that decides', () => {
  for (const browser of ['chrome', 'firefox', 'safari'] as const) {
    const deciding = features.filter(({ without }) => !without).map((feature) => asNumber(feature[browser]))
    assert.is(Math.max(...deciding), asNumber(floor[browser]), browser)
  }
})

test('the build uses every feature of the list', () => {
  assert.ok(built.length > 50)
  for (const { name, sign } of features)
    assert.ok(
      built.some(([, text]) => sign.test(text)),
      name,
    )
})

/** The style sheets in which something would have to be rewritten for these browsers. */
const tooNewFor = (targets: Targets) => {
  const write = (code: Buffer, more: { targets?: Targets }) =>
    String(transform({ filename: 'sheet.css', code, ...more }).code)
      // Safari needs the prefix for the shorthand alone
      .replace(/^ *-webkit-text-decoration-color:.*\n/gm, '')
  return sheets.filter(([, code]) => write(code, { targets }) !== write(code, {})).map(([name]) => name)
}

test('the style sheets need nothing newer, and they do need these versions', () => {
  assert.ok(sheets.length > 12)
  for (const [browser, version, before] of [
    ['chrome', floor.chrome, '122'],
    ['firefox', floor.firefox, '119'],
    ['safari', floor.safari, '17.4'],
  ] as const) {
    assert.equal(tooNewFor({ [browser]: asNumber(version) }), [], `${browser} ${version}`)
    assert.ok(tooNewFor({ [browser]: asNumber(before) }).includes('ui/looks/base.css'), `${browser} ${before}`)
  }
})

test('the scripts need nothing newer', () => {
  const write = (code: string, target: string | string[]) =>
    // esbuild knows no browser with all of these, because their tables differ
    transformSync(code, { target, supported: { 'regexp-unicode-property-escapes': true } }).code
  const target = [`chrome${floor.chrome}`, `firefox${floor.firefox}`, `safari${floor.safari}`]
  const tooNew = built.filter(([, text]) => write(text, target) !== write(text, 'esnext')).map(([name]) => name)
  assert.equal(tooNew, [])
})

test.run()
