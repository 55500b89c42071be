import { computed } from '../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { emailWithin, readEmail } from '../../src/api/emailAddress.ts'

const test = suite('email addresses')

const good = [
  'ada@example.com',
  'a@b.co',
  'a@b.c',
  'ADA@EXAMPLE.COM',
  'ada.lovelace+tag@mail.example.co.uk',
  '0@0.io',
  'a@1.2.museum',
  'a@sub-domain.example.org',
  "!#$%&'*+/=?^_{|}~.`-@example.com",
  'a@example.travelersinsurance',
  'ada@example.c0m',
  'ada@münchen.de',
  'ada@xn--mnchen-3ya.de',
  'ada@example.xn--p1ai',
  'ada@почта.рф',
  'ada@例え.テスト',
  'ada@مثال.إختبار',
  'ada@faß.example',
  'почта@почта.рф',
  'ädä@example.com',
  `ada@${'a'.repeat(63)}.example`,
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
  'ada@example..com',
  'ada@.example.com',
  'ada@example.com.',
  '.@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'a@-.aa',
  'a@-b.example',
  'a@b-.example',
  'ada@@example.com',
  'ada@a@example.com',
  'ada@exa mple.com',
  'ada lovelace@example.com',
  'ada@example.com\nb',
  '"a b"@example.com',
  'ada@127.0.0.1',
  'ada@0x7f.1',
  'ada@example.123',
  'ada@[127.0.0.1]',
  'ada@example,com',
  '<ada@example.com>',
  'ada@example.com<script>',
  'ada@example.com:80',
  'ada@example.com/path',
  'ada@user:pass@example.com',
  'ada@%65xample.com',
  'ada@xn--a.com',
  'a,b@example.com',
  'a;b@example.com',
  'a(b)@example.com',
  'a\\b@example.com',
  'a:b@example.com',
  'ada@example_x.com',
  'ada@exa\u2028mple.com',
  `ada@${'a'.repeat(64)}.example`,
  `ada@${'a.'.repeat(130)}example`,
]

for (const text of good) test(`valid: ${text}`, () => assert.is(readEmail(text), text))
for (const text of bad) test(`invalid: ${JSON.stringify(text)}`, () => assert.is(readEmail(text), undefined))

const folded: [what: string, text: string, email: string][] = [
  ['spaces around it', ' \tada@example.com \n', 'ada@example.com'],
  ['a non-breaking hyphen in the domain', 'ada@my\u2011site.com', 'ada@my-site.com'],
  ['a non-breaking hyphen in the name', 'ada\u2011b@example.com', 'ada-b@example.com'],
  ['a minus sign', 'ada@my\u2212site.com', 'ada@my-site.com'],
  ['a no-break space', '\u00a0ada@example.com\u202f', 'ada@example.com'],
  ['a zero-width space and a byte order mark', '\ufeffada@example.com\u200b', 'ada@example.com'],
  ['marks of direction', '\u2067ada@example.com\u2069\u200f', 'ada@example.com'],
  ['joiners at the ends', '\u200dada@example.com\u200c', 'ada@example.com'],
  ['a control character', '\u0000ada@example.com\u0085', 'ada@example.com'],
  ['what cannot be seen in the middle', 'a\u00adda\u200b@exam\u2060ple.com', 'ada@example.com'],
  ['full-width characters', 'ａｄａ＋１＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada+1@example.com'],
  ['a full-width at sign', 'ada＠example.com', 'ada@example.com'],
  ['an ideographic full stop', 'ada@example。co｡jp', 'ada@example.co.jp'],
  ['a joiner that a script needs', 'ada@نامه\u200cای.example', 'ada@نامه\u200cای.example'],
]
for (const [what, text, email] of folded) test(`folded: ${what}`, () => assert.is(readEmail(text), email))

const within: [text: string, email: string | undefined][] = [
  ['mailto:ada@example.com', 'ada@example.com'],
  ['MAILTO:ada%2Bx%40example.com?subject=Hi%0A', 'ada+x@example.com'],
  ["mailto:o'brien@example.com", "o'brien@example.com"],
  ['Ada Lovelace <ada@example.com>', 'ada@example.com'],
  ['"ada@example.com"', 'ada@example.com'],
  ["'ada@example.com'", 'ada@example.com'],
  ['“ada@example.com”', 'ada@example.com'],
  ['＜ada@example.com＞', 'ada@example.com'],
  ['ada@example.com.', 'ada@example.com'],
  ['ada@example.com,', 'ada@example.com'],
  ['ada@example.com, grace@example.org', 'ada@example.com'],
  ['ada@example.com;grace@example.org', 'ada@example.com'],
  ['Email: ada@münchen.de (work)', 'ada@münchen.de'],
  ['[ada@example.com](mailto:ada@example.com)', 'ada@example.com'],
  ['ada', undefined],
  ['@', undefined],
  ['ada@example', undefined],
  ['.ada@example.com', undefined],
  ['a..b@example.com', undefined],
  ['ada@example..com', undefined],
  ['mailto:', undefined],
  ['mailto:%', undefined],
  ['mailto:%7F%40%', undefined],
]
for (const [text, email] of within) {
  test(`within ${text}: ${email}`, () => assert.equal([readEmail(text), emailWithin(text)], [undefined, email]))
}

test('100 kB of anything are read at once', () => {
  const start = computed()
  for (const part of ['a', 'a.', '@', 'a@', 'a@b.', '.a', ' ', '\u200b', 'é']) {
    for (const length of [1_000, 100_000]) {
      const text = `a@${part.repeat(length / part.length)}!`
      emailWithin(text)
      assert.is(readEmail(text), undefined)
    }
  }
  assert.ok(computed() - start < 500)
})

test.run()
