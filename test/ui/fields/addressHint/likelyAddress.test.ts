/**
 * Checks which typing errors are found in an address, and that real domains have none
 * (realDomains.txt: large providers, companies and universities).
 */
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { processorTime } from '../../../harness/processorTime.ts'
import { likelyAddress } from '../../../../src/ui/fields/addressHint/likelyAddress.ts'

/** What visitors type, by what they mean. */
const errors: Record<string, string[]> = {
  'gmail.com': [
    ...['gmial.com', 'gamil.com', 'gmai.com', 'gmal.com', 'gmil.com', 'gnail.com', 'gmaill.com', 'gmali.com', 'gmaul.com', 'mgail.com'],
    ...['gmail.con', 'gmail.co', 'gmail.cm', 'gmail.om', 'gmail.comm', 'gmail.cmo', 'gmail.vom', 'gmailcom', 'gmail,com', 'gmail..com'],
    ...['gmial.con', 'gmai.cmo', 'GMIAL.COM'],
  ],
  'googlemail.com': ['goglemail.com', 'googlemail.con'],
  'yahoo.com': ['yaho.com', 'yahooo.com', 'yhaoo.com', 'yahho.com', 'yahoo.con', 'yahoo.cm', 'yaoo.com'],
  'yahoo.co.uk': ['yaho.co.uk', 'yhaoo.co.uk'],
  'hotmail.com': ['hotmial.com', 'hotmal.com', 'hotmai.com', 'homail.com', 'hotmaill.com', 'hotmail.con', 'hotmail.co', 'htomail.com'],
  'hotmail.fr': ['hotmial.fr', 'hotmal.fr'],
  'outlook.com': ['outlok.com', 'outloook.com', 'oulook.com', 'outlook.con', 'outllok.com'],
  'icloud.com': ['iclod.com', 'icoud.com', 'icluod.com', 'icloud.con'],
  'protonmail.com': ['protonmial.com', 'protonmail.cmo'],
  'larch.com': ['larch.con', 'larch.cmo', 'larch.ocm', 'larch.vom', 'larch.xom', 'larch.cpm'],
  'mail.larch.net': ['mail.larch.ner', 'mail.larch.nte'],
  'larch.org': ['larch.ogr', 'larch.rog'],
  'larch.edu': ['larch.eud'],
}

for (const [meant, all] of Object.entries(errors)) {
  for (const typed of all) test(`${typed}: ${meant}`, () => assert.is(likelyAddress(`Ada.L+x@${typed}`), `Ada.L+x@${meant}`))
}

test('spaces around the address do not matter', () => assert.is(likelyAddress(' ada@gmial.com '), 'ada@gmail.com'))

for (const typed of [
  '',
  'ada',
  'ada@',
  '@gmial.com',
  'ada@gmail.com',
  'ADA@GMAIL.COM',
  ' ada@gmail.com ',
  'ada@hotmail.fi',
  'ada@yahoo.co.jp',
  'ada@mail.gmial.dev',
]) {
  test(`no hint for '${typed}'`, () => assert.is(likelyAddress(typed), undefined))
}

test('no hint for any of 1,000 real domains', () => {
  const domains = readFileSync(new URL('realDomains.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/)
  assert.is(new Set(domains).size, 1000)
  assert.equal(
    domains.filter((domain) => likelyAddress(`ada@${domain}`)),
    [],
  )
})

test('a long text is no address, and costs no time', () => {
  const texts = ['@'.repeat(100_000), `${'a@'.repeat(50_000)} `, `${' '.repeat(100_000)}a`, `ada@${'gmial.'.repeat(20_000)}com`]
  const ms = processorTime(() => {
    for (const text of texts) assert.is(likelyAddress(text), undefined)
  })
  assert.ok(ms < 1000, String(ms))
  const name = 'a'.repeat(254 - '@gmial.com'.length)
  assert.is(likelyAddress(`${name}@gmial.com`), `${name}@gmail.com`)
  assert.is(likelyAddress(`${name}a@gmial.com`), undefined)
})

test('at least 40 errors are in the table', () => assert.ok(Object.values(errors).flat().length >= 40))

test.run()
