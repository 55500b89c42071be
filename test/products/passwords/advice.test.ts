/**
 * Tests the advice about a password: zxcvbn, LUDS, no policy; plurals; and the provider's sentences
 * in the host's texts (docs/decisions/README.md#feedback-on-passwords-is-translated-by-message-id).
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { words } from '../../../src/products/passwords/newPassword/strength/feedbackWords.ts'
import { passwordFeedback } from '../../../src/api/passwordFeedback.ts'
import { advise } from '../../../src/products/passwords/newPassword/strength/advice.ts'
import { reworded } from '../../../src/products/passwords/newPassword/strength/feedback.ts'
import { passwordRules } from '../../../src/products/passwords/newPassword/strength/passwordRules.ts'
import { plural } from '../../../src/products/passwords/newPassword/strength/plural.ts'

const test = suite('advice on passwords')

/** An answer of the provider. */
const answer = (more: object): any => ({
  valid_password: false,
  score: 0,
  breached_password: false,
  strength_policy: 'zxcvbn',
  feedback: { warning: '', suggestions: [], luds_requirements: {} },
  ...more,
})

for (const [score, lit, good] of [
  [0, 1, false],
  [1, 1, false],
  [2, 2, false],
  [3, 3, true],
  [4, 4, true],
  [9, 4, true],
  [-1, 1, false],
  [NaN, 1, false],
] as const) {
  test(`score ${score}: ${lit} segments, ${good ? 'good' : 'bad'}`, () =>
    assert.equal(advise(null, 5, answer({ score })).bar, { lit, good }))
}

test('an empty field shows an empty bar, or the requirements of the policy', () => {
  assert.equal(advise(null, 0, undefined), { bar: { lit: 0, good: false }, requirements: [], hints: [], breached: false })
  assert.equal(advise({ ludsMinimumCount: 8, ludsComplexity: 3 }, 0, undefined), {
    requirements: [
      { name: 'minimumLength', count: 8, met: false },
      { name: 'complexity', count: 3, met: false },
    ],
    hints: [],
    breached: false,
  })
})

test('a password that is too long says so, whatever the policy', () => {
  const feedback = { luds_requirements: { missing_characters: 0, missing_complexity: 0, has_lower_case: true, maximum_characters: 20 } }
  const tooLong = { name: 'maximumLength', count: 20, met: false }
  for (const strength_policy of ['zxcvbn', 'luds', 'none'])
    assert.equal(advise(null, 21, answer({ strength_policy, feedback })).requirements.at(-1), tooLong, strength_policy)
})

test('the warning comes before the suggestions, and anything that is not text is left out', () => {
  const hints = (feedback: unknown) => advise(null, 5, answer({ feedback })).hints
  assert.equal(hints({ warning: 'w', suggestions: ['a', 'b'] }), ['w', 'a', 'b'])
  assert.equal(hints({ warning: '', suggestions: null }), [])
  assert.equal(hints({ warning: 7, suggestions: [null, {}, '', 'a'] }), ['a'])
  assert.equal(hints({ warning: 'a'.repeat(5000), suggestions: ['\u202eb\u2066\u0000'] }), ['a'.repeat(1000), 'b'])
  assert.equal(hints({}), [])
  assert.equal(hints(null), [])
})

for (const policy of ['zxcvbn', 'luds', 'none']) {
  test(`breached under ${policy}: nothing else is said`, () => {
    const feedback = { warning: 'w', suggestions: ['s'], luds_requirements: { missing_characters: 3 } }
    assert.equal(
      advise({ ludsMinimumCount: 8, ludsComplexity: 3 }, 5, answer({ strength_policy: policy, breached_password: true, feedback })),
      {
        requirements: [],
        hints: [],
        breached: true,
      },
    )
  })
}

test('without a policy there is no advice', () => {
  assert.equal(advise(null, 5, answer({ strength_policy: 'none', feedback: { warning: 'w', suggestions: ['s'] } })), {
    requirements: [],
    hints: [],
    breached: false,
  })
})

