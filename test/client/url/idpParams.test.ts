import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseOAuthAuthorizeParams, parseOAuthLogoutParams } from '../../../src/client/url/idpParams.ts'

const missing = (name: string) => `Required parameter is missing: ${name}. Please reach out to the application developer.`
const defaults = { response_type: 'code', scopes: ['openid', 'email', 'profile'] }
const given = { client_id: 'a', redirect_uri: 'https://r.test/cb', ...defaults }
const base = 'client_id=a&redirect_uri=https%3A%2F%2Fr.test%2Fcb'

for (const [query, error, result] of [
  [base, null, given],
  [`${base}&response_type=&scope=&state=&nonce=&prompt=&code_challenge=`, null, given],
  [
    `${base}&response_type=token&scope=openid++custom:a%20email&state=s&nonce=n&prompt=consent&code_challenge=c&code_challenge_method=S256&foo=1`,
    null,
    {
      ...given,
      response_type: 'token',
      scopes: ['openid', 'custom:a', 'email'],
      state: 's',
      nonce: 'n',
      prompt: 'consent',
      code_challenge: 'c',
    },
  ],
  [`${base}&state=a+b%2Bc%20d%26e%3Df%25`, null, { ...given, state: 'a b+c d&e=f%' }],
  [`${base}&state=%E2%82%AC%F0%9F%94%91`, null, { ...given, state: '€🔑' }],
  [`${base}&scope=+++`, null, given],
  [`${base}&client_id=z&state=1&state=2`, null, { ...given, state: '1' }],
  [`${base}&__proto__=x&constructor=y`, null, given],
  ['', missing('client_id'), { client_id: '', redirect_uri: '', ...defaults }],
  ['redirect_uri=b', missing('client_id'), { client_id: '', redirect_uri: 'b', ...defaults }],
  ['client_id=&redirect_uri=b', missing('client_id'), { client_id: '', redirect_uri: 'b', ...defaults }],
  ['client_id=a', missing('redirect_uri'), { client_id: 'a', redirect_uri: '', ...defaults }],
] as const) {
  test(`authorize: ${query}`, () => assert.equal(parseOAuthAuthorizeParams(new URLSearchParams(query)), { error, result }))
}

for (const [query, error, result] of [
  ['client_id=a&post_logout_redirect_uri=b', null, { client_id: 'a', post_logout_redirect_uri: 'b' }],
  [
    'client_id=a&post_logout_redirect_uri=b&id_token_hint=h&state=s&x=1',
    null,
    { client_id: 'a', post_logout_redirect_uri: 'b', id_token_hint: 'h', state: 's' },
  ],
  ['client_id=a', missing('post_logout_redirect_uri'), { client_id: 'a', post_logout_redirect_uri: '' }],
  ['post_logout_redirect_uri=b', missing('client_id'), { client_id: '', post_logout_redirect_uri: 'b' }],
  ['', missing('client_id'), { client_id: '', post_logout_redirect_uri: '' }],
] as const) {
  test(`logout: ${query}`, () => assert.equal(parseOAuthLogoutParams(new URLSearchParams(query)), { error, result }))
}

test('a state of 64 kB arrives byte for byte', () => {
  const state = Array.from({ length: 65_536 }, (_, at) => String.fromCharCode(32 + (at % 95))).join('')
  const query = new URLSearchParams({ client_id: 'a', redirect_uri: 'b', state })
  assert.is(parseOAuthAuthorizeParams(new URLSearchParams(query.toString())).result.state, state)
})

const tokenFor = (aud: unknown) => `e30.${Buffer.from(JSON.stringify({ aud, name: 'Zoë ~ÿ?>' })).toString('base64url')}.x`

test('a log-out without a client id takes that of its hint', () => {
  const leaving = 'post_logout_redirect_uri=https%3A%2F%2Fr.test%2Fbye'
  const read = (query: string) => parseOAuthLogoutParams(new URLSearchParams(query))
  for (const aud of ['app-7', ['app-7'], ['app-7', 'other']]) {
    const { error, result } = read(`${leaving}&id_token_hint=${tokenFor(aud)}`)
    assert.equal([error, result.client_id], [null, 'app-7'])
  }
  assert.is(read(`${leaving}&client_id=mine&id_token_hint=${tokenFor('app-7')}`).result.client_id, 'mine')
  for (const hint of ['', 'x', 'a.b.c', 'e30.e30.x', '..'])
    assert.equal(read(`${leaving}&id_token_hint=${hint}`).error, missing('client_id'), hint)
})

test.run()
