/** Tests the playground's gallery, as released, under its own strict policy. */
import type { Frame, Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ar } from '../../src/strings/ar.ts'
import { screenStates, type ScreenState } from '../../src/playground/gallery/states.ts'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { startPlayground } from '../harness/playground.ts'
import { gone, until, visible, widget } from './visitors.ts'

let stop: () => void
let url: string

test.before(async () => {
  ;({ url, stop } = await startPlayground())
})

test.after(async () => {
  await closeBrowser()
  stop()
})

const all = Object.entries(screenStates as Record<string, ScreenState>)
const names = all.filter(([, { steps }]) => steps).map(([name]) => name)

/** Chromium's own messages about answers that a state needs: a fault, or a picture of nobody. */
const networkNote = /^Failed to load resource/

/** A test in the gallery, opened at a hash. It fails if a page logs a warning or an error. */
const inGallery = (name: string, run: (page: Page) => Promise<void>, { hash = '', width = 1280 } = {}) =>
  test(name, async () => {
    const { page, complaints } = await visit({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    try {
      await page.goto(`${url}/gallery/${hash}`)
      await run(page)
      assert.equal(
        complaints.filter((text) => !networkNote.test(text)),
        [],
        'the page complained',
      )
    } finally {
      await page.context().close()
    }
  })

/** Scrolls to the frame of a state, and waits until its visitor has arrived there or has failed. */
const frameOf = async (page: Page, name: string): Promise<Frame> => {
  const element = page.locator(`iframe[title="${name}"]`)
  await element.scrollIntoViewIfNeeded()
  const frame = (await (await element.elementHandle())!.contentFrame())!
  await frame.locator('body[data-outcome]').waitFor({ state: 'attached' })
  return frame
}

/** Walks through all frames, and returns what those say that did not get to their states. `look` is for each that did. */
const walk = async (page: Page, look?: (name: string, frame: Frame) => Promise<void>) => {
  const failures: string[] = []
  for (const name of names) {
    const frame = await frameOf(page, name)
    if ((await frame.locator('body').getAttribute('data-outcome')) === 'reached') await look?.(name, frame)
    else failures.push(await frame.getByRole('alert').first().innerText())
  }
  return failures
}

inGallery('every state is reached, in a frame as high as its page, and the page says how many states there are', async (page) => {
  assert.equal(await page.locator('iframe').evaluateAll((frames) => frames.map((frame) => (frame as HTMLIFrameElement).title)), names)
  await visible(page.getByText(`The real widget in ${names.length} of its ${all.length} states`))
  const failures = await walk(page, async (name, frame) => {
    const outer = page.locator(`iframe[title="${name}"]`)
    await until(async () => {
      const inner = await frame.evaluate(() => document.body.offsetHeight)
      return Math.abs((await outer.boundingBox())!.height - inner) < 2
    }, `the height of ${name}`)
    assert.ok((await frame.locator('.lk-card').boundingBox())!.height > 40, name)
  })
  assert.equal(failures, [])
  assert.is(await page.evaluate(() => document.activeElement!.tagName), 'BODY', 'no frame takes the focus')
  assert.equal(await page.context().cookies(), [], 'each frame has cookies of its own')
})

inGallery(
  'in another language every state is reached too',
  async (page) => {
    assert.equal(await walk(page), [])
    await visible((await frameOf(page, 'Success')).getByRole('heading', { name: ar['success.title'] }))
    assert.is(await (await frameOf(page, 'Success')).locator('.lk').getAttribute('dir'), 'rtl')
  },
  { hash: `#${encodeURIComponent('{"language":"ar"}')}` },
)

inGallery('frames load as they come into view, and follow the theme and the language at once', async (page) => {
  const loaded = () => page.frames().filter((frame) => frame.url().includes('screen=')).length
  const first = await frameOf(page, 'Main, email link')
  assert.ok(loaded() < names.length, `${loaded()} frames`)
  const { main } = widget(first.locator('body') as never)
  await visible(main)
  const background = () => first.locator('.lk-card').evaluate((card) => getComputedStyle(card).backgroundColor)
  await page.getByRole('button', { name: 'Terminal' }).click()
  await until(async () => (await background()) === 'rgb(11, 17, 13)', 'the theme')
  await page.getByLabel('Language').selectOption('العربية')
  await visible(first.getByRole('heading', { name: ar['login.title'] }))
  // One that was not loaded before.
  const late = await frameOf(page, 'IDPConsent, not logged out')
  assert.is(await late.locator('.lk-card').evaluate((card) => getComputedStyle(card).backgroundColor), 'rgb(11, 17, 13)')
  await visible(late.getByText(ar['idpLogout.notLoggedOut']))
  await page.getByRole('link', { name: 'Playground' }).click()
  await visible(page.locator('.host').getByRole('heading', { name: ar['login.title'] }))
  await page.getByRole('link', { name: 'Gallery' }).click()
  await visible(page.getByRole('button', { name: 'Terminal', pressed: true }))
})

inGallery('the list of screens leads to a screen, which opens on its own and can be touched there', async (page) => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'EmailConfirmation' }).click()
  await page.waitForFunction(() => document.getElementById('screen-EmailConfirmation')!.getBoundingClientRect().top < innerHeight / 2)
  assert.is(new URL(page.url()).hash, '', 'the hash is for settings')
  const [alone] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('heading', { name: 'EmailConfirmation', exact: true }).getByRole('link').click(),
  ])
  await visible(widget(alone).checkYourEmail)
  await widget(alone).tryAgain.click()
  await visible(widget(alone).email)
  await gone(widget(alone).checkYourEmail)
})

for (const width of [1280, 320]) {
  inGallery(
    `axe finds nothing, light and dark, and nothing scrolls sideways at ${width} px`,
    async (page) => {
      await visible(page.getByRole('heading', { name: 'Gallery' }))
      await page.keyboard.press('Tab')
      assert.is(await page.evaluate(() => document.activeElement!.textContent), 'Skip to the screens')
      await frameOf(page, 'Main, email link')
      await page.evaluate(() => scrollTo(0, 0))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.equal(await findingsOfAxe(page, colorScheme === 'dark' ? COLORS : undefined), [], colorScheme)
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    },
    { width },
  )
}

test('a state that only a test can reach says so on a page of its own', async () => {
  const { page } = await visit()
  await page.goto(`${url}/gallery/screen/?screen=${encodeURIComponent('Main, a method that cannot be loaded')}`)
  await visible(page.getByRole('alert').getByText('This page cannot show it.'))
  await page.context().close()
})

test.run()
