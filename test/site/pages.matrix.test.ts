/**
 * Opens every page of the site below a path, as on GitHub Pages: no errors, no request elsewhere,
 * axe, narrow windows, paper.
 */
import '../built/site.ts'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { each } from '../chromium/visitors.ts'
import { ALL_BUT_COLORS, COLORS, findingsOfAxe, WIDTH, WIDTH_AND_COLORS } from '../harness/axe.ts'
import { closeBrowser, resize, visit, type Visit } from '../harness/browser.ts'
import { addresses, serveDocumentation } from '../harness/documentation.ts'

const test = suite('pages of dist/site/')
const site = await serveDocumentation('/latchkey/')
test.after(() => {
  site.close()
  return closeBrowser()
})

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 320, height: 640 }

const ways = [
  [WIDE, 'light'],
  [WIDE, 'dark'],
  [NARROW, 'light'],
  [NARROW, 'dark'],
] as const
/**
 * Of the colors, none depends on the width. The other pages are looked at wide and light, and
 * narrow and dark.
 */
const everyWay = ['', 'guides/server/', 'project/changelog/']
/** What all pages have in common, which is looked at on those. */
const common = ['header.top', '#menu', 'footer.foot']
/**
 * Kinds of places that have been examined in colors and in a narrow window, with all that the
 * site's sheets choose their looks by.
 */
const colorPlaces: string[] = []

/**
 * Marks one text in each kind of place that no page before had, except what all have in common.
 * Returns how many there are.
 */
const markNewColors = async (page: Page) => {
  const places = await page.evaluate(
    ([colorPlaces, common]) => {
      const earlier = new Set(colorPlaces)
      const sheets = [...document.styleSheets].map(({ href }) => href)
      const placeOf = (element: Element): string =>
        `${element.parentElement ? placeOf(element.parentElement) : sheets} ${element.localName}.${[...element.classList].sort().join('.')}${element.hasAttribute('aria-current')}`
      const elements = new Map<string, Element>()
      for (const element of document.querySelectorAll('body *')) {
        if (
          element.closest(common) ||
          ![...element.childNodes].some((node) => node instanceof Text && node.data.trim()) ||
          !element.checkVisibility()
        )
          continue
        const place = placeOf(element)
        if (!earlier.has(place) && !elements.has(place)) elements.set(place, element)
      }
      for (const element of elements.values()) element.setAttribute('data-new', '')
      return [...elements.keys()]
    },
    [colorPlaces, common.join()] as const,
  )
  colorPlaces.push(...places)
  return places.length
}

/** Pages of the playground start a worker first, and live.matrix.test.ts looks at them. */
const documents = addresses.filter((path) => !path.startsWith('playground/'))
const sources = addresses.filter((path) => path.startsWith('source/'))

const scrollsSideways = (page: Page) => page.evaluate(() => document.scrollingElement!.scrollWidth > document.scrollingElement!.clientWidth)

/** A page, and the requests that it has sent to others. */
interface Reader extends Visit {
  elsewhere: string[]
}

const arrive = async (): Promise<Reader> => {
  const visitor = await visit({ viewport: WIDE, reducedMotion: 'reduce' })
  const elsewhere: string[] = []
  visitor.page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url())
  })
  return { ...visitor, elsewhere }
}

