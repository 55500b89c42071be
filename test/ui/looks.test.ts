/**
 * Checks docs/guides/theming.md against the style sheets: the custom properties with their
 * defaults, and the parts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { StyleConfig } from '../../src/ui/host/config.ts'
import { cssVariables } from '../../src/ui/looks/theme.ts'
import * as presets from '../../src/entries/presets.ts'

const test = suite('looks')
const root = fileURLToPath(new URL('../../', import.meta.url))
const documented = readFileSync(root + 'docs/guides/theming.md', 'utf8')
const sources = readdirSync(root + 'src', { recursive: true, encoding: 'utf8' }).filter(
  (name) => !/^(tools|ui\/looks\/quartz)\//.test(name),
)
const read = (end: RegExp) =>
  sources
    .filter((name) => end.test(name))
    .map((name) => readFileSync(`${root}src/${name}`, 'utf8'))
    .join('\n')
const css = read(/\.css$/)

globalThis.CSS ??= {} as never
Object.defineProperty(globalThis, 'CSS', { value: { supports: () => true } })

const rows = [...documented.matchAll(/^\| `(--lk-[\w-]+)` \| `([\w.]+)` \| (.+?) \| (.+?) \| .+ \|$/gm)].map(
  ([, name, path, light, dark]) => ({ name: name!, path: path!, light: light!, dark: dark! }),
)

/** Uses of a custom property with its default, including nested parentheses. */
const defaults = () => {
  const found = new Map<string, Set<string>>()
  for (const { 0: start, 1: name, index } of css.matchAll(/var\((--lk-[\w-]+), ?/g)) {
    let depth = 1
    let end = index + start.length
    for (; depth > 0; end++) depth += css[end] === '(' ? 1 : css[end] === ')' ? -1 : 0
    found.set(name!, (found.get(name!) ?? new Set()).add(css.slice(index + start.length, end - 1)))
  }
  return found
}

test('every style of a host is a custom property in the table, by its path', () => {
  assert.ok(rows.length > 20)
  for (const { name, path } of rows) {
    const given = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), 'red') as StyleConfig
    assert.equal(
      Object.keys(cssVariables(given)).filter((key) => key !== 'colorScheme'),
      [name],
      path,
    )
  }
})

test('the table has the properties of the style sheets, with the same defaults', () => {
  const used = defaults()
  assert.equal(rows.map(({ name }) => name).sort(), [...used.keys()].sort())
  // the primary button is filled with an accent that is set, and does not take its default
  used.get('--lk-colors-accent')!.delete('light-dark(#19303d, #d8e3ea)')
  // on a phone, a width that fits the content gives way
  used.get('--lk-container-width')!.delete('fit-content')
  const plain = (text: string) => text.replaceAll('`', '')
  const words: Record<string, string> = {
    '`colors.primary`': 'var(--lk-text)',
    '`buttons.primary.backgroundColor`': 'var(--lk-fill)',
    '`colors.accent`, else `#19303d`': 'var(--lk-colors-accent, light-dark(#19303d, #d8e3ea))',
    '26 % of the text color': 'var(--lk-line)',
    '55 % of the text color': 'color-mix(in srgb, var(--lk-text) 55%, var(--lk-back))',
  }
  for (const { name, light, dark } of rows) {
    const wanted = words[light] ?? (dark === 'the same' ? plain(light) : `light-dark(${plain(light)}, ${plain(dark)})`)
    assert.equal([...used.get(name)!], [wanted], name)
  }
})

test('only properties that are made from them are in the layer', () => {
  const layers = [...css.matchAll(/@layer latchkey \{\s*\.lk \{([\s\S]*?)\}/g)].map(([, layer]) => layer).join('\n')
  const made = [...layers.matchAll(/^\s*(--lk-[\w-]+|[\w-]+):/gm)].map(([, name]) => name!)
  assert.equal([...documented.matchAll(/`(--lk-\w+)`/g)].map(([, name]) => name!).sort(), made.sort())
})

test('every part in the table is a class of some screen', () => {
  const parts = [...documented.split('## Parts')[1]!.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name!)
  assert.ok(parts.length > 10)
  const screens = read(/\.tsx$/)
  assert.equal(
    parts.filter((name) => name !== 'widget' && !new RegExp(`className=.*lk-${name}\\b|lk-\\$\\{`).test(screens)),
    [],
  )
})

test('the presets in the text are those that exist', () => {
  const [, section] = documented.split('## Presets')
  assert.equal(
    [...section!.split('\n## ')[0]!.matchAll(/`(\w+)` \(/g)].map(([, name]) => name!),
    Object.keys(presets).sort((a, b) => section!.indexOf(`\`${a}\` (`) - section!.indexOf(`\`${b}\` (`)),
  )
})

test.run()
