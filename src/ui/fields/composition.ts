/** Fields in which an input method is composing. */
const composing = new WeakSet<EventTarget>()

/**
 * Returns whether an input method is composing in a field. Until it is done, nothing is written
 * into the field, because it would lose its place, and nothing is sent.
 */
export const isComposing = (field: EventTarget): boolean => composing.has(field)

const follow = (event: Event) => {
  const { type, target } = event as Event & { target: EventTarget }
  const isOn = type === 'compositionstart' || (event as InputEvent).isComposing
  composing[isOn ? 'add' : 'delete'](target)
  // Chromium has no other event with the text that was committed
  if (type === 'compositionend') target.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
}

/**
 * Follows the input methods in all fields of a widget, before the fields read their own events.
 * When one is done, its field gets an `input` event.
 */
export function followCompositions(root: HTMLElement): void {
  for (const type of ['compositionstart', 'input', 'compositionend']) root.addEventListener(type, follow, true)
}
