/** Checks what a budget counts: the files that its patterns name, and no hash in their names. */
import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filesOfBudget, scales } from '../../build/sizes.ts'

const files = ['react/index.js', 'react/c/otp.1a2b3c4d.js', 'react/c/otp.fr.1a2b3c4d.js', 'react/when.js']

for (const [path, expected] of [
  [['react/**/*.js'], [0, 1, 2, 3]],
  [['react/c/otp.????????.js'], [1]],
  [['react/c/*.*.????????.js'], [2]],
  [['react/*.js', '!react/when.js'], [0]],
] as const)
  test(`${path.join(' ')} names ${expected.length} of them`, () => {
    assert.equal(
      filesOfBudget({ path: [...path] }, files),
      expected.map((at) => files[at]!),
    )
  })

/** A build whose code is always the same. The hashes in it follow from a text. */
const built = (seed: string) => {
  const hash = createHash('md5').update(seed).digest('hex').slice(0, 8)
  const words = Array.from({ length: 12 }, (_, at) => ({ name: `c/kit.l${at}.${hash}.js`, data: Buffer.from(`${seed} ${at}`) }))
  const digestOf = (data: Buffer) => createHash('sha256').update(data).digest('base64')
  const code = new Map([
    ['embed/widget.js', Buffer.from(words.map(({ name }) => `import("./${name}")`).join())],
    ['embed/c/kit.js', Buffer.from(words.map(({ data }) => `load("${digestOf(data)}")`).join())],
    ...words.map(({ name, data }) => [`embed/${name}`, data] as const),
  ])
  const weigh = scales([...code.keys()], (file) => code.get(file)!)
  return { widget: weigh('embed/widget.js'), kit: weigh('embed/c/kit.js') }
}

test('a file that only names others with new hashes keeps its steady size', () => {
  const builds = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(built)
  for (const file of ['widget', 'kit'] as const) {
    assert.is(new Set(builds.map((build) => build[file].steady)).size, 1, file)
    assert.ok(new Set(builds.map((build) => build[file].real)).size > 1, `${file}: its real size varies`)
  }
})

test.run()
