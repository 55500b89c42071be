import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { linkOnTheWay } from '../../../src/tools/program/links.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-links-')))
test.after(() => rmSync(folder, { recursive: true }))

mkdirSync(join(folder, 'own/deep'), { recursive: true })
writeFileSync(join(folder, 'own/file.json'), '')
symlinkSync(tmpdir(), join(folder, 'away'))
symlinkSync(tmpdir(), join(folder, 'own/deep/away'))
symlinkSync(join(folder, 'own/file.json'), join(folder, 'own/link.json'))
symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'))

for (const [path, link] of [
  ['away', 'away'],
  ['away/new.json', 'away'],
  ['./own/../away/new.json', 'away'],
  ['own/deep/away/a/b', 'own/deep/away'],
  ['own/link.json', 'own/link.json'],
  ['dangling', 'dangling'],
  [join(folder, 'away/new.json'), 'away'],
  ['own/file.json', undefined],
  ['own/new/new.json', undefined],
  ['own/file.json/new', undefined],
  ['.', undefined],
  ['..', undefined],
  ['../away', undefined],
  ['..away', undefined],
] as const)
  test(`${path.replace(folder, '<folder>')}: ${link}`, () => assert.is(linkOnTheWay(folder, path), link))

test.run()
