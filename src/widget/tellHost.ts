import type { RefObject } from 'react'
import type { Callbacks } from '../ui/host/events.ts'

/**
 * Tells the host something: by the callback `onEvent` or `onError`, and by the DOM event `latchkey:event` or `latchkey:error` on the widget. A callback that throws does not
 * break the widget. The event bubbles, so other scripts of the page receive it. Its `detail` is a JSON copy, and the caller leaves out the session's tokens.
 */
export function tellHost(
  root: RefObject<HTMLElement | null>,
  callbacks: Callbacks | undefined,
  kind: 'Event' | 'Error',
  value: unknown,
  detail: object,
): void {
  try {
    callbacks?.[`on${kind}`]?.(value as never)
  } catch (error) {
    reportError(error)
  }
  root.current?.dispatchEvent(
    new CustomEvent('latchkey:' + kind.toLowerCase(), { bubbles: true, composed: true, detail: JSON.parse(JSON.stringify(detail)) }),
  )
}
