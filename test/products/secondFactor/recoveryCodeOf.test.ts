import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { recoveryCodeOf } from '../../../src/products/secondFactor/recoveryCodeOf.ts'

const test = suite('a recovery code as people keep it')

const codes: [what: string, text: string, code: string][] = [
  ['as it was shown', 'k7qx-m2vd', 'k7qx-m2vd'],
  ['capitals, which may count', 'K7qX-m2Vd', 'K7qX-m2Vd'],
  ['a non-breaking hyphen', 'k7qx\u2011m2vd', 'k7qx-m2vd'],
  ['an en dash', 'k7qx–m2vd', 'k7qx-m2vd'],
  ['a minus sign', 'k7qx\u2212m2vd', 'k7qx-m2vd'],
  ['spaces around the hyphen', 'k7qx - m2vd', 'k7qx-m2vd'],
  ['a soft hyphen where the line broke', 'k7\u00adqx-m2vd', 'k7qx-m2vd'],
  ['a zero-width space in front', '\u200bk7qx-m2vd', 'k7qx-m2vd'],
  ['a word joiner and a no-break space', 'k7qx-\u2060m2vd\u00a0', 'k7qx-m2vd'],
  ['full width', 'ｋ７ｑｘ－ｍ２ｖｄ', 'k7qx-m2vd'],
  ['the digits of another script', 'k٧qx-m٢vd', 'k7qx-m2vd'],
  ['the number of a list', '3. k7qx-m2vd', 'k7qx-m2vd'],
  ['the number of a list, without a space', '10)k7qx-m2vd', 'k7qx-m2vd'],
  ['the number of a list, in brackets', '(4) k7qx-m2vd', 'k7qx-m2vd'],
  ['the number of a list, with a tab', '7\tk7qx-m2vd', 'k7qx-m2vd'],
  ['a number sign', '#2: k7qx-m2vd', 'k7qx-m2vd'],
  ['a bullet', '• k7qx-m2vd', 'k7qx-m2vd'],
  ['a dash as a bullet', '- k7qx-m2vd', 'k7qx-m2vd'],
  ['a box to tick', '☐ k7qx-m2vd', 'k7qx-m2vd'],
  ['quotes and a comma', '"k7qx-m2vd",', 'k7qx-m2vd'],
  ['digits alone', '4071 5526', '4071 5526'],
  ['digits in three groups', '12 345 678', '12 345 678'],
  ['a digit and a hyphen', '4-k7qx', '4-k7qx'],
  ['signs that belong to it', 'k7/q+x=', 'k7/q+x='],
  ['nothing', ' \u200b', ''],
]

for (const [what, text, code] of codes) test(what, () => assert.is(recoveryCodeOf(text), code))

test.run()
