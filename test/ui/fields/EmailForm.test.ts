import { computed } from '../../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isEmail } from '../../../src/ui/fields/EmailForm.tsx'

const test = suite('email addresses')

const good = [
  'ada@example.com',
  'a@b.co',
  'ADA@EXAMPLE.COM',
  'ada.lovelace+tag@mail.example.co.uk',
  '0@0.io',
  'a@1.2.museum',
  'a@sub-domain.example.org',
  "!#$%&'*+/=?^_{|}~.`-@example.com",
  '.@example.com',
  'a..b@example.com',
  'a@-.aa',
  'a@example.travelersinsurance',
]
const bad = [
  '',
  ' ',
  'ada',
  '@',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@.c',
  'ada@example.c',
  'ada@example.c0m',
  'ada@example.com.',
  'ada@@example.com',
  'ada@exa mple.com',
  'ada lovelace@example.com',
  ' ada@example.com',
  'ada@example.com ',
  'ada@example.com\n',
  'ada@example.com\nb',
  '"a b"@example.com',
  'ada@[127.0.0.1]',
  'ada@example,com',
  'ada@exämple.com',
  'ädä@example.com',
  'ada@пример.рф',
  '<ada@example.com>',
  'ada@example.com<script>',
  'a,b@example.com',
  'a;b@example.com',
  'a(b)@example.com',
  'a\\b@example.com',
  'a:b@example.com',
  'ada@example_x.com',
  'ada＠example.com',
]

for (const text of good) test(`valid: ${text}`, () => assert.ok(isEmail(text)))
for (const text of bad) test(`invalid: ${JSON.stringify(text)}`, () => assert.not(isEmail(text)))

test('100 kB of anything are checked at once', () => {
  const start = computed()
  for (const part of ['a', 'a.', '@', 'a@b.', '.a']) assert.not(isEmail(`a@${part.repeat(100_000 / part.length)}!`))
  assert.ok(computed() - start < 500)
})

test.run()
