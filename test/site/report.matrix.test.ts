/**
 * The report page: a chart for each table that has one, with its alternative text, under the policy
 * of the site.
 */
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { chartsOf } from '../../bench/report/charts.ts'
import type { Results } from '../../bench/results.ts'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { serveDocumentation } from '../harness/documentation.ts'

const test = suite('report page')
// It is in dist/site/.
const site = await serveDocumentation('/latchkey/')
test.after(() => {
  site.close()
  return closeBrowser()
})

const results = JSON.parse(readFileSync(new URL('../../bench/results.json', import.meta.url), 'utf8')) as Results

for (const colorScheme of ['light', 'dark'] as const)
  test(`every chart is above its table, has a text, and is drawn without a violation of the policy: ${colorScheme}`, async () => {
    const { page, complaints } = await visit({ colorScheme })
    await page.goto(`${site.url}report/`, { waitUntil: 'networkidle' })
    const charts = [...chartsOf(results).keys()]
    assert.ok(charts.length >= 6)
    for (const title of charts) {
      const chart = page.getByRole('img', { name: `Chart: ${title}. The table below it has the figures.` })
      assert.ok(await chart.locator('rect').count(), title)
      const place = await chart.evaluate((figure) => {
        const headings = [...document.querySelectorAll('h2')]
        const above = headings.filter((one) => one.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING).at(-1)
        return [above?.textContent, !!figure.parentElement!.nextElementSibling?.querySelector('table')]
      })
      assert.equal(place, [title, true])
    }
    // The colors are the page's.
    const fill = await page
      .locator('.chart rect')
      .first()
      .evaluate((bar) => getComputedStyle(bar).fill)
    assert.match(fill, /^rgb\((?!0, 0, 0\))/)
    assert.equal(await findingsOfAxe(page), [])
    assert.equal(complaints, [])
    await page.context().close()
  })

test.run()
