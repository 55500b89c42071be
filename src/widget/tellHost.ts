import type { RefObject } from 'react'
import type { Callbacks } from '../ui/host/events.ts'

/**
 * Tells the host something: by its callback of this name, and by a DOM event of this type on the
 * widget. A callback that throws does not break the widget. The event bubbles, so other scripts of
 * the page receive it. Its `detail` is a JSON copy of what `detail` returns, without the session's
 * tokens. There is no event if that cannot be copied: an error may be anything, and nothing about
 * it stops the work that it has ended.
 */
export function tellHost(
  root: RefObject<HTMLElement | null>,
  { current: callbacks }: RefObject<Callbacks | undefined>,
  name: keyof Callbacks,
  type: 'latchkey:event' | 'latchkey:error',
  value: unknown,
  detail: () => object,
): void {
  try {
    callbacks?.[name]?.(value as never)
  } catch (error) {
    reportError(error)
  }
  try {
    root.current?.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail: JSON.parse(JSON.stringify(detail())) }))
  } catch {}
}
