// The report is written from results alone, stands alone, and says what could not be measured.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { median } from '../../bench/median.mjs'
import { html } from '../../bench/report/html.mjs'
import { markdown } from '../../bench/report/markdown.mjs'

const read = (name: string) => readFileSync(new URL(`../../bench/${name}`, import.meta.url), 'utf8')
const results = () => JSON.parse(read('results.json'))

test('a median has its range', () => {
  assert.equal(median([5, 1, 3]), { median: 3, min: 1, max: 5 })
  assert.equal(median([4, 10, 2, 6]), { median: 5, min: 2, max: 10 })
})

test('a page without scripts that fetches nothing, with a chart each for times, bytes and growth', () => {
  const page = html(results())
  assert.not.match(page, /<script|<link|<img|url\(|@import| src=/)
  const { growth } = results()
  assert.is(page.match(/<figure /g)!.length, 4 + growth.length)
  assert.is(page.match(/<svg /g)!.length, 4 + growth.length)
})

test('the page that is committed is that of the results', () => {
  // Of a page whose sizes were taken alone, charts keep the times.
  assert.is(html(results()), read('report.html'))
})

test('what was not shown has no figure, and a sentence that says why', () => {
  const changed = results()
  const peer = changed.contestants.find(({ id }: { id: string }) => id === 'hanko')
  for (const key of ['first', 'rest', 'firstRequests', 'restRequests', 'times']) delete peer[key]
  peer.failed = 'nothing usable within 30 s'
  const report = markdown(changed)
  assert.match(report, /\| Hanko elements \([\d.]+\) \| not shown \|/)
  assert.match(report, /- Hanko elements \([\d.]+\) did not show its form here: nothing usable within 30 s\./)
  for (const figure of html(changed).match(/<figure[\s\S]*?<\/figure>/g)!) assert.not.match(figure, /Hanko/)
})

test('names of peers are text', () => {
  const changed = results()
  changed.contestants[0].name = '<b>form</b>'
  assert.not.match(html(changed), /<b>form/)
})

test.run()
