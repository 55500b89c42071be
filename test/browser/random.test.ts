import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { base64, base64url, utf8 } from '../../src/browser/base64.ts'
import { uuid } from '../../src/browser/random.ts'

test('base64 and base64url match RFC 4648', () => {
  const vectors = { '': '', f: 'Zg==', fo: 'Zm8=', foo: 'Zm9v', foob: 'Zm9vYg==', fooba: 'Zm9vYmE=', foobar: 'Zm9vYmFy' }
  for (const [text, encoded] of Object.entries(vectors)) assert.is(base64(utf8(text)), encoded)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      assert.is(base64(bytes), Buffer.from(bytes).toString('base64'))
      assert.is(base64url(bytes), Buffer.from(bytes).toString('base64url'))
    }),
  )
})

test('a UUID has version 4 and takes all other bits from the generator', () => {
  const ids = Array.from({ length: 500 }, uuid)
  for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  assert.is(new Set(ids).size, 500)
  for (const at of [0, 9, 15, 20, 35]) assert.is(new Set(ids.map((id) => id[at])).size, 16)
})

test.run()
