/** Tests that code without the table of kinds, because of its bytes, agrees with it. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseJsonAttribute } from '../../../src/ui/host/jsonAttribute.ts'
import { configKinds, kindsByPath, styleKinds, type Kinds } from '../../../src/ui/host/optionKinds.ts'

const test = suite('kinds of options')

/**
 * Each object and each list of a table, by its name. The values of `custom_scopes` are read as
 * texts.
 */
const shapes = (kinds: Kinds): [name: string, isList: boolean][] =>
  Object.entries(kinds).flatMap(([name, kind]) => {
    if (kind === 'choices') return [[name, true]]
    if (typeof kind === 'string') return []
    return Array.isArray(kind) ? [[name, true], ...shapes(kind[0])] : [[name, false], ...shapes(kind as Kinds)]
  })

const parse = (name: string, value: unknown) => () => parseJsonAttribute(JSON.stringify({ [name]: value }))

for (const [name, isList] of shapes(configKinds))
  test(`${name} in an attribute: ${isList ? 'a list' : 'an object'}`, () => {
    assert.not.throws(parse(name, isList ? [] : {}))
    assert.not.throws(parse(name, null))
    // these count as absent if they are something else
    if (!['legal', 'prefill'].includes(name))
      for (const wrong of [7, 'a', true, isList ? {} : []]) assert.throws(parse(name, wrong), `${name} is of the wrong kind`)
  })

test('no other option needs a list or an object', () => {
  const names = shapes(configKinds).map(([name]) => name)
  for (const table of [configKinds, styleKinds])
    for (const path of kindsByPath(table).keys()) {
      const name = path.slice(path.lastIndexOf('.') + 1)
      if (!names.includes(name)) assert.not.throws(parse(name, 7))
    }
})

test('an option that is named like an address has the kind of one', () => {
  for (const table of [configKinds, styleKinds])
    for (const [path, kind] of kindsByPath(table))
      assert.is(/ur[il]|domain|href|host|origin/i.test(path), ['redirect', 'link', 'image', 'host'].includes(kind), path)
})

test.run()
