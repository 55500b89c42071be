import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { terminalLine } from '../../../src/tools/program/terminalLine.ts'

for (const [text, line] of [
  ['src/app.tsx:3  import', 'src/app.tsx:3  import'],
  ['naïve שלום العربية 👩‍💻', 'naïve שלום العربية 👩‍💻'],
  ['\u001b[2J\u001b]0;title\u0007', '\ufffd[2J\ufffd]0;title\ufffd'],
  ['\u009b31m', '\ufffd31m'],
  ['a\r\nNothing found.', 'a\ufffd\ufffdNothing found.'],
  ['a\u2028b\u2029c\u0085d', 'a\ufffdb\ufffdc\ufffdd'],
  ['\u202egnp.exe\u202c \u2066x\u2069', '\ufffdgnp.exe\ufffd \ufffdx\ufffd'],
  ['\u0000\b\u007f', '\ufffd\ufffd\ufffd'],
] as const)
  test(`${JSON.stringify(text)} is ${JSON.stringify(line)}`, () => assert.is(terminalLine(text), line))

test.run()