const luds = (missing_characters: number, missing_complexity: number) =>
  answer({
    strength_policy: 'luds',
    feedback: {
      luds_requirements: {
        has_digit: true,
        has_lower_case: true,
        has_symbol: false,
        has_upper_case: false,
        missing_characters,
        missing_complexity,
      },
    },
  })

for (const [what, policy, missing, wanted] of [
  [
    'nothing met',
    { ludsMinimumCount: 8, ludsComplexity: 3 },
    [3, 1],
    [
      [8, false],
      [3, false],
    ],
  ],
  [
    'one met',
    { ludsMinimumCount: 8, ludsComplexity: 3 },
    [0, 1],
    [
      [8, true],
      [3, false],
    ],
  ],
  [
    'both met',
    { ludsMinimumCount: 5, ludsComplexity: 2 },
    [0, 0],
    [
      [5, true],
      [2, true],
    ],
  ],
  [
    'settings unknown: counted from what is missing',
    null,
    [3, 1],
    [
      [8, false],
      [3, false],
    ],
  ],
] as const) {
  test(`LUDS, ${what}`, () => {
    const { bar, requirements } = advise(policy, 5, luds(...(missing as [number, number])))
    assert.is(bar, undefined)
    assert.equal(
      requirements.map(({ count, met }) => [count, met]),
      wanted,
    )
  })
}

for (const [text, count, language, wanted] of [
  ['{n, plural, one {# character} other {# characters}} long', 1, 'en', '1 character long'],
  ['{n, plural, one {# character} other {# characters}} long', 8, 'en', '8 characters long'],
  ['{n,plural,=0{none} one{one} other{#, or #}}', 0, 'en', 'none'],
  ['{n,plural,=0{none} one{one} other{#, or #}}', 5, 'en', '5, or 5'],
  ['{n, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}', 3, 'pl', '3 znaki'],
  ['{n, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}', 8, 'pl', '8 znaków'],
  ['{n, plural, one {a}}', 2, 'en', '{n, plural, one {a}}'],
  ['{n, plural, other {#}} of', 3, 'en_US', '3 of'],
  ['no plural, {other}', 3, 'en', 'no plural, {other}'],
] as const) {
  test(`plural of ${count}: ${text}`, () => assert.is(plural(text, count, language), wanted))
}

for (const [policy, rules] of [
  [null, ''],
  [{ ludsMinimumCount: 11, ludsComplexity: 2 }, 'minlength: 11; required: lower; required: upper;'],
  [{ ludsMinimumCount: 8, ludsComplexity: 4 }, 'minlength: 8; required: lower; required: upper; required: digit; required: special;'],
  [{ ludsMinimumCount: 6, ludsComplexity: 0 }, 'minlength: 6;'],
  [{ ludsMinimumCount: 8, ludsMaximumCount: 20, ludsComplexity: 1 }, 'minlength: 8; maxlength: 20; required: lower;'],
  [{ ludsMinimumCount: '8; allowed: digit', ludsComplexity: 1.5 }, ''],
  [{}, ''],
] as const) {
  test(`passwordrules of ${JSON.stringify(policy)}`, () => assert.is(passwordRules(policy as never), rules))
}

test('every sentence of the provider has a message, with or without its period, and others stay as they are', () => {
  for (const [kind, sentences] of Object.entries(passwordFeedback)) {
    for (const [name, sentence] of Object.entries(sentences)) {
      const strings = { [`password.zxcvbn.${kind}.${name}`]: 'X' }
      assert.is(reworded(sentence, strings), 'X')
      assert.is(reworded(sentence.replace(/\.?$/, '.'), strings), 'X')
      // what the provider's screens show has a full stop, which its server does not send
      assert.is(reworded(sentence, {}), words[`password.zxcvbn.${kind}.${name}` as keyof typeof words])
      assert.match(reworded(sentence, {}), /[^.]\.$/)
    }
  }
  assert.is(reworded('Nobody knows this one.', { 'password.zxcvbn.warning.dates': 'X' }), 'Nobody knows this one.')
})

test.run()
