import reference from 'bs58'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { base58 } from '../../src/browser/base58.ts'

const test = suite('base58')

const utf8 = (text: string) => new TextEncoder().encode(text)
const hex = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))

// The test vectors of draft-msporny-base58-03, section 5, and Bitcoin's for leading zeros.
for (const [bytes, text] of [
  [utf8('Hello World!'), '2NEpo7TZRRrLZSi2U'],
  [utf8('The quick brown fox jumps over the lazy dog.'), 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
  [hex('0000287fb4cd'), '11233QC4'],
  [hex(''), ''],
  [hex('00'), '1'],
  [hex('00000000000000000000'), '1111111111'],
  [hex('61'), '2g'],
  [hex('00eb15231dfceb60925886b67d065299925915aeb172c06647'), '1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L'],
] as const) {
  test(`${bytes.length} bytes are '${text}'`, () => assert.is(base58(bytes), text))
}

test('any bytes give the same text as with bs58', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => base58(bytes) === reference.encode(bytes)))
})

test.run()
