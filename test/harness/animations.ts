import type { Page } from 'playwright-core'

/**
 * Ends all transitions and animations of a page that would end by themselves, so that what a test
 * measures has arrived. A spinner goes on.
 */
export const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation.effect!.getComputedTiming().endTime !== Infinity) animation.finish()
  })
