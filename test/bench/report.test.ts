// Checks that the report is made from the results alone, loads nothing, and says what could not be
// measured.
import { Window } from 'happy-dom'
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { median } from '../../bench/median.ts'
import { html } from '../../bench/report/html.ts'
import { chartImage, imageFiles, schemes } from '../../bench/report/images.ts'
import { markdown } from '../../bench/report/markdown.ts'
import { contrast } from '../harness/contrast.ts'

const read = (name: string) => readFileSync(new URL(`../../bench/${name}`, import.meta.url), 'utf8')
const results = () => JSON.parse(read('results.json'))

test('a median has a range', () => {
  assert.equal(median([5, 1, 3]), { median: 3, min: 1, max: 5 })
  assert.equal(median([4, 10, 2, 6]), { median: 5, min: 2, max: 10 })
})

test('the page has no scripts, loads nothing, and has a chart each for times, bytes and growth', () => {
  const page = html(results())
  assert.not.match(page, /<script|<link|<img|url\(|@import| src=/)
  const { growth } = results()
  assert.is(page.match(/<figure /g)!.length, 4 + growth.length)
  assert.is(page.match(/<svg /g)!.length, 4 + growth.length)
})

test('the committed page matches the results', () => {
  // If the last run measured only sizes, the charts keep the older times.
  assert.is(html(results()), read('report.html'))
})

for (const scheme of schemes) {
  test(`the chart for ${scheme} pages matches the results, is one file, and says its figures as text`, () => {
    const image = chartImage(results(), scheme)
    assert.is(image, read(`../${imageFiles[scheme]}`))
    assert.not.match(image, /<script|<image|href|url\(|@import|@font-face/)
    const { contestants } = results()
    const figure = (id: string) => contestants.find((one: { id: string }) => one.id === id)
    const texts = [...image.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
    for (const value of [
      figure('latchkey-link').first,
      figure('stytch-6-link').first,
      figure('prerendered-link').times.ready.median,
      figure('latchkey-link').times.ready.median,
      figure('stytch-5').times.ready.median,
    ]) {
      assert.ok(texts.includes(Math.round(value).toLocaleString('en-US')), `${value} is not in the chart`)
    }
    const { DOMParser } = new Window()
    const root = new DOMParser().parseFromString(image, 'image/svg+xml').documentElement!
    assert.is(root.localName, 'svg')
    assert.match(root.querySelector('desc')!.textContent, /Latchkey, snippet [\d,]+ ms/)
  })

  test(`text and bars of the chart for ${scheme} pages stand out from its own background`, () => {
    const image = chartImage(results(), scheme)
    const [background] = /(?<=<rect width="100%"[^>]*fill=")#\w{6}/.exec(image)!
    const colors = new Set(image.match(/(?<=(?:fill|color)=")#\w{6}/g))
    assert.ok(colors.size >= 4)
    for (const color of colors) if (color !== background) assert.ok(contrast(color, background!) >= 4.5, `${color} on ${background}`)
  })
}

test('a value that was not measured has no figure, and a sentence that says why', () => {
  const copy = results()
  const peer = copy.contestants.find(({ id }: { id: string }) => id === 'hanko')
  for (const key of ['first', 'rest', 'firstRequests', 'restRequests', 'times']) delete peer[key]
  peer.failed = 'nothing usable within 30 s'
  const report = markdown(copy)
  assert.match(report, /\| Hanko elements \([\d.]+\) \| not shown \|/)
  assert.match(report, /- Hanko elements \([\d.]+\) did not show its form here: nothing usable within 30 s\./)
  for (const figure of html(copy).match(/<figure[\s\S]*?<\/figure>/g)!) assert.not.match(figure, /Hanko/)
  assert.not.match(chartImage(copy, 'light'), /Hanko/)
})

test('a goal is met, missed with a reason, or not measured', () => {
  const copy = results()
  const timesOf = (id: string) => copy.contestants.find((one: { id: string }) => one.id === id).times
  const row = () => /^\| ready, email link \|.*$/m.exec(markdown(copy))![0]
  timesOf('floor').ready.median = 400
  for (const [ready, cells] of [
    [461, '| 1.15 | yes |'],
    [464, '| 1.16 | no |'],
  ] as const) {
    timesOf('latchkey-link').ready.median = ready
    assert.is(row(), `| ready, email link | 1.15 at most ${cells}`)
    assert.is(/^- Ready, email link\. /m.test(markdown(copy)), cells.endsWith('no |'))
  }
  delete timesOf('latchkey-link').ready
  assert.is(row(), '| ready, email link | 1.15 at most |  | not measured |')
})

test('the ratio to the SDK counts how much less time we take', () => {
  const copy = results()
  const times = (id: string) => copy.contestants.find((one: { id: string }) => one.id === id).times
  times('latchkey-password').ready.median = 500
  times('stytch-6-password').ready.median = 800
  assert.match(markdown(copy), "| faster than the provider's SDK 6, password | 1.50 at least | 1.60 | yes |")
  times('stytch-6-password').ready.median = 700
  assert.match(markdown(copy), "| faster than the provider's SDK 6, password | 1.50 at least | 1.40 | no |")
})

test('the bytes that French adds come from the budgets, and the table shows the maximum', () => {
  const copy = results()
  for (const budget of copy.budgets) {
    const { name } = budget
    if (!name.startsWith('first screen: ')) continue
    const extra = name.includes('password') ? 390 : 210
    budget.size = 20_000 + (name.endsWith(', in French') ? extra : 0)
  }
  assert.match(markdown(copy), '| French on top of a first screen, the most | 400 at most | 390 | yes |')
  assert.match(markdown(copy), '| French on top of all seven | 900 at most | 210 | yes |')
})

test('the build on all of preact/compat and the bundles of some parts have rows if they were measured', () => {
  const copy = results()
  delete copy.fullCompat
  delete copy.parts
  assert.not.match(markdown(copy), /all of `preact\/compat`|Latchkey headless, codes/)
  copy.fullCompat = { first: 16_044 }
  copy.parts = [{ name: 'codes and session', bytes: 5999 }]
  assert.match(markdown(copy), '| Latchkey on all of `preact/compat` and `@preact/signals-core` | 16,044 |')
  assert.match(markdown(copy), '| Latchkey headless, codes and session | 5,999 |')
  assert.match(markdown(copy), '| headless, codes and session, at once | 6,000 at most | 5,999 | yes |')
})

test('names of peers are escaped', () => {
  const copy = results()
  copy.contestants[0].name = '<b>form</b>'
  assert.not.match(html(copy), /<b>form/)
})

test.run()
