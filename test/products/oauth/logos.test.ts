/** Tests the logos of sign-in providers: those of simple-icons match what build/logos.ts writes, and each is inside its square. */
import { readdirSync, readFileSync } from 'node:fs'
import svgpath from 'svgpath'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { files } from '../../../build/logos.ts'
import type { Logo } from '../../../src/products/oauth/ProviderLogo.tsx'

const folder = new URL('../../../src/products/oauth/logos/', import.meta.url)
const names = readdirSync(folder)

test('the generated files are up to date: `npm run logos`', () => {
  for (const [name, text] of Object.entries(files)) assert.is(readFileSync(new URL(name, folder), 'utf8'), text, name)
})

test('there is one for each provider, and a generic one', () => assert.is(names.length, 20))

for (const name of names) {
  test(`${name}: shapes inside a square of 24 units, in colors`, async () => {
    const { logo } = (await import(`../../../src/products/oauth/logos/${name.replace(/\.ts$/, '')}.ts`)) as { logo: Logo }
    assert.ok(logo.length)
    for (const [path, color] of logo) {
      if (color) assert.match(color, /^#([\da-f]{3}|[\da-f]{6})$/)
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
