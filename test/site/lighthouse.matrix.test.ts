/**
 * Measures pages of the site with Lighthouse, on a slow phone as its default preset emulates it,
 * and on a desktop.
 */
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { findChromium } from '../harness/chromium.ts'
import { addresses, folder, serveDocumentation } from '../harness/documentation.ts'
import { quietFlags } from '../harness/launching.ts'
import { npmCommand } from '../harness/npm.ts'

const test = suite('Lighthouse')
const LEAST = 95
const RUNS = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
/** Not a dependency: it brings 126 MB, of which only this file has any use. */
const LIGHTHOUSE = 'lighthouse@12.8.2'

const site = await serveDocumentation('/latchkey/')
test.after(() => site.close())

/**
 * The phone of Lighthouse's default preset is this many times as slow as the machine that runs it,
 * which is meant for one whose index (how fast it runs JavaScript) is at least that of a desktop.
 */
const SLOWDOWN = 4
const DESKTOP_INDEX = 1000

interface Report {
  runtimeError?: unknown
  environment: { benchmarkIndex: number }
  categories: Record<string, { id: string; score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; displayValue?: string }>
}

/**
 * The score of each category from 0 to 100, with the audits that cost points, and the index of the
 * machine.
 */
const measure = async (path: string, preset: string[]) => {
  const [program, ...before] = npmCommand()
  const options = ['--quiet', '--output=json', `--only-categories=${categories.join(',')}`, ...preset]
  const { stdout } = await promisify(execFile)(
    program!,
    [
      ...before,
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      site.url + path,
      `--chrome-flags=--headless=new ${quietFlags.join(' ')}`,
      ...options,
    ],
    { env: { ...process.env, CHROME_PATH: process.env.LATCHKEY_CHROMIUM ?? findChromium() }, maxBuffer: 1 << 26 },
  )
  const report = JSON.parse(stdout) as Report
  assert.is(report.runtimeError, undefined)
  const scores = Object.values(report.categories).map(({ id, score, auditRefs }) => ({
    id,
    score: Math.round(score * 100),
    losses: auditRefs.flatMap(({ id, weight }) => {
      const { score, displayValue = '' } = report.audits[id]!
      return weight > 0 && score !== null && score < 0.9 ? [`${id} ${displayValue}`] : []
    }),
  }))
  return { scores, index: report.environment.benchmarkIndex }
}

/**
 * Where a page falls short. On a busy machine a page is slower than it is, so the best of three
 * runs counts, and a machine that turned out to be slower than a desktop is slowed down by less, so
 * that the phone stays the same.
 */
const shortcomings = async (path: string, desktop?: 'desktop') => {
  let lows: string[] = []
  let slowdown = SLOWDOWN
  for (let run = 0; run < RUNS; run++) {
    const { scores, index } = await measure(path, desktop ? ['--preset=desktop'] : [`--throttling.cpuSlowdownMultiplier=${slowdown}`])
    slowdown = SLOWDOWN * Math.min(1, Math.max(1 / SLOWDOWN, index / DESKTOP_INDEX))
    assert.is(scores.length, categories.length)
    lows = scores.flatMap(({ id, score, losses }) => (score >= LEAST ? [] : [`${id}: ${score} (${losses.join(', ')})`]))
    if (lows.length === 0) return lows
  }
  return lows
}

const size = (path: string) => statSync(join(folder, path, 'index.html')).size
const longest = addresses.filter((path) => path.startsWith('reference/')).sort((one, other) => size(other) - size(one))[0]!
const pages = ['', 'guides/server/', longest, 'project/changelog/', 'report/']

for (const path of pages)
  test(`/${path} has ${LEAST} points or more in each category, on a phone`, async () => {
    assert.ok(addresses.includes(path))
    assert.equal(await shortcomings(path), [])
  })

test('so has the start page on a desktop', async () => {
  assert.equal(await shortcomings('', 'desktop'), [])
})

test.run()
