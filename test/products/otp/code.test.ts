import '../../harness/dom.ts'
import { computed } from '../../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { codeOf } from '../../../src/ui/fields/CodeInput.tsx'
import { minutesAndSeconds } from '../../../src/ui/screen/Countdown.tsx'
import type { LoginConfig } from '../../../src/ui/host/config.ts'
import { expirationOf } from '../../../src/ui/fields/codeExpiration.ts'

const test = suite('passcode')

const codes: [what: string, text: string, code: string][] = [
  ['nothing', '', ''],
  ['digits', '123456', '123456'],
  ['fewer', '12', '12'],
  ['more', '1234567890', '123456'],
  ['a zero in front', '000001', '000001'],
  ['spaces', ' 123 456\n', '123456'],
  ['a no-break space', '123\u00a0456', '123456'],
  ['a hyphen', '123-456', '123456'],
  ['an en dash and dots', '1–2.3·4,5/6', '123456'],
  ['invisible marks', '\u200e12\u200b34\u202c56', '123456'],
  ['a message with a zero-width space in the code', 'Your code is 123\u200b456.', '123456'],
  ['a message with a divided code and another number', 'Code 12\u206034\u200b56, order 654321', ''],
  ['a message with a soft hyphen in the code', 'Use 1234\u00ad56 to log in', '123456'],
  ['a message with a minus sign in the code', 'Code: 123\u2212456', '123456'],
  ['a message around it', 'Your code is 123456. It works for 5 minutes.', '123456'],
  ['one of our messages', '123456 is your code for Example.', '123456'],
  ['a message with another number', 'Studio 54: your code is 123456', '123456'],
  ['a number after it', '123456 is your code for Studio 54, valid until 10:30', '123456'],
  ['a message with a divided code', 'Level 42: your code is 123-456.', '123456'],
  ['a message with a code of Google', 'G-123456 is your Google verification code.', '123456'],
  ['a message with a year and a price', '2026: pay 19.99 with 000123', '000123'],
  ['the line for WebOTP', 'Your code is 123456.\n\n@example.com #123456', '123456'],
  ['a message in Arabic', 'استوديو ٥٤: رمزك هو ١٢٣٤٥٦', '123456'],
  ['a message in Chinese', '54号演播室：验证码１２３４５６，5分钟内有效', '123456'],
  ['numbers without a word', '#54: 123456', '123456'],
  ['a message with two codes', 'Code 123456, reference 654321', ''],
  ['two codes', '123456 654321', ''],
  ['a message with a longer number', 'Order 1234567 has been sent', ''],
  ['a message without a code', 'Studio 54: your code is 1234', ''],
  ['a phone number in a message', 'Call +1 213 373 4253', ''],
  ['a code and a phone number', 'Code 123456. Questions? Call +1 213 373 4253', '123456'],
  ['fewer digits and a word', '12ab', '12'],
  ['letters', 'abcdef', ''],
  ['letters in between', '12a3b4c56', '123456'],
  ['an x in between', '12x3456', '123456'],
  ['a word in between', '12 ext. 3456', ''],
  ['an email address', 'ada@example.com', ''],
  ['HTML', '<b>123</b>456', '123456'],
  ['signs', '+123456', '123456'],
  ['full-width', '１２３４５６', '123456'],
  ['Arabic-Indic', '١٢٣٤٥٦', '123456'],
  ['Persian', '۱۲۳۴۵۶', '123456'],
  ['Devanagari', '१२३४५६', '123456'],
  ['Bengali', '১২৩৪৫৬', '123456'],
  ['Thai', '๑๒๓๔๕๖', '123456'],
  ['mathematical', '𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
  ['outside the basic plane', '𑁧𑁨𑁩𑁪𑁫𑁬', '123456'],
  ['circled', '①②③④⑤⑥', '123456'],
  ['several scripts', '1٢३４5๖', '123456'],
  ['numbers that are not digits', '一二三ⅩⅤ', ''],
]

for (const [what, text, code] of codes) test(`code: ${what}`, () => assert.is(codeOf(text), code))

test('code: 100 kB of anything are parsed at once', () => {
  const start = computed()
  for (const part of ['1', ' ', 'x', '१', '1 ', '1x', '１', '\ufdfa']) assert.ok(codeOf(part.repeat(100_000 / part.length)).length <= 6)
  assert.ok(computed() - start < 2000)
})

const clocks: [ms: number, text: string][] = [
  [300_000, '5:00'],
  [299_999, '5:00'],
  [299_000, '4:59'],
  [60_000, '1:00'],
  [59_001, '1:00'],
  [59_000, '0:59'],
  [9_000, '0:09'],
  [1, '0:01'],
  [0, '0:00'],
  [-1, '0:00'],
  [-3_600_000, '0:00'],
  [600_000, '10:00'],
  [3_600_000, '60:00'],
]

for (const [ms, text] of clocks) test(`countdown: ${ms} ms show as ${text}`, () => assert.is(minutesAndSeconds(ms), text))

/**
 * A host's values for the minutes that a code is valid, and the minutes that are sent and counted
 * down.
 */
const expirations: [said: unknown, minutes: number][] = [
  [undefined, 5],
  [null, 5],
  [7, 7],
  [0.5, 0.5],
  ['7', 7],
  [0, 5],
  [-1, 5],
  [NaN, 5],
  [Infinity, 5],
  [-Infinity, 5],
  ['soon', 5],
  [{}, 5],
  // It is sent to the provider, which refuses it.
  [2 ** 31, 2 ** 31],
]

for (const [expirationMinutes, minutes] of expirations) {
  test(`expirationMinutes: ${typeof expirationMinutes} ${String(expirationMinutes)} is ${minutes}`, () =>
    assert.is(expirationOf({ otpOptions: { expirationMinutes } } as LoginConfig), minutes))
}

test('expirationMinutes: the default is 5', () => assert.equal([expirationOf({}), expirationOf({ otpOptions: {} })], [5, 5]))

test.run()
