import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { StyleConfig } from '../../../src/ui/host/config.ts'
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

/**
 * Every style that a host can set, its custom property, and the CSS property in which its value
 * must be valid.
 */
const table: [styles: StyleConfig, name: string, judge: string][] = [
  [{ fontFamily: 'x' }, '--lk-font-family', 'font-family'],
  [{ container: { backgroundColor: 'x' } }, '--lk-container-background-color', 'color'],
  [{ container: { borderColor: 'x' } }, '--lk-container-border-color', 'color'],
  [{ container: { borderRadius: 'x' } }, '--lk-container-border-radius', 'border-radius'],
  [{ container: { width: 'x' } }, '--lk-container-width', 'width'],
  [{ container: { shadow: 'x' } }, '--lk-container-shadow', 'box-shadow'],
  [{ colors: { primary: 'x' } }, '--lk-colors-primary', 'color'],
  [{ colors: { accent: 'x' } }, '--lk-colors-accent', 'color'],
  [{ colors: { secondary: 'x' } }, '--lk-colors-secondary', 'color'],
  [{ colors: { success: 'x' } }, '--lk-colors-success', 'color'],
  [{ colors: { warning: 'x' } }, '--lk-colors-warning', 'color'],
  [{ colors: { error: 'x' } }, '--lk-colors-error', 'color'],
  ...(['primary', 'secondary', 'disabled'] as const).flatMap((kind): [StyleConfig, string, string][] => [
    [{ buttons: { [kind]: { backgroundColor: 'x' } } }, `--lk-buttons-${kind}-background-color`, 'color'],
    [{ buttons: { [kind]: { textColor: 'x' } } }, `--lk-buttons-${kind}-text-color`, 'color'],
    [{ buttons: { [kind]: { borderColor: 'x' } } }, `--lk-buttons-${kind}-border-color`, 'color'],
    [{ buttons: { [kind]: { borderRadius: 'x' } } }, `--lk-buttons-${kind}-border-radius`, 'border-radius'],
  ]),
  [{ inputs: { backgroundColor: 'x' } }, '--lk-inputs-background-color', 'color'],
  [{ inputs: { textColor: 'x' } }, '--lk-inputs-text-color', 'color'],
  [{ inputs: { placeholderColor: 'x' } }, '--lk-inputs-placeholder-color', 'color'],
  [{ inputs: { borderColor: 'x' } }, '--lk-inputs-border-color', 'color'],
  [{ inputs: { borderRadius: 'x' } }, '--lk-inputs-border-radius', 'border-radius'],
]

for (const [styles, name, judge] of table) {
  test(`${JSON.stringify(styles)}: ${name}, if it is a ${judge}`, () => {
    assert.equal(cssVariables(styles), { colorScheme: 'light', [name]: 'x' })
    assert.equal(asked, [[judge, 'x']])
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
  const read = new Set([...css.matchAll(/var\((--lk-[\w-]+)/g)].map(([, name]) => name!).filter((name) => !own.has(name)))
  const settable = table.map(([, name]) => name)
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
    /^(color|accent-color|background-color|font|width|grid|box-shadow|(border|outline)(-(top|right|bottom|left|color|radius))?)$/
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
