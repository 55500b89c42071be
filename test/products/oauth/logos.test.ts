/** The logos of sign-in providers: those of simple-icons are as build/logos.ts writes them, and each is a picture in its square. */
import { readdirSync, readFileSync } from 'node:fs'
import svgpath from 'svgpath'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { files } from '../../../build/logos.ts'
import type { Logo } from '../../../src/products/oauth/logo.tsx'

const folder = new URL('../../../src/products/oauth/logos/', import.meta.url)
const names = readdirSync(folder)

test('the files of the set are up to date: `npm run logos`', () => {
  for (const [name, text] of Object.entries(files)) assert.is(readFileSync(new URL(name, folder), 'utf8'), text, name)
})

test('there is one a provider, and a generic one', () => assert.is(names.length, 20))

for (const name of names) {
  test(`${name}: shapes inside of the square of 24 units, in colours`, async () => {
    const { logo } = (await import(`../../../src/products/oauth/logos/${name.replace(/\.ts$/, '')}.ts`)) as { logo: Logo }
    assert.ok(logo.length)
    for (const [path, colour] of logo) {
      if (colour) assert.match(colour, /^#([\da-f]{3}|[\da-f]{6})$/)
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
