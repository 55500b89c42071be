/** Tests the logos of sign-in providers: their files, their colors, and that they fit. */
import { readdirSync, readFileSync } from 'node:fs'
import svgpath from 'svgpath'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { files } from '../../../build/logos.ts'
import { oauthProviders } from '../../../src/api/oauthProviders.ts'
import type { Logo } from '../../../src/products/oauth/logoShapes.ts'
import { contrast } from '../../harness/contrast.ts'

const folder = new URL('../../../src/products/oauth/logos/', import.meta.url)
const names = readdirSync(folder).sort()

test('the generated files are up to date: `npm run logos`', () => {
  for (const [name, text] of Object.entries(files)) assert.is(readFileSync(new URL(name, folder), 'utf8'), text, name)
})

test('there is one for each provider, and a generic one', () =>
  assert.equal(names, [...Object.keys(oauthProviders), 'generic'].map((type) => `${type}Logo.ts`).sort()))

/** The backgrounds of a secondary button, light and dark (src/ui/looks/secondary.css). */
const buttons = ['#ffffff', '#1f2d38'] as const

test('a mark of one color has a contrast of 3:1 with a light and with a dark button', async () => {
  const faint: string[] = []
  for (const name of names) {
    const { logo } = (await import(`../../../src/products/oauth/logos/${name.replace(/\.ts$/, '')}.ts`)) as { logo: Logo }
    // what has no color has that of the text; white is a letter on a colored shape
    const colors = new Set(logo.map(([, color]) => color).filter((color) => color !== '#fff'))
    const [only] = colors
    if (colors.size !== 1 || !only) continue
    const [light, dark = light] = only.match(/#[\da-f]{6}/g) as [string, string?]
    for (const [color, button] of [
      [light, buttons[0]],
      [dark!, buttons[1]],
    ] as const)
      if (contrast(color, button) < 3) faint.push(`${name}: ${color} on ${button} ${contrast(color, button).toFixed(2)}`)
  }
  assert.equal(faint, [])
})

for (const name of names) {
  test(`${name}: shapes inside a square of 24 units, in colors`, async () => {
    const { logo } = (await import(`../../../src/products/oauth/logos/${name.replace(/\.ts$/, '')}.ts`)) as { logo: Logo }
    assert.ok(logo.length)
    for (const [path, color] of logo) {
      if (color) assert.match(color, /^(#([\da-f]{3}|[\da-f]{6})|light-dark\(#[\da-f]{6}, #[\da-f]{6}\))$/)
      const parsed = svgpath(path)
      assert.is((parsed as unknown as { err: string }).err, '')
      parsed.abs().iterate((_, __, x, y) =>
        assert.ok(
          [x, y].every((at) => at > -0.5 && at < 24.5),
          `${x}, ${y}`,
        ),
      )
    }
  })
}

test.run()
