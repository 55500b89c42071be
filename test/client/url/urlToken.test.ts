import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withoutToken } from '../../../src/client/url/stripToken.ts'
import { parseAuthenticateUrl } from '../../../src/client/url/urlToken.ts'

test('a token in a URL is handled, not handled, or missing', () => {
  const cases: [string, ReturnType<typeof parseAuthenticateUrl>][] = [
    ['https://a.test/?token=t&stytch_token_type=magic_links', { handled: true, tokenType: 'magic_links', token: 't' }],
    ['https://a.test/?x=1&stytch_token_type=magic_links&token=t%2B%20%26#h', { handled: true, tokenType: 'magic_links', token: 't+ &' }],
    ['/path?token=t&stytch_token_type=magic_links', { handled: true, tokenType: 'magic_links', token: 't' }],
    ...['reset_password', 'sso', '__proto__', 'constructor', 'toString', 'MAGIC_LINKS'].map(
      (type): [string, ReturnType<typeof parseAuthenticateUrl>] => [
        `https://a.test/?token=t&stytch_token_type=${type}`,
        { handled: false, tokenType: type, token: 't' },
      ],
    ),
    // as a host's own server writes it
    ['https://a.test/?x=1&token=t&latchkey_token_type=oauth#h', { handled: true, tokenType: 'oauth', token: 't' }],
    ['/reset?latchkey_token_type=reset_password&token=t', { handled: false, tokenType: 'reset_password', token: 't' }],
    ['https://a.test/?token=t&stytch_token_type=magic_links&latchkey_token_type=oauth', { handled: true, tokenType: 'oauth', token: 't' }],
    // a mail program that has not read the link as HTML
    ['https://a.test/?stytch_token_type=reset_password&amp;token=t', { handled: false, tokenType: 'reset_password', token: 't' }],
    ['https://a.test/?token=t&amp;latchkey_token_type=oauth', { handled: true, tokenType: 'oauth', token: 't' }],
    ['https://a.test/?token=t&latchkey_token_type=', null],
    ['https://a.test/?token=&stytch_token_type=magic_links', null],
    ['https://a.test/?token=t&stytch_token_type=', null],
    ['https://a.test/?token=t', null],
    ['https://a.test/?stytch_token_type=magic_links', null],
    ['https://a.test/#?token=t&stytch_token_type=magic_links', null],
    ['https://a.test/?%74oken=t&stytch%5Ftoken_type=magic_links', { handled: true, tokenType: 'magic_links', token: 't' }],
    // In a query that begins with a second question mark, the parameter is not called `token`
    // (URL, section 5.1).
    ['https://a.test/??token=t&stytch_token_type=magic_links', null],
    ['https://a.test/?stytch_token_type=magic_links&token=t%0D%0A', { handled: true, tokenType: 'magic_links', token: 't' }],
    ['https://a.test/?token=t&latchkey_token_type=oauth%0A', { handled: true, tokenType: 'oauth', token: 't' }],
    ['https://a.test/', null],
    ['', null],
  ]
  for (const [href, expected] of cases) assert.equal(parseAuthenticateUrl(href), expected, href)
})

test('an invalid URL has no token, and throws nothing', () => {
  for (const href of ['http://', 'http://[', '//', '::', '%']) assert.is(parseAuthenticateUrl(href), null)
  fc.assert(
    fc.property(fc.string(), (href) => {
      parseAuthenticateUrl(href)
    }),
  )
})

for (const [href, expected] of [
  ['https://a.test/p?token=t&stytch_token_type=magic_links', 'https://a.test/p'],
  ['https://a.test/p?a=1&token=t&b=2&stytch_token_type=magic_links&c=3#h?x', 'https://a.test/p?a=1&b=2&c=3#h?x'],
  [
    'https://a.test/?a=%20+%C3%A4&token=t&stytch_token_type=magic_links&a=x=y&empty&&e=#token=t',
    'https://a.test/?a=%20+%C3%A4&a=x=y&empty&&e=#token=t',
  ],
  ['https://a.test/?token=t&stytch_token_type=magic_links#', 'https://a.test/#'],
  [
    'https://a.test/?mytoken=1&token_type=2&token=t&stytch_token_type=magic_links&tokens=3',
    'https://a.test/?mytoken=1&token_type=2&tokens=3',
  ],
  ['https://a.test/?token=t&token=u&stytch_token_type=a&token', 'https://a.test/'],
  ['https://a.test/?a=%20&%74oken=t&stytch%5ftoken%5Ftype=magic_links&b#h', 'https://a.test/?a=%20&b#h'],
  ['https://a.test/?%74%6F%6b%65%6E&stytch_token_typ%65', 'https://a.test/'],
  ['https://a.test/?token=t&stytch_redirect_type=login&a=1&stytch_token_type=multi_tenant_magic_links', 'https://a.test/?a=1'],
  ['https://a.test/?a=1&latchkey_token_type=oauth&token=t&latchkey_redirect_type=login#h', 'https://a.test/?a=1#h'],
  ['https://a.test/?a=1&stytch_token_type=login&amp;token=t&amp;b=2', 'https://a.test/?a=1&amp;b=2'],
  ['https://a.test/?my_latchkey_token_type=oauth', 'https://a.test/?my_latchkey_token_type=oauth'],
  ['https://a.test/??token=t&token%20=1&+token=2&%2574oken=3', 'https://a.test/??token=t&token%20=1&+token=2&%2574oken=3'],
] as const) {
  test(`${href} without its token is ${expected}`, () => assert.is(withoutToken(href), expected))
}

test('all other parameters and the hash stay byte for byte', () => {
  const part = fc
    .string({ unit: fc.constantFrom(...'ab1%+=;,.?/ä~\'"&'), maxLength: 12 })
    .filter(
      (text) =>
        !['token', 'stytch_token_type', 'stytch_redirect_type', 'latchkey_token_type', 'latchkey_redirect_type'].some((name) =>
          new URLSearchParams(`?${text}`).has(name),
        ),
    )
  fc.assert(
    fc.property(part, part, part, part, (before, between, after, hash) => {
      const join = (...parts: string[]) => parts.filter((text) => text !== '').join('&')
      const query = join(before, 'token=t', between, 'stytch_token_type=magic_links', after)
      const rest = join(before, between, after)
      assert.is(withoutToken(`https://a.test/p?${query}#${hash}`), `https://a.test/p${rest && `?${rest}`}#${hash}`)
    }),
  )
})

test.run()
