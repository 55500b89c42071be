/** Goes through a widget with the Tab key. */
import type { Frame, Page } from 'playwright-core'
import type { TabWalk } from './facts.ts'
import { waitFor } from './limits.ts'

/** How long a control may take to look focused, in ms: longer than its transition. */
const TRANSITION = 400

/** A dialog that keeps the focus on purpose. */
const MODAL = 'dialog[open], [aria-modal=true]'

/**
 * Runs in the page: puts the focus in front of the first control, and remembers how each control
 * looks without it.
 */
function beginWalk(): string[] {
  const { all, controls, nameOf, isVisible } = window.latchkeyDoctor
  /**
   * Describes the looks of a control and of what is directly around it. An outline that nobody sees
   * counts as none.
   */
  const lookOf = (element: Element) =>
    [element, element.parentElement, element.parentElement?.parentElement].map((each) => {
      if (!each) return ''
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, textDecorationLine, filter } =
        getComputedStyle(each)
      const outline =
        outlineStyle === 'none' || outlineWidth === '0px' || /rgba\(.*, 0\)|\/ 0\)|transparent/.test(outlineColor)
          ? ''
          : outlineWidth + outlineColor
      return [outline, boxShadow, borderColor, backgroundColor, textDecorationLine, filter].join()
    })
  ;(document.activeElement as HTMLElement | null)?.blur()
  const waiting = controls()
    .filter(({ element, kind }) => kind !== 'text' && isVisible(element) && !element.matches(':disabled'))
    .map(({ element }) => element)
  const before = waiting.map(lookOf)
  Object.assign(window.latchkeyDoctor, { waiting, before, lookOf })
  const [widget] = all('.lk') as HTMLElement[]
  widget?.focus({ preventScroll: true })
  return waiting.map(nameOf)
}

/**
 * Runs in the page: which control has the focus, and whether it shows. -1 means anything else,
 * -2 for something in the widget that is no control.
 */
function readFocus(): { at: number; shows: boolean } {
  const { waiting, before, lookOf, isInWidget } = window.latchkeyDoctor as unknown as {
    waiting: Element[]
    before: string[][]
    lookOf: (element: Element) => string[]
    isInWidget: (element: Element) => boolean
  }
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  const at = active ? waiting.indexOf(active) : -1
  if (at < 0) return { at: active && isInWidget(active) ? -2 : -1, shows: true }
  return { at, shows: lookOf(active!).some((look, level) => look !== before[at]![level]) }
}

/**
 * Presses Tab from the widget's beginning until the focus has left it, or has come back to a
 * control.
 */
export const walkWithTab = async (page: Page, frame: Frame): Promise<TabWalk> => {
  const names = await frame.evaluate(beginWalk)
  const stops = new Set<number>()
  const hiddenFocus = new Set<number>()
  let trappedAt: string | undefined
  // two more than there are controls: the focus may stop once on something else of the widget
  for (let press = 0; press < names.length + 2; press++) {
    await page.keyboard.press('Tab')
    const { at } = await frame.evaluate(readFocus)
    if (at === -1) break
    if (at >= 0 && stops.has(at)) {
      const inDialog = await frame.evaluate(
        (modal) =>
          window.latchkeyDoctor.all('.lk').some((widget) => window.latchkeyDoctor.around(widget).some((each) => each.matches(modal))),
        MODAL,
      )
      if (!inDialog) trappedAt = names[at]
      break
    }
    if (at < 0) continue
    stops.add(at)
    const shows = await waitFor(async () => (await frame.evaluate(readFocus)).shows, TRANSITION)
    if (!shows) hiddenFocus.add(at)
  }
  // the document, as if nobody had been there
  await frame.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  return {
    // the controls behind a trap are another matter
    unreachedControls: trappedAt ? [] : names.filter((_, at) => !stops.has(at)),
    ...(trappedAt && { trappedAt }),
    hiddenFocus: [...hiddenFocus].map((at) => names[at]!),
  }
}
