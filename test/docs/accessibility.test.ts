/**
 * Checks the form of docs/reports/accessibility.md: it has every criterion of WCAG 2.2 at levels A
 * and AA, each with a verdict. test/references.test.ts checks that the tests it names exist.
 */
import { marked, type Tokens } from 'marked'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { textOf } from '../harness/documents.ts'

/** The success criteria, by level: https://www.w3.org/TR/WCAG22/. 4.1.1 is obsolete there. */
const criteria = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
}
const verdicts = ['supports', 'in part', 'fails', 'not applicable']

const text = textOf('docs/reports/accessibility.md')
const rows = marked
  .lexer(text)
  .filter((token): token is Tokens.Table => token.type === 'table' && token.header[0]!.text === 'criterion')
  .flatMap(({ rows }) => rows.map((row) => row.map((cell) => cell.text)))

test('it has each of the 55 criteria once, with its level', () => {
  const said = rows.map(([criterion, level]) => `${criterion!.split(' ')[0]} ${level}`)
  const all = Object.entries(criteria).flatMap(([level, numbers]) => numbers.split(' ').map((number) => `${number} ${level}`))
  assert.is(all.length, 55)
  assert.equal(said.sort(), all.sort())
})

test('each has a verdict and says how we know, and the sums are right', () => {
  const counted = (verdict: string) => rows.filter(([, , said]) => said === verdict).length
  for (const [criterion, , verdict, how] of rows) assert.ok(verdicts.includes(verdict!) && how!.length > 5, criterion)
  const [, , supported, part, failed, none] =
    /Of (\d+) criteria, Latchkey supports (\d+), supports (\d+) in part, and fails (\w+)\. (\d+) do not apply/.exec(text)!
  assert.equal(
    [supported, part, failed, none],
    [
      String(counted('supports')),
      String(counted('in part')),
      counted('fails') ? String(counted('fails')) : 'none',
      String(counted('not applicable')),
    ],
  )
})

test.run()
