import { safeDocument } from '../../../browser/safeDocument.ts'

/** How long a card takes to the height of another screen, in ms. */
const DURATION = 200

const followed = new WeakSet<Element>()

/**
 * Lets the card of a widget grow or shrink to the height of each screen that comes, if motion is
 * allowed. Nothing is cut off meanwhile, and at the end the height is that of the content again,
 * whatever it is by then. `root` is the widget's element; ends when that leaves the page.
 */
export function followHeight(root: HTMLElement): void {
  const card = root.querySelector('.lk-card')
  if (!card?.animate || !self.ResizeObserver || followed.has(card)) return
  followed.add(card)
  const heightNow = () => parseFloat(getComputedStyle(card).height)
  let painted = heightNow()
  let animation: Animation | undefined
  // its callback comes before the next paint, and the observer below after the last one
  const screens = new MutationObserver(() => {
    animation?.cancel()
    const height = heightNow()
    const isStill = safeDocument.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches || !card.closest('.lk-own')
    // nothing of a widget that is not displayed, or of a change that nobody sees
    if (isStill || !(painted && Math.abs(height - painted) >= 1)) return
    animation = card.animate({ height: [painted + 'px', height + 'px'] }, { duration: DURATION, easing: 'ease-out' })
  })
  const sizes = new ResizeObserver(() => {
    painted = heightNow()
    if (card.isConnected) return
    for (const observer of [screens, sizes]) observer.disconnect()
    followed.delete(card)
  })
  screens.observe(card, { childList: true })
  sizes.observe(card)
}
