/**
 * Invalid answers in place of what a call declares (`gives`), for tests of the client and of
 * screens.
 */
import type { AnyShape } from '../../src/api/shape.ts'
import type { Case } from './troubles.ts'

/** A complete value of a shape, with all optional parts. */
export const sample = (shape: AnyShape): unknown =>
  typeof shape === 'string'
    ? { string: 'text', number: 1, boolean: true }[shape]
    : Array.isArray(shape)
      ? [sample(shape[0])]
      : Object.fromEntries(Object.entries(shape).map(([name, of]) => [name.replace('?', ''), sample(of)]))

/** A JSON object that cannot be converted to a string or a number. */
const untextual = { toString: 1, valueOf: 1 }

/** Values that do not match each shape. */
const odd = (shape: AnyShape): unknown[] =>
  typeof shape === 'string'
    ? [shape === 'string' ? 7 : 'text', shape === 'boolean' ? 0 : true, [], {}, untextual]
    : Array.isArray(shape)
      ? ['text', 7, {}, { length: 1 }, [null], [[]], [shape[0] === 'string' ? 7 : 'text']]
      : ['text', 7, true, []]

const absent = Symbol('absent')

/**
 * Every way in which one place of `value` does not match `shape`: where it is, and the whole value
 * with that place changed.
 */
export function damages(shape: AnyShape, value: unknown, optional = false, path = 'data'): [what: string, value: unknown][] {
  const here: [string, unknown][] = [...odd(shape), ...(optional ? [] : [null, absent])].map((given) => [
    `${path} ${given === absent ? 'missing' : JSON.stringify(given)}`,
    given,
  ])
  if (typeof shape === 'string') return here
  const inside: [string, unknown][] = Array.isArray(shape)
    ? // The last row, because a check could look only at the first.
      damages(shape[0], (value as unknown[]).at(-1), false, path + '[]')
        .filter(([, row]) => row !== absent)
        .map(([what, row]) => [what, [...(value as unknown[]).slice(0, -1), row]])
    : Object.entries(shape).flatMap(([spelled, of]) => {
        const name = spelled.replace('?', '')
        const { [name]: field, ...others } = value as Record<string, unknown>
        return damages(of, field ?? sample(of), name !== spelled, `${path}.${name}`).map(([what, odd]): [string, unknown] => [
          what,
          odd === absent ? others : { ...others, [name]: odd },
        ])
      })
  return [...here, ...inside]
}

/**
 * The same damages as troubles of a call: each is answered with status 200, and the visitor reads
 * one sentence, in English by default.
 */
export const damaged = (shape: AnyShape, value: unknown, says = 'Invalid response from our servers.'): Case[] =>
  damages(shape, value)
    .filter(([, data]) => data !== absent)
    .map(([what, data]) => ({ name: what, fault: { status: 200, body: { data } }, says }))

/**
 * Returns JSON in which every place at one depth has the same invalid value, for each depth and
 * each value. No code that reads one of those places may fail. The fields in `keep` stay at the
 * first depth, so that the tests reach deeper levels.
 */
export function damagedEverywhere(json: object, keep: string[] = []): [what: string, json: object][] {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  const at = (value: unknown, depth: number, odd: unknown): unknown => {
    if (typeof value !== 'object' || !value) return value
    const place = (name: string, inner: unknown) => (depth > 1 ? at(inner, depth - 1, odd) : keep.includes(name) ? inner : odd)
    return Array.isArray(value)
      ? value.map((inner) => place('', inner))
      : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, place(name, inner)]))
  }
  return Array.from({ length: depthOf(json) }, (_, depth) => depth + 1).flatMap((depth) =>
    [null, 7, 0, 'text', '\ud800', true, [], {}, untextual, [untextual], [null]].map((odd): [string, object] => [
      `${JSON.stringify(odd)} at depth ${depth}`,
      at(json, depth, odd) as object,
    ]),
  )
}
