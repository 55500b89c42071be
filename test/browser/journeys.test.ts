/**
 * What every journey (bench/journeys.ts) promises of the way to its first control: the files that its budget weighs and no others, and one round trip for the page and one
 * for everything. A network that answers everybody at once, and nobody before the page is quiet, makes round trips countable: each is one release of all that is held.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page, Request, Route } from 'playwright-core'
import { findControls } from '../../bench/controls.mjs'
import { filesOf, journeys, snippetOf, type Journey, type Wanted } from '../../bench/journeys.ts'
import { WORDS_PATIENCE } from '../../src/ui/words.ts'
import { closeBrowser } from '../harness/browser.ts'
import { chunks } from './embedChunks.ts'
import { drawn, hostPage, paced, patientLoader, PUBLIC_TOKEN, until, visiting, type Arrangement } from './visitors.ts'

/** More than any journey may need: what takes so many has come to a stop. */
const TOO_MANY = 8

const pageOf = (journey: Journey): Arrangement => ({
  path: null,
  first: patientLoader,
  html: (_, provider) => {
    const text = snippetOf(journey, { publicToken: PUBLIC_TOKEN, element: '#login', baseUrl: provider }, chunks)
    return hostPage(`<div id="login"></div>${text}`)
  },
})

const isUsable = (page: Page, wanted: Wanted) => page.evaluate<boolean>(`Boolean((${findControls})(${JSON.stringify(wanted)}))`)

/** Holds what a page asks for. */
const holdAll = async (page: Page) => {
  let held: Route[] = []
  const underWay = new Set<Request>()
  const ends = (request: Request) => void underWay.delete(request)
  await page.route('**/*', (route) => void held.push(route))
  page.on('requestfinished', ends).on('requestfailed', ends)
  return {
    /** Until what was released has come, and the page has made of it all that it can: it has drawn twice over, and asks for nothing new. */
    async quiet() {
      for (let asked = -1; asked < held.length; ) {
        asked = held.length
        await until(() => underWay.size === 0, 'all that was released has come')
        await drawn(page)
        await drawn(page)
      }
    },
    /** One round trip: answers all that has been asked for. Resolves with the addresses. */
    async release() {
      const released = held
      held = []
      for (const route of released) underWay.add(route.request())
      await Promise.all(released.map((route) => route.continue()))
      return released.map((route) => new URL(route.request().url()).pathname)
    },
    asked: () => held.length,
  }
}

/** Opens a journey, and resolves with what has come when its controls can be used: a list of paths a round trip. */
const roundTrips = async (page: Page, site: string, wanted: Wanted) => {
  const network = await holdAll(page)
  const opened = page.goto(site, { waitUntil: 'commit' })
  await until(() => network.asked() > 0, 'the page is asked for')
  const trips: string[][] = [await network.release()]
  await opened
  for (;;) {
    await network.quiet()
    if (await isUsable(page, wanted)) return trips
    if (network.asked() === 0 || trips.length === TOO_MANY) throw new Error(`Nothing usable after ${trips.length} round trips`)
    trips.push(await network.release())
  }
}

for (const journey of journeys) {
  visiting(`two round trips, and the files of its budget: ${journey.name}`, async (arrive) => {
    const visitor = await arrive(pageOf(journey))
    const trips = await roundTrips(visitor.page, visitor.site, journey.wanted)
    const files = trips.flat().flatMap((path) => /^\/embed\/(.+\.js)$/.exec(path)?.[1] ?? [])
    // the page, then everything
    assert.equal({ files: [...files].sort(), trips: trips.length }, { files: filesOf(journey, chunks).sort(), trips: 2 })
    await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

visiting('a page that leaves the language to the visitor needs one round trip more: the words, when it is known whose', async (arrive) => {
  for (const { language: _, ...english } of journeys.filter(({ language }) => !language)) {
    const journey = { ...english, language: 'auto' }
    const { html, ...page } = pageOf(journey)
    const visitor = await arrive({ ...page, html: (...given) => html!(...given).replace('lang="en"', 'lang="fr"') })
    const trips = await roundTrips(visitor.page, visitor.site, journey.wanted)
    const files = trips.map((trip) => trip.flatMap((path) => /^\/embed\/(.+\.js)$/.exec(path)?.[1] ?? []).sort())
    assert.equal(files, [[], filesOf(journey, chunks).sort(), [chunks['widget.fr']!.file]], journey.name)
    await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.leave()
  }
})

test('what a snippet links to stands on the widget alone: the loader runs it in the order in which it comes', () => {
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

/** Notes what the page shows of the widget, frame by frame: each text once, in order, and whether it had something to wait for. */
const noteFrames = (page: Page) =>
  page.addInitScript(() => {
    const frames = { shown: [] as string[], waiting: 0 }
    const note = () => {
      const card = document.querySelector('.lk-card')?.cloneNode(true) as HTMLElement | undefined
      // the list of countries comes when the form is there, and is not seen before it is opened
      for (const list of card?.querySelectorAll('select') ?? []) list.remove()
      if (card && frames.shown.at(-1) !== card.textContent) frames.shown.push(card.textContent)
      if (document.querySelector('.lk-loading')) frames.waiting++
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(window, { frames })
  })
const framesOf = (page: Page) => page.evaluate(() => (window as unknown as { frames: { shown: string[]; waiting: number } }).frames)

visiting('from its snippet the widget is drawn once, whole', async (arrive) => {
  for (const journey of journeys) {
    const visitor = await arrive(pageOf(journey))
    const { page, site } = visitor
    await noteFrames(page)
    await page.goto(site)
    await until(() => isUsable(page, journey.wanted), 'it can be used')
    await drawn(page)
    const { shown, waiting } = await framesOf(page)
    assert.is(waiting, 0, journey.name)
    assert.is(shown.length, 1, `${journey.name}: ${JSON.stringify(shown)}`)
    assert.match(shown[0]!, /\w/)
    await visitor.leave()
  }
})

visiting('what is linked and does not come keeps nobody from the form', async (arrive) => {
  const journey = journeys.find(({ id }) => id === 'google-link-fr')!
  const hastened = paced(WORDS_PATIENCE, WORDS_PATIENCE, 0)
  for (const names of [['oauth'], ['widget.fr'], ['widget.fr', 'language']]) {
    const visitor = await arrive({ ...pageOf(journey), first: hastened })
    const { page, site } = visitor
    // held for good
    for (const name of names) await page.route(`**/embed/${chunks[name]!.file}*`, () => {})
    await page.goto(site)
    await until(() => isUsable(page, { field: 1 }), `the field, without ${names}`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.leave()
  }
})

visiting('what hangs on a file that hangs on another is one round trip more', async (arrive) => {
  const [link] = journeys
  const visitor = await arrive({
    path: null,
    html: (_, provider) => {
      const text = snippetOf(link!, { publicToken: PUBLIC_TOKEN, element: '#login', baseUrl: provider }, chunks)
      return hostPage(`<div id="login"></div>${text.split('\n').at(-1)}`)
    },
  })
  assert.equal(
    (await roundTrips(visitor.page, visitor.site, link!.wanted)).map((trip) => trip.filter((path) => path.endsWith('.js'))),
    [[], ['/embed/embed.js'], ['/embed/widget.js']],
  )
})

test.after(closeBrowser)
test.run()
