import { computed } from '../../harness/turns.ts'
import { getCountries, getExampleNumber, parsePhoneNumberFromString, type MetadataJson } from 'libphonenumber-js/core/es6'
import examples from 'libphonenumber-js/mobile/examples'
import metadata from 'libphonenumber-js/min/metadata'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { seeded } from '../../harness/seeded.ts'
import { dialedDigits } from '../../../src/products/otp/phone/digits.ts'
import { callingCodes } from '../../../src/products/otp/phone/countries.ts'
import phoneNumbers, { type Regions } from '../../../src/products/otp/phone/numbers.ts'

const whole = metadata as unknown as MetadataJson
const countries = getCountries(whole)
const { read, readEdit } = phoneNumbers(callingCodes, dialedDigits)

const regions: Regions = Object.fromEntries(
  await Promise.all(
    [...'123456789'].map(async (digit) => [
      digit,
      (await import(`../../../src/products/otp/phone/metadata/callingCodes${digit}x.ts`)).default,
    ]),
  ),
)

/** Types into a field key by key, like a visitor. */
const typed = (keys: string, country: string) => {
  let reading = { text: '', country } as ReturnType<typeof readEdit>
  for (const key of keys) {
    const { text } = reading
    reading = readEdit({ input: text + key, caret: text.length + 1 }, reading.country, regions)
  }
  return reading
}

/** `|` is the caret. */
const at = (field: string) => [field.slice(0, field.indexOf('|')), field.slice(field.indexOf('|') + 1)] as const
const shown = ({ text, caret }: { text: string; caret: number }) => `${text.slice(0, caret)}|${text.slice(caret)}`
const edit = (field: string, change: (before: string, after: string) => readonly [string, string], country: string, forward?: boolean) => {
  const [before, after] = change(...at(field))
  const deletion = forward === undefined ? undefined : { previous: field.replace('|', ''), forward }
  return shown(readEdit({ input: before + after, caret: before.length, deletion }, country, regions))
}
const insert = (field: string, text: string, country = 'US') => edit(field, (before, after) => [before + text, after], country)
const backspace = (field: string, country = 'US') => edit(field, (before, after) => [before.slice(0, -1), after], country, false)
const del = (field: string, country = 'US') => edit(field, (before, after) => [before, after.slice(1)], country, true)

const everyCountry = suite('phone numbers: every country')

everyCountry('the example number, typed digit by digit, ends in its national format and E.164', () => {
  assert.is(countries.length, 245)
  for (const country of countries) {
    const example = getExampleNumber(country, examples, whole)!
    const national = example.formatNational()
    const reading = typed(national.replace(/\D/g, ''), country)
    assert.is(reading.text, national, country)
    assert.is(reading.e164, example.number, country)
    assert.is(reading.country, country, country)
    assert.is(reading.international, example.formatInternational(), country)
    assert.is(reading.caret, national.length, country)
  }
})

everyCountry('pasted with its calling code, it switches the country and shows the national format, which parses again', () => {
  for (const country of countries) {
    const example = getExampleNumber(country, examples, whole)!
    // Some countries share their numbers with a neighbor, as Svalbard does with Norway. The number
    // itself does not tell which.
    const { country: owner } = parsePhoneNumberFromString(example.number, whole)!
    for (const text of [example.number, example.formatInternational(), `tel:${example.number}`]) {
      const reading = read(text, country === 'US' ? 'DE' : 'US', regions)
      assert.equal([reading.country, reading.text, reading.e164], [owner, example.formatNational(), example.number], text)
      assert.is(read(reading.text, reading.country, regions).e164, example.number, text)
    }
  }
})

everyCountry('typed with its calling code, it does the same', () => {
  for (const country of countries) {
    const example = getExampleNumber(country, examples, whole)!
    const reading = typed(example.number, country === 'US' ? 'DE' : 'US')
    assert.is(reading.e164, example.number, country)
    assert.is(reading.country, parsePhoneNumberFromString(example.number, whole)!.country, country)
    assert.not(reading.text.startsWith('+'), country)
  }
})

