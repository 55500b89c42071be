/** Cookies as every reader on a host's server has to see them. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cookieHeader, cookiesOf } from '../../src/server/cookies.ts'

const test = suite('cookies')

const headers: [what: string, header: string | null, seen: string][] = [
  ['none', null, ''],
  ['one', 'a=1', 'a=1'],
  ['several, with spaces', ' a=1;b=2;  c=3', 'a=1; b=2; c=3'],
  ['a value with =', 'a=b=c', 'a=b=c'],
  ['the same twice', 'a=1; a=1', 'a=1'],
  ['two values of one name', 'a=1; b=2; a=3', 'b=2'],
  ['three, of which two agree', 'a=1; a=2; a=1', ''],
  ['two that differ in case', 'a=1; A=2', 'a=1; A=2'],
  ['names of Object.prototype', '__proto__=1; constructor=2', '__proto__=1; constructor=2'],
  ['no name, no value', '=1; a; b=', 'b='],
  ['a name that begins with a no-break space', '\u00a0a=1; b=2', 'b=2'],
  ['a quotation mark that only opens', 'a="1.; b="2"; c={"d":1}', 'b="2"; c={"d":1}'],
  ['a name that is not a token', 'a b=1; c=2', 'c=2'],
]
for (const [what, header, seen] of headers) test(what, () => assert.is(cookieHeader(cookiesOf(header)), seen))

test.run()
