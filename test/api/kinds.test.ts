import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { amount, text, texts } from '../../src/api/kinds.ts'
import { objects } from '../../src/api/listOfObjects.ts'
import { bytesOf } from '../../src/browser/bytesOf.ts'

const test = suite('kinds of values')

/** What nobody means, whatever is asked for. */
const odd = [undefined, null, true, false, {}, { __proto__: null }, Symbol('odd'), 5n, () => {}, NaN, new Date(NaN), /x/]

for (const value of odd) {
  test(`${typeof value} is nothing`, () => {
    assert.equal([text(value), amount(value), texts(value), objects(value)], [undefined, undefined, undefined, []])
    assert.equal(texts([value, 'a']), ['a'])
  })
}
test('what they are', () => {
  assert.equal([text(''), text('a'), text(['a']), text(5)], ['', 'a', undefined, undefined])
  assert.equal(
    [amount(0.5), amount(7), amount('7'), amount('7 days'), amount(''), amount(0), amount(-1), amount(Infinity), amount([7])],
    [0.5, 7, 7, undefined, undefined, undefined, undefined, undefined, undefined],
  )
  assert.equal([amount(' 7.5\n'), amount('.5'), amount('007')], [7.5, 0.5, 7])
  // numbers of JavaScript, which nobody writes into HTML
  for (const given of ['0x10', '0b11', '0o7', '1e3', '5e-1', '+5', '-5', 'Infinity', '1.2.3', '.', ' ', '1_000', '1 000', '٥'])
    assert.is(amount(given), undefined, given)
  assert.equal([texts([]), texts('ab'), texts({ 0: 'a', length: 1 })], [[], undefined, undefined])
  assert.equal(objects([{ a: 1 }, null, 'x', [1]]), [{ a: 1 }, [1]])
})

const bytes = Uint8Array.of(1, 2, 255)
const containers: [what: string, given: unknown, found: number[] | undefined][] = [
  ['bytes', bytes, [1, 2, 255]],
  ['a buffer of Node', Buffer.from(bytes), [1, 2, 255]],
  ['an ArrayBuffer', bytes.slice().buffer, [1, 2, 255]],
  ['a view of a part', new DataView(Uint8Array.of(9, 1, 2, 255, 9).buffer, 1, 3), [1, 2, 255]],
  ['words of 16 bits', new Uint16Array(Uint8Array.of(1, 2).buffer), [1, 2]],
  ['a list', [1, 2, 255], [1, 2, 255]],
  ['a buffer as JSON', JSON.parse(JSON.stringify(Buffer.from(bytes))), [1, 2, 255]],
  ['bytes as JSON', JSON.parse(JSON.stringify(bytes)), [1, 2, 255]],
  ['no bytes', new Uint8Array(), []],
  ['an empty list', [], undefined],
  ['other numbers', [1, 256], undefined],
  ['fractions', [0.5], undefined],
  ['texts', ['1'], undefined],
  ['a text', 'AQL_', undefined],
  ['null', null, undefined],
  ['an object', { type: 'Buffer' }, undefined],
]
for (const [what, given, found] of containers) {
  test(`bytes: ${what}`, () => {
    const read = bytesOf(given)
    assert.equal(read && [...read], found)
  })
}

test.run()