everyCountry('one ninth of the rules gives the same result as the complete parser', () => {
  // Numbers that are wrong in a digit or two, too short, too long, or correct.
  const random = seeded(1)
  const differences: string[] = []
  let valid = 0
  for (const country of countries) {
    const example = getExampleNumber(country, examples, whole)!
    const forms = [example.nationalNumber, example.formatNational().replace(/\D/g, ''), example.number, `00${example.number.slice(1)}`]
    for (let round = 0; round < 80; round++) {
      const text =
        forms[round % 4]!.replace(/\d/g, (digit) => (random() < 0.1 ? String(Math.floor(random() * 10)) : digit)).slice(
          0,
          random() < 0.1 ? -1 : undefined,
        ) + (random() < 0.1 ? '5' : '')
      const number = parsePhoneNumberFromString(text, { defaultCountry: country }, whole)
      const expected = number?.isValid() ? number.number : undefined
      if (expected) valid++
      const { e164 } = read(text, country, regions)
      if (e164 !== expected) differences.push(`${text} from ${country}: ${e164}, not ${expected}`)
    }
  }
  assert.ok(valid > 5000, `only ${valid} were valid`)
  assert.equal(differences, [])
})

everyCountry.run()

const reading = suite('phone numbers: reading')

for (const [text, country, expected] of [
  ['2133734253', 'US', { text: '(213) 373-4253', country: 'US', e164: '+12133734253', international: '+1 213 373 4253' }],
  ['1 213 373 4253', 'US', { text: '1 (213) 373-4253', country: 'US', e164: '+12133734253', international: '+1 213 373 4253' }],
  // A Canadian number under the United States has the same calling code, so the country stays.
  ['204 234 5678', 'US', { text: '(204) 234-5678', country: 'US', e164: '+12042345678', international: '+1 204 234 5678' }],
  // A complete international number tells its country exactly.
  ['+1 204 234 5678', 'US', { text: '(204) 234-5678', country: 'CA', e164: '+12042345678', international: '+1 204 234 5678' }],
  ['0044 7400 123456', 'DE', { text: '07400 123456', country: 'GB', e164: '+447400123456', international: '+44 7400 123456' }],
  ['011 44 7400 123456', 'US', { text: '07400 123456', country: 'GB', e164: '+447400123456', international: '+44 7400 123456' }],
  ['+44 (0)20 7946 0958', 'US', { text: '020 7946 0958', country: 'GB', e164: '+442079460958', international: '+44 20 7946 0958' }],
  ['447400123456', 'GB', { text: '07400 123456', country: 'GB', e164: '+447400123456', international: '+44 7400 123456' }],
  ['8 912 345-67-89', 'RU', { text: '8 (912) 345-67-89', country: 'RU', e164: '+79123456789', international: '+7 912 345 67 89' }],
  ['+7 (8912) 345-67-89', 'US', { country: 'RU', e164: '+79123456789' }],
  // A number without a country stays as it is, and can be sent.
  ['+80012345678', 'US', { text: '+800 1234 5678', country: 'US', e164: '+80012345678', international: '+800 1234 5678' }],
  ['＋４４７４００１２３４５６', 'US', { text: '07400 123456', country: 'GB', e164: '+447400123456' }],
  ['٠١٠٠١٢٣٤٥٦٧', 'EG', { text: '010 01234567', country: 'EG', e164: '+201001234567' }],
  ['०८१२३४५६७८९', 'IN', { text: '081234 56789', country: 'IN', e164: '+918123456789' }],
  ['(213) 373-4253 ext. 12', 'US', { text: '(213) 373-4253', e164: '+12133734253' }],
  ['tel:+1-213-373-4253;ext=12', 'DE', { text: '(213) 373-4253', country: 'US', e164: '+12133734253' }],
  ['(213) 373-4253 x12', 'US', { text: '(213) 373-4253', e164: '+12133734253' }],
  ['Fax 213 373 4253', 'US', { text: '(213) 373-4253', e164: '+12133734253' }],
  ['213a373b4253', 'US', { text: '(213) 373-4253', e164: '+12133734253' }],
  ['213 373 425', 'US', { text: '(213) 373-425', e164: undefined }],
  ['213 373 42533', 'US', { text: '21337342533', e164: undefined }],
  ['+44 79', 'US', { text: '+44 79', country: 'GB', e164: undefined }],
  ['+1 21', 'CA', { text: '+1 21', country: 'CA', e164: undefined }],
  ['+999 123', 'US', { text: '+999123', country: 'US', e164: undefined }],
  ['+0123', 'US', { text: '+0123', country: 'US', e164: undefined }],
  ['', 'US', { text: '', country: 'US', e164: undefined }],
  ['+', 'US', { text: '+', country: 'US', e164: undefined }],
  ['(', 'US', { text: '(', country: 'US', e164: undefined }],
  ['ada@example.com', 'US', { text: 'ada@example.com', country: 'US', e164: undefined }],
  ['__proto__', 'US', { text: '__proto__', country: 'US', e164: undefined }],
] as const) {
  reading(`${JSON.stringify(text)} under ${country}`, () => {
    const found = read(text, country, regions)
    for (const [key, value] of Object.entries(expected)) assert.is(found[key as keyof typeof found], value, key)
  })
}

