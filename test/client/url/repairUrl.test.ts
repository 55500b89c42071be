import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { repaired } from '../../../src/client/url/repairUrl.ts'

for (const [href, expected] of [
  ['https://a.test/?a=1&amp;stytch_token_type=oauth&amp;token=t#h', 'https://a.test/?a=1&stytch_token_type=oauth&token=t#h'],
  ['https://a.test/?latchkey_token_type=magic_links&amp;amp;token=t', 'https://a.test/?latchkey_token_type=magic_links&token=t'],
  ['https://a.test/?stytch_token_type=magic_links&token=t%0D%0A', 'https://a.test/?stytch_token_type=magic_links&token=t'],
  ['https://a.test/?token=t&stytch_token_type=magic_links%0a#', 'https://a.test/?token=t&stytch_token_type=magic_links#'],
  ['https://a.test/?stytch_token_type=oauth&token=t%C2%A0+', 'https://a.test/?stytch_token_type=oauth&token=t'],
  ['https://a.test/?stytch_token_type=oauth&token=%20t%E2%80%8B%3E', 'https://a.test/?stytch_token_type=oauth&token=%20t'],
  // nothing of a host's own
  [
    'https://a.test/?a=1&amp;b=%0A&token=t%2B%20%26&stytch_token_type=x',
    'https://a.test/?a=1&amp;b=%0A&token=t%2B%20%26&stytch_token_type=x',
  ],
  ['https://a.test/?token=t%0A&amp;token=u', 'https://a.test/?token=t%0A&amp;token=u'],
  ['https://a.test/?my_stytch_token_type=a&token=t%0A', 'https://a.test/?my_stytch_token_type=a&token=t%0A'],
  ['https://a.test/#?stytch_token_type=a&token=t%0A', 'https://a.test/#?stytch_token_type=a&token=t%0A'],
  ['https://a.test/', 'https://a.test/'],
] as const)
  test(`${href} is repaired to ${expected}`, () => assert.is(repaired(href), expected))

test.run()
