/**
 * Checks that docs/reports/browsers.md matches the last runs in each engine, and that the versions
 * it names are those that the build needs.
 */
import './built/all.ts'
import { transformSync } from 'esbuild'
import { transform, type Targets } from 'lightningcss'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { asNumber, floor } from '../build/floor.ts'
import { sheetModule } from '../build/plugins/styleSheets.ts'
import { filled, floorInWords, storedResults } from './engines/browsersPage.ts'
import { browsers, features, guarded, newerIn, own, versionsOf } from './engines/floor.ts'
import { flows } from './engines/flows.ts'
import { engineIds } from './engines/results.ts'

const page = readFileSync('docs/reports/browsers.md', 'utf8')

/** The built one, whose style is for all browsers. */
const { prerender } = (await import(join(process.cwd(), 'dist/prerender/index.js'))) as typeof import('../src/prerender/index.tsx')
const form = prerender({ config: { enableShadowDOM: true } })

/** What visitors download, with the script tag, in the bundle of a host, or in the page's HTML. */
const built: (readonly [name: string, text: string])[] = [
  'embed',
  'headless',
  'react',
  'element',
  'compat',
  'b2b',
  'presets',
  'development',
].flatMap((folder) =>
  readdirSync(join('dist', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith('serverForm'))
    .map((name) => [`${folder}/${name}`, readFileSync(join('dist', folder, name), 'utf8')] as const),
)
built.push(['a prerendered form', `${form.script}//${form.html.replace(/<style>.*<\/style>/s, '')}`])

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

test('each feature of the list is newer than the floor in some browser', () => {
  for (const { key } of features)
    assert.ok(
      versionsOf(key).some((version, at) => version > parseFloat(floor[browsers[at]!])),
      key,
    )
})

test('the build uses every feature of the list', () => {
  assert.ok(built.length > 50)
  for (const { name, sign } of features)
    assert.ok(
      built.some(([, text]) => sign.test(text)),
      name,
    )
})

/** What these browsers would need in another way; undefined if nothing. */
const rewritten = (code: string, targets: Targets) => {
  const write = (more: { targets?: Targets }) =>
    String(transform({ filename: 'sheet.css', code: Buffer.from(code), minify: true, ...more }).code)
      // Safari needs the prefix for the shorthand alone
      .replace(/-webkit-text-decoration-color:[^;}]*;?/g, '')
  return write({ targets }) === write({}) ? undefined : write({ targets })
}

test('the sheets of older browsers and of prerendered forms need nothing newer', () => {
  const [, whole] = /^export default (.*)$/s.exec(sheetModule('src/widget/older/all.floor.css'))!
  for (const css of [JSON.parse(whole!) as string, prerender({ styles: { colors: { primary: 'light-dark(#000, #fff)' } } }).style]) {
    // lightningcss has written all else for these versions (build/plugins/styleSheets.ts)
    // every browser that has container queries knows ranges
    assert.not.match(css.replace(/@container[^{]*/g, ''), /light-dark\(|&|--lightningcss|\((?:width|height)\s*[<>=]/)
  }
})

test('the sheet of older browsers has all other sheets', () => {
  const sheets = ['ui', 'widget', 'products'].flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.css') ? `src/${folder}/${name}` : [],
    ),
  )
  const text = sheets.map((path) => readFileSync(path, 'utf8')).join()
  const left = sheets.filter((path) => !text.includes(`/${basename(path)}"`))
  assert.equal(left, ['src/widget/older/all.floor.css'])
})

test('the other sheets need nothing newer than `light-dark()`, without which they are not used', () => {
  const [chrome, firefox, safari] = versionsOf('css.types.color.light-dark').map(String).map(asNumber)
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !name.startsWith('tools/') && !name.endsWith('.floor.css'),
  )
  assert.ok(sheets.length > 12)
  for (const name of sheets) {
    const [, text] = /^export default (.*)$/s.exec(sheetModule(join('src', name)))!
    const css = (JSON.parse(text!) as string).replaceAll(':dir(rtl)', '[dir="rtl"]')
    assert.is(rewritten(css, { chrome, firefox, safari }), undefined, name)
  }
})

test('the scripts have no newer syntax', () => {
  const write = (code: string, target: string | string[]) => transformSync(code, { ...floor.syntax, target }).code
  assert.equal(
    built.filter(([, text]) => write(text, floor.syntax.target) !== write(text, 'esnext')).map(([name]) => name),
    [],
  )
  // esbuild cannot write it in another way
  assert.equal(
    built.filter(([, text]) => /\(\?<[=!]/.test(text)).map(([name]) => name),
    [],
  )
})

test('the scripts call nothing newer, except behind a check', () => {
  const known = new Set([...guarded, ...own])
  const found = built.flatMap(([file, text]) => newerIn(text).map((name) => [name, file] as const))
  assert.equal([...new Set(found.filter(([name]) => !known.has(name)).map((one) => one.join(' in ')))], [])
  // none of the list is there for nothing
  assert.equal(
    [...known].filter((name) => !found.some(([one]) => one === name)),
    [],
  )
})

test('a newer call and newer syntax are found', () => {
  assert.equal(newerIn('a.moveBefore(b);URL.canParse(c);requestIdleCallback(d);new Temporal.Instant'), [
    'moveBefore',
    'canParse',
    'Temporal',
    'requestIdleCallback',
  ])
  assert.equal(newerIn('a.b.append(c);Object.hasOwn(e,f);structuredClone(d)'), [])
  assert.equal(newerIn('AbortSignal.any([])'), ['any'])
})

test.run()
