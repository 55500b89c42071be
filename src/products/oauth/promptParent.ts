import { safeDocument } from '../../browser/safeDocument.ts'

/** The id of the element that Google's script embeds its prompt in. */
const PARENT_ID = 'google-parent-prompt'

/**
 * The height of the prompt's area until the prompt loads, and its least height afterward, in px.
 */
export const MIN_HEIGHT = 47

/** How long the prompt's height must stay the same before the area follows it, in ms. */
const RESIZE_PAUSE = 100

/** Returns whether a widget has an embedded prompt already. Google shows one per page. */
export const hasEmbeddedPrompt = (): boolean => !!safeDocument.getElementById(PARENT_ID)

/**
 * Adds the element that Google's script embeds its prompt in, and removes it when `signal` aborts.
 * The script looks for the element in the document. In a widget with a shadow root the element is
 * therefore a child of that root's host, and `area` shows it through a slot. `onHeight` receives
 * the prompt's height in px.
 */
export function addPromptParent(area: HTMLElement, signal: AbortSignal, onHeight: (height: number) => void): void {
  const parent = safeDocument.createElement('div')
  parent.id = PARENT_ID
  const root = area.getRootNode()
  let place: Element = area
  if (root instanceof ShadowRoot) {
    const slot = safeDocument.createElement('slot')
    slot.name = parent.slot = PARENT_ID
    area.append(slot)
    place = root.host
  }
  place.append(parent)
  let timer: ReturnType<typeof setTimeout>
  const observer = new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(() => onHeight(Math.max(MIN_HEIGHT, parent.offsetHeight)), RESIZE_PAUSE)
  })
  observer.observe(parent)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    observer.disconnect()
    parent.remove()
  })
}
