import { readFile, readdir } from 'node:fs/promises'
import metadata from 'libphonenumber-js/min/metadata'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { callingCodes, countriesIn } from '../../../src/products/otp/phone/countries.ts'
import { mainCountryIn } from '../../../src/products/otp/phone/mainCountry.ts'
import { phoneReader } from '../../../src/products/otp/phone/phoneReader.ts'

const folder = new URL('../../../src/products/otp/phone/metadata/', import.meta.url)
const test = suite('phone metadata')

test('matches what build/phoneMetadata.ts writes from the installed libphonenumber-js', async () => {
  const { files } = await import('../../../build/phoneMetadata.ts')
  assert.equal((await readdir(folder)).sort(), Object.keys(files).sort())
  for (const [name, text] of Object.entries(files)) {
    assert.is(await readFile(new URL(name, folder), 'utf8'), text, `${name} is out of date: npm run phoneMetadata`)
  }
})

test('nine parts make the whole, and no country is in two', async () => {
  const parts = await Promise.all(
    [...'123456789'].map(async (digit) => (await import(`../../../src/products/otp/phone/metadata/callingCodes${digit}x.ts`)).default),
  )
  for (const key of ['country_calling_codes', 'countries', 'nonGeographic'] as const) {
    assert.equal(
      parts.reduce((whole, part) => ({ ...whole, ...part[key] }), {}),
      metadata[key],
    )
    assert.is(
      parts.reduce((count, part) => count + Object.keys(part[key]).length, 0),
      Object.keys(metadata[key]).length,
    )
  }
})

/** A country of each of the nine parts, by the first digit of its calling code. */
for (const [country, e164] of [
  ['US', '+12015550123'],
  ['KE', '+254712123456'],
  ['IT', '+393123456789'],
  ['GB', '+447400123456'],
  ['BR', '+5511961234567'],
  ['SG', '+6581234567'],
  ['KZ', '+77710009998'],
  ['JP', '+819012345678'],
  ['IN', '+918123456789'],
] as const)
  test(`the widget's reader fetches the rules of ${country}`, async () => {
    const reading = await phoneReader.read(e164, country)
    assert.is(reading.e164, e164)
    assert.is(reading.country, country)
  })

test('every country has its calling code without them', () => {
  assert.is(Object.keys(callingCodes).length, 245)
  for (const [country, [code]] of Object.entries(metadata.countries)) assert.is(callingCodes[country], code, country)
  for (const [code, countries] of Object.entries<string[]>(metadata.country_calling_codes)) {
    assert.is(mainCountryIn(callingCodes)(code), countries[0] === '001' ? undefined : countries[0], code)
  }
})

test('countries have names in the language of the page, in its order', () => {
  const named = (...languages: string[]) => countriesIn(languages).map(({ name }) => name)
  const english = named('en')
  assert.equal(english.slice(0, 3), ['Afghanistan', 'Åland Islands', 'Albania'])
  assert.is(english.at(-1), 'Zimbabwe')
  assert.is(english.length, 245)
  assert.equal(
    countriesIn(['de']).find(({ country }) => country === 'AT'),
    { country: 'AT', code: '43', name: 'Österreich' },
  )
  // In German, Ö is sorted like O. In Swedish it is the last letter.
  assert.ok(named('de').indexOf('Österreich') < named('de').indexOf('Polen'))
  assert.ok(named('sv').indexOf('Österrike') > named('sv').indexOf('Zimbabwe'))
  // An invalid tag, or an unknown language, is skipped.
  assert.equal(named('', 'en_US', 'tlh', 'de'), named('de'))
  assert.equal(named(''), english)
})

test.run()
