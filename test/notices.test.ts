/**
 * Checks the third-party packages in dist/: each has a notice, and a license that permits its use.
 */
import './built/all.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { entries } from '../build/entries.ts'
import { billOfMaterials, contents, notices, objections, packagesOf, type Bill } from '../build/notices.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let bill: Bill
let held: Record<string, string[]>
test.before(async () => {
  held = await contents()
  bill = await billOfMaterials()
})

test('THIRD-PARTY-NOTICES.md is up to date: `npm run build && npm run notices`', () => {
  assert.is(readFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8'), notices(bill, held))
})

test('every package has a license that requires only its own text, and that text', () => {
  assert.equal(objections(packagesOf(bill)), [])
})

test('an unlisted license, a missing one, and one without its text are reported', () => {
  const carried = { name: 'them', version: '1.0.0', licenses: ['MIT'], texts: ['MIT License'] }
  assert.equal(objections([carried]), [])
  assert.equal(objections([{ ...carried, licenses: ['GPL-3.0-only'] }]), ['them 1.0.0: GPL-3.0-only'])
  assert.equal(objections([{ ...carried, licenses: ['MIT', 'GPL-3.0-only'] }]), ['them 1.0.0: MIT, GPL-3.0-only'])
  assert.equal(objections([{ ...carried, licenses: [] }]), ['them 1.0.0: no license'])
  assert.equal(objections([{ ...carried, texts: [] }]), ['them 1.0.0: the text of its license is not in the package'])
})

test('every script of dist/ was analyzed, and every package in one is in the bill', () => {
  // The table of hashes, and modules that re-export a CommonJS file.
  const written = ['embed/integrity.js', ...entries.flatMap(({ module }) => (module ? [module.slice('dist/'.length)] : []))]
  const scripts = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.c?js$/.test(name) && !written.includes(name) && !name.startsWith('site/'))
  assert.equal(scripts.filter((name) => !held[name]).sort(), [])
  const names = new Set(packagesOf(bill).map(({ name }) => name))
  const packaged = scripts.flatMap((script) =>
    held[script]!.filter((path) => path.includes('node_modules/')).map((path) => path.split('node_modules/').at(-1)!),
  )
  assert.ok(packaged.length > 100)
  assert.equal(
    packaged.filter(
      (path) =>
        !names.has(
          path
            .split('/')
            .slice(0, path.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    ),
    [],
  )
  // Data in our generated files counts too.
  for (const name of ['preact', 'libphonenumber-js', 'simple-icons']) assert.ok(names.has(name), name)
})

test('the bill in the package is the same, without the texts', () => {
  const sbom = JSON.parse(readFileSync(join(root, 'dist/sbom.cdx.json'), 'utf8')) as Bill & { bomFormat: string }
  assert.is(sbom.bomFormat, 'CycloneDX')
  assert.equal(
    packagesOf(sbom).map(({ name, version }) => [name, version]),
    packagesOf(bill).map(({ name, version }) => [name, version]),
  )
})

test.run()
