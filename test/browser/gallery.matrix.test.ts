/** Walks through every frame of the playground's gallery, as released, under its own strict policy. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { fitting, frameOf, names, openGallery } from './galleryFrames.ts'

const { inGallery, stop } = await openGallery()
test.after(async () => {
  await closeBrowser()
  stop()
})

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