reading('digits of every script count, even where two runs of them touch', () => {
  assert.is(dialedDigits('٣۳३３𝟛\u{116d3}\u{116dd}'), '3333333')
})

reading('a very long text stays as it is, and is parsed quickly', () => {
  const start = computed()
  for (const part of ['2', '٢', '+', 'x ', '1 x', '<b>', ' ', '(2) ']) {
    const text = part.repeat(100_000 / part.length)
    const found = readEdit({ input: text, caret: 7 }, 'US', regions)
    if (dialedDigits(text).length !== 1) assert.is(found.text, text)
    assert.is(found.e164, undefined)
  }
  // With quadratic time this would take minutes.
  assert.ok(computed() - start < 5000)
})

reading('never throws, whatever the visitor types', () => {
  const odd = ['+', '0', '1', '9', '٣', 'x', 'ext', '(', ' ', '-', '\u202e', '\u{1d7d8}', '\ud800', '\0', '#', '*', ';', '00', '011']
  for (let seed = 1; seed < 3000; seed++) {
    let text = ''
    for (let rest = seed * 7919; rest > 0; rest = Math.floor(rest / odd.length)) text += odd[rest % odd.length]
    for (const country of ['US', 'GB', 'DE', 'BR', 'AR', 'RU', 'TA']) {
      const found = readEdit({ input: text, caret: seed % (text.length + 1) }, country, regions)
      assert.ok(found.caret >= 0 && found.caret <= found.text.length)
    }
  }
})

reading('reports which rules are missing, and leaves the text as typed', () => {
  const us = { 1: regions[1] }
  assert.equal(read('213 373', 'US', {}), { text: '213 373', country: 'US', needs: '1' })
  assert.equal(read('+44 7911', 'US', us), { text: '+44 7911', country: 'US', needs: '4' })
  assert.equal(read('011 44 7911', 'US', us), { text: '011 44 7911', country: 'US', needs: '4' })
  assert.equal(read('7911', 'GB', us), { text: '7911', country: 'GB', needs: '4' })
  // A number that starts with a plus does not need the select's country.
  assert.is(read('+1 213 373 4253', 'GB', us).e164, '+12133734253')
})

reading.run()

const caret = suite('phone numbers: the caret')

for (const [name, result, expected] of [
  ['typing at the end', insert('(213) 37|', '3'), '(213) 373|'],
  ['typing that closes a bracket', insert('21|', '3'), '(213)|'],
  ['typing in the middle', insert('(213) 3|3-425', '7'), '(213) 37|3-425'],
  ['typing before a separator', insert('(21|) 373-4253', '3'), '(213|) 373-4253'],
  ['typing at the start', insert('|(133) 734-253', '2'), '(2|13) 373-4253'],
  ['a letter in the middle changes nothing', insert('(213) 3|73-4253', 'a'), '(213) 3|73-4253'],
  ['a full-width digit', insert('(213) 37|3-425', '８'), '(213) 378|-3425'],
  ['deleting at the end', backspace('(213) 373-4|'), '(213) 373|'],
  ['deleting in the middle', backspace('(213) 373|-4253'), '(213) 37|4-253'],
  ['deleting the bracket that formatting put there', backspace('(213)|'), '21|'],
  ['deleting a separator', backspace('(213) 373-|4253'), '(213) 37|4-253'],
  ['deleting the first bracket', backspace('(|213) 373-4253'), '|(213) 373-4253'],
  ['deleting a digit forward', del('(213) |373-4253'), '(213|) 734-253'],
  ['deleting a separator forward', del('(213) 373|-4253'), '(213) 373|-253'],
  ['deleting everything', edit('(213) 373-4253|', () => ['', ''], 'US', false), '|'],
  ['the same number pasted over all', edit('(213) 373-4253|', () => ['2133734253', ''], 'US'), '(213) 373-4253|'],
  ['a selection replaced', edit('(213) 373-4253|', () => ['(213) 9', '-4253'], 'US'), '(213) 9|42-53'],
  ['a number pasted over all', edit('(213)|', () => ['+447400123456', ''], 'US'), '07400 123456|'],
  ['a number pasted before a digit', insert('|6', '+44 7400 12345'), '07400 12345|6'],
] as const) {
  caret(name, () => assert.is(result, expected))
}

caret('stays where it was while the rules are missing', () => {
  assert.is(shown(readEdit({ input: '213373', caret: 3 }, 'US', {})), '213|373')
})

caret.run()
