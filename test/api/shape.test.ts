import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { call } from '../../src/api/call.ts'
import { fits, type AnyShape, type Shapes } from '../../src/api/shape.ts'

const row = { id: 'string', 'note?': 'string' } as const

const table: [shape: AnyShape, fitting: unknown[], odd: unknown[]][] = [
  ['string', ['', 'a'], [undefined, null, 7, true, [], {}, ['a']]],
  ['number', [0, -1.5], [undefined, null, '7', true, [], {}]],
  ['boolean', [true, false], [undefined, null, 0, 'true', [], {}]],
  [{}, [{}, { a: 1 }], [undefined, null, 'a', 7, [], [{}]]],
  [['string'], [[], ['a', '']], [undefined, null, 'a', {}, { length: 0 }, [7], ['a', null], [['a']]]],
  [[['number']], [[], [[]], [[1], [2]]], [[1], [['1']], [[1], null]]],
  [row, [{ id: '' }, { id: 'a', note: null }, { id: 'a', note: 'b', more: 7 }], [{}, { id: null }, { note: 'b' }, { id: 'a', note: 7 }]],
  [[row], [[], [{ id: 'a' }, { id: 'b' }]], [[null], [{ id: 'a' }, {}], [{ id: 'a' }, null], { id: 'a' }, [[]]]],
  [
    { a: { 'b?': [row] } },
    [{ a: {} }, { a: { b: null } }, { a: { b: [{ id: 'c' }] } }],
    [{}, { a: null }, { a: { b: {} } }, { a: { b: [{ id: 7 }] } }, { a: [] }],
  ],
]
for (const [shape, fitting, odd] of table) {
  test(`which values fit ${JSON.stringify(shape)}`, () => {
    for (const value of fitting) assert.ok(fits(value, shape), JSON.stringify(value))
    for (const value of odd) assert.not(fits(value, shape), JSON.stringify(value))
  })
}

interface Result {
  id: string
  note?: string
  part: { count: number } | null
  rows: { id: string }[]
}

// A path that an answer does not have does not compile, and neither does a wrong kind.
export const types = [
  { id: 'string', 'note?': 'string', 'part?': { count: 'number' }, rows: [{ id: 'string' }] } satisfies Shapes<Result>,
  // A field that is always there can be declared as optional.
  { 'id?': 'string' } satisfies Shapes<Result>,
  // @ts-expect-error no such field
  { name: 'string' } satisfies Shapes<Result>,
  // @ts-expect-error another kind
  { id: 'number' } satisfies Shapes<Result>,
  // @ts-expect-error may be absent
  { note: 'string' } satisfies Shapes<Result>,
  // @ts-expect-error may be null
  { part: { count: 'number' } } satisfies Shapes<Result>,
  // @ts-expect-error a list has rows
  { rows: { id: 'string' } } satisfies Shapes<Result>,
  // @ts-expect-error no such field of a row
  { rows: [{ name: 'string' }] } satisfies Shapes<Result>,
  // @ts-expect-error a call declares fields of its own answer
  call<undefined, Result>('GET /somewhere', { gives: { rows: [{ name: 'string' }] } }),
]

test.run()