test('every page opens without an error or a request elsewhere, and axe finds nothing, wide and narrow, light and dark', async () => {
  assert.ok(documents.length >= 25)
  // Each reads many pages one after the other: a new page for each address would compile the site's
  // scripts, and axe, again.
  const readers: Reader[] = []
  await each(documents, async (path) => {
    const reader = readers.pop() ?? (await arrive())
    const { page, complaints, elsewhere } = reader
    try {
      complaints.length = elsewhere.length = 0
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(WIDE)
      const answer = await page.goto(site.url + path, { waitUntil: 'networkidle' })
      assert.is(answer!.status(), 200)
      // They differ only in their code.
      const isLikeAnother = path.startsWith('source/') && path !== sources[0]
      const isWhole = everyWay.includes(path)
      if (isWhole) for (const part of common) if (part !== '#menu' || path) assert.is(await page.locator(part).count(), 1, part)
      const isNew = !isLikeAnother && !isWhole && (await markNewColors(page)) > 0
      for (const [viewport, colorScheme] of isLikeAnother ? [] : isWhole ? ways : [ways[0]!, ways[3]!]) {
        await page.emulateMedia({ colorScheme })
        await resize(page, viewport)
        const at = `${colorScheme}, ${viewport.width} px`
        const isFirst = viewport === WIDE && colorScheme === 'light'
        if (isWhole) assert.equal(await findingsOfAxe(page, isFirst ? undefined : WIDTH_AND_COLORS), [], at)
        else if (isFirst) assert.equal(await findingsOfAxe(page, ALL_BUT_COLORS, { exclude: common }), [], at)
        // a narrow window makes a target small, or a place scroll, by the looks of its kind
        else if (isNew) assert.equal(await findingsOfAxe(page, WIDTH, { exclude: common }), [], at)
        if (isNew) assert.equal(await findingsOfAxe(page, COLORS, { include: ['[data-new]'] }), [], `colors, ${at}`)
        assert.is(await scrollsSideways(page), false, `scrolls sideways at ${viewport.width} px`)
      }
      assert.equal(elsewhere, [])
      assert.equal(complaints, [])
    } finally {
      readers.push(reader)
    }
  })
  for (const { page } of readers) await page.context().close()
})

test('the page for an address that does not exist has its looks and leads back, however deep the address is', async () => {
  // It is built for the root of a server (see --base in site/build.ts).
  const atRoot = await serveDocumentation()
  const { page } = await visit()
  const answer = await page.goto(`${atRoot.url}no/such/page/`, { waitUntil: 'networkidle' })
  assert.is(answer!.status(), 404)
  assert.is(await page.getByRole('banner').evaluate((element) => getComputedStyle(element).position), 'sticky')
  assert.equal(await findingsOfAxe(page), [])
  await page.getByRole('link', { name: 'start at the beginning' }).click()
  await page.waitForURL(atRoot.url)
  await page.context().close()
  atRoot.close()
})

test('a page can be read, and its menu opened, without JavaScript', async () => {
  const { page } = await visit({ javaScriptEnabled: false, viewport: NARROW })
  await page.goto(`${site.url}guides/server/`)
  assert.is(await page.getByRole('button', { name: 'Search' }).count(), 0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Error codes', exact: true }).click()
  await page.waitForURL(`${site.url}guides/errors/`)
  await page.getByRole('heading', { name: 'Error codes', level: 1 }).waitFor()
  await page.goto(`${site.url}guides/server/`)
  await page.getByRole('button', { name: 'On this page' }).click()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Cookies' }).click()
  await page.waitForURL(/#cookies$/)
  await page.context().close()
})

test('on paper there is the text alone, dark on light', async () => {
  const { page } = await visit({ colorScheme: 'dark' })
  await page.goto(`${site.url}guides/server/`)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  assert.is(await page.getByRole('banner').isVisible(), false)
  assert.is(await page.locator('#menu').isVisible(), false)
  assert.is(await page.getByRole('heading', { level: 1 }).isVisible(), true)
  assert.is(await page.evaluate(() => getComputedStyle(document.body).color), 'rgb(25, 48, 61)')
  await page.context().close()
})

test('the choice of colors lasts, applies before anything is drawn, and can be undone', async () => {
  const { page } = await visit({ colorScheme: 'light' })
  const back = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.goto(`${site.url}guides/server/`)
  const light = await back()
  const button = page.getByRole('button', { name: 'Dark colors' })
  await button.click()
  assert.is(await button.getAttribute('aria-pressed'), 'true')
  const dark = await back()
  assert.is.not(dark, light)
  assert.equal(await findingsOfAxe(page, COLORS), [])
  await page.goto(`${site.url}guides/errors/`, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.is(await back(), dark)
  await button.click()
  assert.is(await back(), light)
  assert.is(await page.evaluate(() => localStorage.length), 0)
  await page.context().close()
})

test('code is copied as it is written', async () => {
  const { page } = await visit({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${site.url}guides/server/`)
  const sample = page.locator('.sample').first()
  await sample.hover()
  await sample.getByRole('button', { name: 'Copy' }).click()
  await sample.getByRole('button', { name: 'Copied' }).waitFor()
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), await sample.locator('code').textContent())
  await page.context().close()
})

test.run()
