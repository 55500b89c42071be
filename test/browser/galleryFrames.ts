/** The playground's gallery, as released, for its tests. */
import type { Frame, Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { visit } from '../harness/browser.ts'
import { startPlayground } from '../harness/playground.ts'
import { screenStates, type ScreenState } from '../states/states.ts'
import { until } from './visitors.ts'

export const all = Object.entries(screenStates as Record<string, ScreenState>)
export const names = all.filter(([, { onlyIn }]) => !onlyIn).map(([name]) => name)

/** Chromium's own messages about answers that a state needs: a fault, or a picture of nobody. */
const networkNote = /^Failed to load resource/

/** Serves the playground until `stop`. */
export const openGallery = async () => {
  const { url, stop } = await startPlayground()
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
  return { stop, inGallery }
}

/** Scrolls to the frame of a state, and waits until its visitor has arrived there or has failed. */
export const frameOf = async (page: Page, name: string): Promise<Frame> => {
  const element = page.locator(`iframe[title="${name}"]`)
  await element.scrollIntoViewIfNeeded()
  const frame = (await (await element.elementHandle())!.contentFrame())!
  await frame.locator('body[data-outcome]').waitFor({ state: 'attached' })
  return frame
}

/** Waits until a frame is as high as its page, and fails if that shows no screen. */
export const fitting = async (page: Page, name: string, frame: Frame) => {
  const outer = page.locator(`iframe[title="${name}"]`)
  await until(async () => {
    const inner = await frame.evaluate(() => document.body.offsetHeight)
    return Math.abs((await outer.boundingBox())!.height - inner) < 2
  }, `the height of ${name}`)
  assert.ok((await frame.locator('.lk-card').boundingBox())!.height > 40, name)
}
