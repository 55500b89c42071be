/**
 * Tests the page of the playground's gallery, as released, under its own strict policy, and walks
 * through every frame.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ar } from '../../src/strings/ar.ts'
import { COLORS, findingsOfAxe, WIDTH_AND_COLORS } from '../harness/axe.ts'
import { closeBrowser, resize } from '../harness/browser.ts'
import { all, frameOf, names, openGallery, outcomeOf } from './galleryFrames.ts'
import { gone, until, visible, widget } from './visitors.ts'

const { page, inGallery, stop } = await openGallery()
test.after(async () => {
  await closeBrowser()
  stop()
})

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 900 }

inGallery('a frame takes no focus, has cookies of its own, and the page says how many states there are', async () => {
  assert.equal(await page.locator('iframe').evaluateAll((frames) => frames.map((frame) => (frame as HTMLIFrameElement).title)), names)
  await visible(page.getByText(`The real widget in ${names.length} of its ${all.length} states`))
  for (const name of ['Main, email link', 'Main, tabs']) await frameOf(page, name)
  assert.is(await page.evaluate(() => document.activeElement!.tagName), 'BODY')
  assert.equal(await page.context().cookies(), [])
})

inGallery('axe finds nothing, light and dark, wide and narrow, and nothing scrolls sideways', async () => {
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate(() => document.activeElement!.textContent), 'Skip to the screens')
  await page.evaluate(() => scrollTo(0, 0))
  assert.equal(await findingsOfAxe(page), [])
  assert.ok(await fits())
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.equal(await findingsOfAxe(page, COLORS), [], 'dark')
  await resize(page, NARROW)
  assert.equal(await findingsOfAxe(page, WIDTH_AND_COLORS), [], 'dark, narrow')
  assert.ok(await fits(), 'narrow')
  await page.emulateMedia({ colorScheme: 'light' })
  assert.equal(await findingsOfAxe(page, WIDTH_AND_COLORS), [], 'narrow')
  await resize(page, WIDE)
})

inGallery('frames load as they come into view, and follow the theme and the language at once', async () => {
  const loaded = () => page.frames().filter((frame) => frame.url().includes('screen=')).length
  const first = await frameOf(page, 'Main, email link')
  assert.ok(loaded() < names.length, `${loaded()} frames`)
  const { main } = widget(first.locator('body') as never)
  await visible(main)
  const background = () => first.locator('.lk-card').evaluate((card) => getComputedStyle(card).backgroundColor)
  await page.getByRole('button', { name: 'Terminal' }).click()
  await until(async () => (await background()) === 'rgb(11, 17, 13)', 'the theme')
  const language = page.getByLabel('Language')
  const usual = await language.inputValue()
  await language.selectOption('العربية')
  await visible(first.getByRole('heading', { name: ar['login.title'] }))
  // One that was not loaded before.
  const late = await frameOf(page, 'IDPConsent, not logged out')
  assert.is(await late.locator('.lk-card').evaluate((card) => getComputedStyle(card).backgroundColor), 'rgb(11, 17, 13)')
  await visible(late.getByText(ar['idpLogout.notLoggedOut']))
  // a visitor on the way looks for words of the language in which the way began
  await page.waitForFunction(() =>
    [...document.querySelectorAll('iframe')].every(({ contentDocument }) => {
      const { URL, body } = contentDocument!
      return URL === 'about:blank' || body?.dataset.outcome
    }),
  )
  await language.selectOption(usual)
  await visible(main)
})

inGallery('the list of screens leads to a screen, which opens on its own and can be touched there', async () => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'EmailConfirmation' }).click()
  await page.waitForFunction(() => document.getElementById('screen-EmailConfirmation')!.getBoundingClientRect().top < innerHeight / 2)
  assert.not.ok(page.url().includes('EmailConfirmation'), 'the hash is for settings')
  const [alone] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('heading', { name: 'EmailConfirmation', exact: true }).getByRole('link').click(),
  ])
  await visible(widget(alone).checkYourEmail)
  await widget(alone).tryAgain.click()
  await visible(widget(alone).email)
  await gone(widget(alone).checkYourEmail)
  await alone.close()
})

inGallery('every state is reached, in a frame as high as its page', async () => {
  const wrong: string[] = []
  for (const name of names) {
    const { broken, screen = 0 } = await outcomeOf(page, name)
    if (broken || screen <= 40) wrong.push(broken ?? `${name}: ${screen} px`)
  }
  assert.equal(wrong, [])
})

// last, because the gallery opens again
inGallery('the playground has the theme and the language of the gallery, and leads back with them', async () => {
  await page.getByLabel('Language').selectOption('العربية')
  await page.getByRole('link', { name: 'Playground' }).click()
  await visible(page.locator('.host').getByRole('heading', { name: ar['login.title'] }))
  await page.getByRole('link', { name: 'Gallery' }).click()
  await visible(page.getByRole('button', { name: 'Terminal', pressed: true }))
})

test.run()
