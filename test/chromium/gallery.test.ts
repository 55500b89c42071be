/**
 * Tests a screen of the playground's gallery on a page of its own, as released, under its own
 * strict policy. gallery.matrix.test.ts has the page of all.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser, visit } from '../harness/browser.ts'
import { startPlayground } from '../harness/playground.ts'
import { visible, widget } from './visitors.ts'

const { url, stop } = await startPlayground()
test.after(async () => {
  await closeBrowser()
  stop()
})

const urlOf = (state: string) => `${url}/gallery/screen/?screen=${encodeURIComponent(state)}`

test('a state shows where a visitor arrives, and goes on from there', async () => {
  const { page, complaints } = await visit()
  await page.goto(urlOf('EmailConfirmation'))
  await visible(widget(page).checkYourEmail)
  await widget(page).tryAgain.click()
  await visible(widget(page).email)
  assert.equal(complaints, [])
  await page.context().close()
})

test('a state that only a test can reach says so', async () => {
  const { page } = await visit()
  await page.goto(urlOf('Main, a method that cannot be loaded'))
  await visible(page.getByRole('alert').getByText('This page cannot show it.'))
  await page.context().close()
})

test.run()
