/** Checks what `npm run release` and `npm run addresses` make of package.json and CHANGELOG.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { embedOnCdn, manifest, missingFor, repositoryOf, withAddresses } from '../build/addresses.ts'
import { notesOf, staleDocuments } from '../build/release.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const known = {
  ...manifest(),
  repository: { url: 'git+https://code.example/owner/latchkey.git' },
  homepage: 'https://latchkey.example/site/',
  config: { cdn: 'https://cdn.example' },
}

test('README.md has the addresses of package.json', () => assert.is(withAddresses(read('README.md'), manifest()), read('README.md')))

test('with addresses, each link of the README leads there', () => {
  const readme = withAddresses(read('README.md'), known)
  for (const link of [
    '[Website](https://latchkey.example/site/)',
    '[Playground](https://latchkey.example/site/playground/)',
    '[Repository](https://code.example/owner/latchkey)',
    '(https://code.example/owner/latchkey/actions/workflows/ci.yml)',
    'npx latchkey snippet --cdn https://cdn.example --public-token',
  ])
    assert.ok(readme.includes(link), link)
  assert.not.match(readme, 'To click through it, run `npm start` in a clone.')
  assert.is(withAddresses(readme, manifest()), read('README.md'), 'and back')
})

test('the addresses of a release', () => {
  assert.is(embedOnCdn({ ...known, version: '0.1.0' }), 'https://cdn.example/npm/latchkey@0.1.0/dist/embed/')
  assert.is(repositoryOf(known), 'https://code.example/owner/latchkey')
  assert.equal(missingFor(known), [])
  assert.equal(
    missingFor({ ...known, repository: undefined, homepage: undefined }).map((line) => line.split(' ')[0]),
    ['`repository`', '`homepage`'],
  )
})

test('a release names the documents that call it unpublished', () => {
  const texts = {
    'README.md': 'Version 0.3.0 is not\npublished yet.',
    'docs/guides/npm.md': 'It is [not on npm yet](#x).',
    'docs/guides/compare.md': 'Not yet on npm? It is published.',
  }
  assert.equal(staleDocuments(texts), ['README.md', 'docs/guides/npm.md'])
})

test('the notes of a version are its section of the changelog', () => {
  assert.is(notesOf('# Changes\n\n## 0.2.0\n\nTwo.\n\n## 0.1.0\n\nOne.\n', '0.2.0'), 'Two.')
  assert.is(notesOf('# Changes\n\n## 0.2.0\n\nTwo.\n', '0.2'), undefined)
  assert.is(notesOf('## 0.1.0\n\n## What\n\nx', '0.1.0'), undefined)
  assert.match(notesOf(read('CHANGELOG.md'), manifest().version)!, 'The log-in form')
})

test.run()
