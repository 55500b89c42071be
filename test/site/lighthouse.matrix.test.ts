/** Measures pages of the site with Lighthouse, on a slow phone as its default preset emulates it, and on a desktop. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse, { desktopConfig, type Config } from 'lighthouse'
import puppeteer, { type Browser } from 'puppeteer-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { findChromium } from '../harness/chromium.ts'
import { addresses, folder, serveDocumentation } from '../harness/documentation.ts'
import { quietFlags } from '../harness/launching.ts'

const test = suite('Lighthouse')
const LEAST = 95
const RUNS = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

const site = await serveDocumentation('/latchkey/')
let browser: Browser
test.before(async () => {
  browser = await puppeteer.launch({ executablePath: process.env.LATCHKEY_CHROMIUM ?? findChromium(), args: quietFlags, headless: 'shell' })
})
test.after(async () => {
  await browser.close()
  site.close()
})

/** The score of each category from 0 to 100, with the audits that cost points. */
const measure = async (path: string, config: Config | undefined) => {
  const page = await browser.newPage()
  try {
    const result = await lighthouse(site.url + path, { onlyCategories: categories, logLevel: 'silent', output: 'json' }, config, page)
    const { lhr } = result!
    assert.is(lhr.runtimeError, undefined)
    return Object.values(lhr.categories).map(({ id, score, auditRefs }) => ({
      id,
      score: Math.round(score! * 100),
      lost: auditRefs.flatMap(({ id, weight }) => {
        const { score, displayValue = '' } = lhr.audits[id]!
        return weight > 0 && score !== null && score < 0.9 ? [`${id} ${displayValue}`] : []
      }),
    }))
  } finally {
    await page.close()
  }
}

/** Where a page falls short. On a busy machine a page is slower than it is, so the best of three runs counts. */
const shortcomings = async (path: string, config: Config | undefined) => {
  let found: string[] = []
  for (let run = 0; run < RUNS; run++) {
    const scores = await measure(path, config)
    assert.is(scores.length, categories.length)
    found = scores.flatMap(({ id, score, lost }) => (score >= LEAST ? [] : [`${id}: ${score} (${lost.join(', ')})`]))
    if (found.length === 0) return found
  }
  return found
}

const size = (path: string) => statSync(join(folder, path, 'index.html')).size
const longest = addresses.filter((path) => path.startsWith('reference/')).sort((one, other) => size(other) - size(one))[0]!
const pages = ['', 'guides/server/', longest, 'project/changelog/', 'cost/', 'report/']

for (const path of pages)
  test(`/${path} has ${LEAST} points or more in each category, on a phone`, async () => {
    assert.ok(addresses.includes(path))
    assert.equal(await shortcomings(path, undefined), [])
  })

test('so has the start page on a desktop', async () => {
  assert.equal(await shortcomings('', desktopConfig), [])
})

test.run()
