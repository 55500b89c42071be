/**
 * Checks what every journey (bench/journeys.ts) loads before its first control: exactly the files
 * in its budget, in one round trip for the page and one for everything else. To count round trips,
 * the network answers nothing until the page is quiet, and then everything at once.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { findControls } from '../../bench/controls.ts'
import { filesOf, journeys, snippetOf, type Journey, type ControlCounts } from '../../bench/journeys.ts'
import { WORDS_TIMEOUT } from '../../src/ui/words/translator.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { chunks } from './embedChunks.ts'
import { tripsOfVisit } from './roundTrips.ts'
import { drawn, hostPage, paced, patientLoader, PUBLIC_TOKEN, until, visiting, visitingInAll, type Arrangement } from './visitors.ts'

const pageOf = (journey: Journey): Arrangement => ({
  path: null,
  first: patientLoader,
  html: (_, provider) => {
    const text = snippetOf(journey, { publicToken: PUBLIC_TOKEN, element: '#login', baseUrl: provider }, chunks)
    return hostPage(`<div id="login"></div>${text}`)
  },
})

const isUsable = (page: Page, wanted: ControlCounts) => page.evaluate<boolean>(`Boolean((${findControls})(${JSON.stringify(wanted)}))`)

/**
 * Opens a journey. When its controls can be used, resolves with a list of paths for each round
 * trip.
 */
const roundTrips = (page: Page, site: string, wanted: ControlCounts) => tripsOfVisit(page, site, () => isUsable(page, wanted))

for (const journey of sample(journeys, 2)) {
  visiting(`two round trips, and only the files in its budget: ${journey.name}`, async (arrive) => {
    const visitor = await arrive(pageOf(journey))
    const trips = await roundTrips(visitor.page, visitor.site, journey.controls)
    const files = trips.flat().flatMap((path) => /^\/embed\/(.+\.js)$/.exec(path)?.[1] ?? [])
    // The page, then everything else.
    assert.equal({ files: [...files].sort(), trips: trips.length }, { files: filesOf(journey, chunks).sort(), trips: 2 })
  })
}

visitingInAll('a page whose language depends on the visitor needs one more round trip, for the words', async (arrive) => {
  for (const { language: _, ...english } of journeys.filter(({ language }) => !language)) {
    const journey = { ...english, language: 'auto' }
    const { html, ...page } = pageOf(journey)
    const visitor = await arrive({ ...page, html: (...given) => html!(...given).replace('lang="en"', 'lang="fr"') })
    const trips = await roundTrips(visitor.page, visitor.site, journey.controls)
    const files = trips.map((trip) => trip.flatMap((path) => /^\/embed\/(.+\.js)$/.exec(path)?.[1] ?? []).sort())
    assert.equal(files, [[], filesOf(journey, chunks).sort(), [chunks['widget.fr']!.file]], journey.name)
    await visitor.leave()
  }
})

test("the snippet's links import only the widget, because the loader runs them in the order of arrival", () => {
  for (const journey of journeys) {
    for (const file of filesOf(journey, chunks)) {
      const { imports } = Object.values(chunks).find((chunk) => chunk.file === file)!
      assert.equal(
        imports.filter((name) => name !== 'widget.js'),
        [],
        file,
      )
    }
  }
})

/**
 * Records each text that the widget shows, once and in order, frame by frame, and whether a part
 * was still loading.
 */
const noteFrames = (page: Page) =>
  page.addInitScript(() => {
    const frames = { shown: [] as string[], waiting: 0 }
    const note = () => {
      const card = document.querySelector('.lk-card')?.cloneNode(true) as HTMLElement | undefined
      // The list of countries arrives after the form, and nobody sees it before opening it.
      for (const list of card?.querySelectorAll('select') ?? []) list.remove()
      if (card && frames.shown.at(-1) !== card.textContent) frames.shown.push(card.textContent)
      if (document.querySelector('.lk-loading')) frames.waiting++
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(window, { frames })
  })
const framesOf = (page: Page) => page.evaluate(() => (window as unknown as { frames: { shown: string[]; waiting: number } }).frames)

visiting('with its snippet, the widget appears at once and complete', async (arrive) => {
  for (const journey of sample(journeys, 2)) {
    const visitor = await arrive(pageOf(journey))
    const { page, site } = visitor
    await noteFrames(page)
    await page.goto(site)
    await until(() => isUsable(page, journey.controls), 'it can be used')
    await drawn(page)
    const { shown, waiting } = await framesOf(page)
    assert.is(waiting, 0, journey.name)
    assert.is(shown.length, 1, `${journey.name}: ${JSON.stringify(shown)}`)
    assert.match(shown[0]!, /\w/)
    await visitor.leave()
  }
})

visitingInAll('a linked file that does not arrive does not keep the visitor from the form', async (arrive) => {
  const journey = journeys.find(({ id }) => id === 'google-link-fr')!
  const hastened = paced(WORDS_TIMEOUT, WORDS_TIMEOUT, 0)
  for (const names of [['oauth'], ['widget.fr'], ['widget.fr', 'language']]) {
    const visitor = await arrive({ ...pageOf(journey), first: hastened })
    const { page, site } = visitor
    // Never answered.
    for (const name of names) await page.route(`**/embed/${chunks[name]!.file}*`, () => {})
    await page.goto(site)
    await until(() => isUsable(page, { field: 1 }), `the field, without ${names}`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.leave()
  }
})

visitingInAll('a file that another file requests is one more round trip', async (arrive) => {
  const [link] = journeys
  const visitor = await arrive({
    path: null,
    html: (_, provider) => {
      const text = snippetOf(link!, { publicToken: PUBLIC_TOKEN, element: '#login', baseUrl: provider }, chunks)
      return hostPage(`<div id="login"></div>${text.split('\n').at(-1)}`)
    },
  })
  assert.equal(
    (await roundTrips(visitor.page, visitor.site, link!.controls)).map((trip) => trip.filter((path) => path.endsWith('.js'))),
    [[], ['/embed/embed.js'], ['/embed/widget.js']],
  )
})

test.after(closeBrowser)
test.run()
