import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { forCalls, loadingOf } from '../../src/widget/loading.ts'

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

for (const [product, token] of [
  ['emailMagicLinks', { magic_links: [...forCalls, 'urlLogIn', 'emailMagicLinks'] }],
  ['oauth', { oauth: [...forCalls, 'urlLogIn', 'oauthCalls'] }],
  ['passwords', { reset_password: ['kit', 'newPassword'] }],
  ['otp', {}],
] as const)
  test(`a page with ${product} and a token in its URL loads what its log-in needs`, () =>
    assert.equal(loadingOf({ products: [product] }).token, token))

test.run()
