/** The playground's gallery, as released, for its tests. */
import type { Frame, Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { visit } from '../harness/browser.ts'
import { startPlayground } from '../harness/playground.ts'
import { screenStates, type ScreenState } from '../../src/tools/states/states.ts'

export const all = Object.entries(screenStates as Record<string, ScreenState>)
export const names = all.filter(([, { onlyIn }]) => !onlyIn).map(([name]) => name)

/** Chromium's own messages about answers that a state needs: a fault, or a picture of nobody. */
const networkNote = /^Failed to load resource/

/**
 * Serves the playground, and opens its gallery for one visitor, until `stop`. All tests of a file
 * are looks of that visitor, one after the other, because each time that the gallery opens,
 * visitors of its own walk to the first fifteen states.
 */
export const openGallery = async () => {
  const { url, stop } = await startPlayground()
  const { page, complaints } = await visit({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(`${url}/gallery/`)
  /** A test in the gallery. It fails if a page logs a warning or an error. */
  const inGallery = (name: string, look: () => Promise<void>) =>
    test(name, async () => {
      await look()
      assert.equal(
        complaints.splice(0).filter((text) => !networkNote.test(text)),
        [],
        'the page complained',
      )
    })
  return { page, stop, inGallery }
}

/**
 * Scrolls to the frame of a state. Resolves when its visitor has arrived and it is as high as its
 * page, with the height of its screen, or with what went wrong.
 */
export const outcomeOf = async (page: Page, name: string): Promise<{ screen?: number; broken?: string }> => {
  const frame = page.locator(`iframe[title="${name}"]`)
  await frame.scrollIntoViewIfNeeded()
  const outcome = await page.waitForFunction(
    (name) => {
      const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${name}"]`)!
      const body = frame.contentDocument?.body
      if (!body?.dataset.outcome) return false
      if (body.dataset.outcome !== 'reached') return { broken: body.querySelector('[role=alert]')!.textContent }
      if (Math.abs(frame.getBoundingClientRect().height - body.offsetHeight) >= 2) return false
      return { screen: body.querySelector('.lk-card')!.getBoundingClientRect().height }
    },
    name,
    { polling: 50 },
  )
  return (await outcome.jsonValue()) as { screen?: number; broken?: string }
}

/** The frame of a state, whose visitor has arrived there. */
export const frameOf = async (page: Page, name: string): Promise<Frame> => {
  assert.is((await outcomeOf(page, name)).broken, undefined, name)
  return (await (await page.locator(`iframe[title="${name}"]`).elementHandle())!.contentFrame())!
}
