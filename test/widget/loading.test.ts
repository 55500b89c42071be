import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { loadingOf } from '../../src/widget/loading.ts'

for (const [products, files] of [
  [
    ['passkeys', 'emailMagicLinks'],
    ['laterEngine', 'passkeyLogIn'],
  ],
  [
    ['passkeys', 'passwords'],
    ['laterEngine', 'passkeyLogIn'],
  ],
  [['passkeys', 'oauth'], []],
  [['emailMagicLinks'], []],
]) {
  test(`after its first paint, a form with ${products!.join(' and ')} loads ${files!.join(' and ') || 'nothing'} for autofill`, () =>
    assert.equal(loadingOf({ products }).rest, ['engine', ...files!]))
}

test.run()
