import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { noProperties, ownProperties } from '../../src/api/ownProperties.ts'

/** What `own` makes of `given` while Object.prototype contains `polluted`. */
const polluted = <Result>(names: object, act: () => Result): Result => {
  Object.assign(Object.prototype, names)
  try {
    return act()
  } finally {
    for (const name of Object.keys(names)) delete (Object.prototype as Record<string, unknown>)[name]
  }
}

test("names in Object.prototype are nobody's options, at any depth", () => {
  const seen = polluted({ customBaseUrl: 'x', apiDomain: 'x', one_tap: true, type: 'x' }, () => {
    const options = ownProperties({ endpointOptions: { testApiDomain: 'a' }, providers: [{ position: 'floating' }] }) as Record<string, any>
    return [
      options.customBaseUrl,
      options.endpointOptions.apiDomain,
      options.endpointOptions.testApiDomain,
      options.providers[0].one_tap,
      options.providers[0].position,
      (noProperties as Record<string, unknown>).customBaseUrl,
      (ownProperties(Object.create({ customBaseUrl: 'inherited' })) as { customBaseUrl?: string }).customBaseUrl,
    ]
  })
  assert.equal(seen, [undefined, undefined, 'a', undefined, 'floating', undefined, undefined])
})

test('null counts as absent at any depth, and other values stay', () => {
  const act = () => 1
  const given = { a: null, b: undefined, c: 0, d: false, e: '', f: { g: null, h: 1 }, i: [{ j: null }], k: Number.POSITIVE_INFINITY, act }
  const taken = ownProperties(given) as unknown as typeof given
  assert.equal(
    [taken.a, taken.b, taken.c, taken.d, taken.e, taken.f.g, taken.f.h, taken.i[0]!.j, taken.k, taken.act],
    [undefined, undefined, 0, false, '', undefined, 1, undefined, Number.POSITIVE_INFINITY, act],
  )
  assert.equal([ownProperties(null), ownProperties(undefined), ownProperties('text'), ownProperties(5)], [undefined, undefined, 'text', 5])
  assert.ok(Array.isArray(taken.i))
})

test("later changes to a host's object have no effect", () => {
  const given = { config: { products: ['otp'] } }
  const taken = ownProperties(given)
  given.config.products.push('oauth')
  assert.equal(taken.config.products, ['otp'])
})

test('`__proto__` in JSON is an ordinary name', () => {
  const taken = ownProperties(JSON.parse('{"__proto__":{"customBaseUrl":"x"},"a":1}'))
  assert.is(taken.customBaseUrl, undefined)
  assert.is(taken.a, 1)
})

test.run()
