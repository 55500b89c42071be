/** Tests the page of the playground's gallery, as released, under its own strict policy, and walks through every frame. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ar } from '../../src/strings/ar.ts'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { all, fitting, frameOf, names, openGallery } from './galleryFrames.ts'
import { gone, until, visible, widget } from './visitors.ts'

const { inGallery, stop } = await openGallery()
test.after(async () => {
  await closeBrowser()
  stop()
})

inGallery(
  'a frame is as high as its page, takes no focus, has cookies of its own, and the page says how many states there are',
  async (page) => {
    assert.equal(await page.locator('iframe').evaluateAll((frames) => frames.map((frame) => (frame as HTMLIFrameElement).title)), names)
    await visible(page.getByText(`The real widget in ${names.length} of its ${all.length} states`))
    for (const name of ['Main, email link', 'Main, tabs']) {
      const frame = await frameOf(page, name)
      assert.is(await frame.locator('body').getAttribute('data-outcome'), 'reached', name)
      await fitting(page, name, frame)
    }
    assert.is(await page.evaluate(() => document.activeElement!.tagName), 'BODY')
    assert.equal(await page.context().cookies(), [])
  },
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

inGallery('every state is reached, in a frame as high as its page', async (page) => {
  const failures: string[] = []
  for (const name of names) {
    const frame = await frameOf(page, name)
    if ((await frame.locator('body').getAttribute('data-outcome')) === 'reached') await fitting(page, name, frame)
    else failures.push(await frame.getByRole('alert').first().innerText())
  }
  assert.equal(failures, [])
})

test.run()
