import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { StyleConfig } from '../../../src/ui/host/config.ts'
import { kindsByPath, styleKinds, type Kind } from '../../../src/ui/host/optionKinds.ts'
import { cssVariables } from '../../../src/ui/looks/theme.ts'

const test = suite('theme')

// test/chromium/theme.matrix.test.ts tests which values a browser accepts. Here, every value except
// 'bad' is valid.
const asked: [property: string, value: string][] = []
globalThis.CSS = {
  supports: (property: string, value: string) => (asked.push([property, value]), value !== 'bad'),
} as unknown as typeof CSS
test.before.each(() => {
  asked.length = 0
})

const variableOf = (path: string) => `--lk-${path.replaceAll('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
const cssKinds: readonly Kind[] = ['color', 'border-radius', 'width', 'font-family', 'box-shadow']

for (const [path, kind] of kindsByPath(styleKinds)) {
  if (!cssKinds.includes(kind)) continue
  const styles = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), 'x') as StyleConfig
  const name = variableOf(path)
  test(`${JSON.stringify(styles)}: ${name}, if it is a ${kind}`, () => {
    assert.equal(cssVariables(styles), { colorScheme: 'light', [name]: 'x' })
    assert.equal(asked, [[kind, 'x']])
    assert.equal(cssVariables(JSON.parse(JSON.stringify(styles).replace('"x"', '"bad"'))), { colorScheme: 'light' })
  })
}

const src = new URL('../../../src/', import.meta.url)
const css = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css') && !name.startsWith('playground'))
  .map((name) => readFileSync(new URL(name, src), 'utf8'))
  .join('\n')

test('every custom property that a style sheet reads is one that a host can set', () => {
  const own = new Set([...css.matchAll(/^\s*(--lk-[\w-]+):/gm)].map(([, name]) => name))
  const settable = [...kindsByPath(styleKinds)].flatMap(([path, kind]) => (cssKinds.includes(kind) ? [variableOf(path)] : []))
  // the look `quartz` has values for some that a host can set
  const isOwn = (name: string) => own.has(name) && !settable.includes(name)
  const read = new Set([...css.matchAll(/var\((--lk-[\w-]+)/g)].map(([, name]) => name!).filter((name) => !isOwn(name)))
  assert.equal(
    [...read].filter((name) => !settable.includes(name)),
    [],
  )
  assert.equal(
    settable.filter((name) => !read.has(name)),
    [],
  )
})

test('no custom property is read where a URL could be fetched, because CSS.supports accepts `var(--none, url(…))` as a color', () => {
  const harmless =
    /^(color|accent-color|background-color|font|font-family|width|grid|box-shadow|(border|outline)(-(top|right|bottom|left|color|radius))?)$/
  // a gradient and a mix take colors alone, and no value can end their parentheses
  const outside = css.replace(/(linear-gradient|color-mix)\((?:[^()]|\([^()]*\))*\)/g, '')
  const readers = [...outside.matchAll(/^\s*([\w-]+):[^;{]*var\(--lk/gm)]
    .map(([, property]) => property!)
    .filter((property) => !property.startsWith('--'))
  assert.equal(
    [...new Set(readers)].filter((property) => !harmless.test(property)),
    [],
  )
})

test('colorScheme: light unless the host says otherwise', () => {
  for (const [given, scheme] of [
    [undefined, 'light'],
    ['light', 'light'],
    ['dark', 'dark'],
    ['auto', 'light dark'],
    ['only light; x', 'light'],
  ]) {
    assert.equal(cssVariables({ colorScheme: given as 'light' }), { colorScheme: scheme })
  }
})

test('values that are not styles become no CSS variables', () => {
  assert.equal(cssVariables({}), { colorScheme: 'light' })
  assert.equal(cssVariables({ hideHeaderText: true, logo: { logoImageUrl: 'https://a.test/logo.png' } }), { colorScheme: 'light' })
  const wrong = { fontFamily: 7, container: null, colors: { primary: undefined, error: true }, buttons: 'x', inputs: [] }
  assert.equal(cssVariables(wrong as unknown as StyleConfig), { colorScheme: 'light', '--lk-buttons': 'x' })
})

test('names of the prototype do no harm', () => {
  const styles = JSON.parse(
    '{"__proto__":{"polluted":"x"},"constructor":{"prototype":{"polluted":"x"}},"colors":{"__proto__":"x","primary":"red"}}',
  )
  const found = cssVariables(styles)
  assert.is(found['--lk-colors-primary'], 'red')
  assert.is(Object.getPrototypeOf(found), Object.prototype)
  assert.is(({} as Record<string, unknown>).polluted, undefined)
  assert.ok(Object.keys(found).every((name) => name === 'colorScheme' || name.startsWith('--lk-')))
})

test.run()
