/**
 * Checks docs/guides/compare.md: what its table says of other packages is what they say of
 * themselves (bench/facts.json, which `npm run facts` compares with npm).
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { marked, type Tokens } from 'marked'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { differences, factsIn, type Facts, type PackageFacts } from '../../bench/facts.ts'
import { root } from '../harness/documents.ts'

const { ranOn, packages } = JSON.parse(readFileSync(join(root, 'bench/facts.json'), 'utf8')) as Facts
const page = readFileSync(join(root, 'docs/guides/compare.md'), 'utf8')

const tables = marked.lexer(page).filter((token): token is Tokens.Table => token.type === 'table')
const facts = tables.find(({ header }) => header[1]!.text.startsWith('Latchkey'))!

const cellOf = (row: string, column: number) => {
  const cells = facts.rows.find(([name]) => name!.text === row)
  assert.ok(cells, `a row "${row}"`)
  return cells[column]!.text
}

for (const { peer, name, version, license, languages, shows } of packages) {
  const column = facts.header.findIndex(({ text }) => text.startsWith(`${peer} `))

  test(`the page says of ${name} what the package says`, () => {
    if (column === -1) return assert.ok(page.includes(`${version})`), version)
    if (languages) assert.match(cellOf('languages that come with it', column), new RegExp(`^${languages.count}\\b`))
    if (facts.header[column]!.text.endsWith(` ${version}`))
      assert.match(cellOf('license of the form', column), new RegExp(`^${license}\\b`))
    for (const row of Object.keys(shows)) assert.not.match(cellOf(row, column), /^(no|not documented)$/, row)
  })
}

test('every column of another product has the version of a package that was compared', () => {
  const names = facts.header.slice(2).map(({ text }) => text)
  const compared = names.filter((text) => packages.some(({ peer, version }) => text === `${peer} ${version}`))
  // it has no package: its components are copied
  assert.equal(
    names.filter((text) => !compared.includes(text)),
    ["Supabase's UI library"],
  )
})

test('the page says when its facts were compared with npm', () => {
  assert.ok(page.includes(`<!-- facts -->\nCompared with npm on ${ranOn}:`))
})

test('a new version, license, number of languages, and a feature that has gone are all noticed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-facts-'))
  try {
    mkdirSync(join(folder, 'words'))
    for (const [file, text] of [
      ['package.json', '{ "version": "2.0.0" }'],
      ['words/de.js', ''],
      ['words/fr.js', ''],
      ['words/index.js', ''],
      ['tags.d.ts', '"en-US" | "fr-FR" | "en-US"'],
    ])
      writeFileSync(join(folder, file!), text!)
    const before: PackageFacts = {
      peer: 'Other',
      name: 'other',
      version: '1.0.0',
      license: 'MIT',
      languages: { pattern: '^words/[a-z]{2}\\.js$', count: 1 },
      shows: { passkeys: ['tags.d.ts', 'passkey'], links: ['tags.d.ts', 'fr-FR'], codes: ['gone.js', 'x'] },
    }
    const missing: string[] = []
    const now = factsIn(folder, before, missing)
    assert.equal(differences(before, now), ['other: version 1.0.0 -> 2.0.0', 'other: license MIT -> not named', 'other: languages 1 -> 2'])
    assert.equal(missing, [
      'other 2.0.0 no longer shows "passkeys": no \'passkey\' in tags.d.ts',
      'other 2.0.0 no longer shows "codes": no \'x\' in gone.js',
    ])
    const tags = factsIn(folder, { ...before, languages: { pattern: '[a-z]{2}-[A-Z]{2}', file: 'tags.d.ts', count: 1 } }, [])
    assert.is(tags.languages?.count, 2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.run()
