import { signal, type Signal } from '#signals'
import type { Visit } from '../ui/context.ts'
import type { Place } from '../ui/map.ts'

/** Where the visitor of one widget is, and how they get elsewhere. */
export interface Visits {
  readonly now: Signal<Visit>
  /** Moves on from a visit; does nothing if that visit is over, so that a late answer cannot move the widget. */
  go(from: Visit, next: Place): void
  /** Takes the visit up, in this element, or up again. */
  resume(element: Element): void
  /**
   * Ends the visit with the widget: once the element is gone, as React also leaves what it only hides (Suspense, Activity) and what it takes up again at once
   * (StrictMode).
   */
  leave(): void
}

const begin = (stay: Pick<Visit, 'place' | 'number'>): Visit => {
  const abort = new AbortController()
  return { ...stay, signal: abort.signal, end: () => abort.abort() }
}

export function createVisits(start: Place): Visits {
  const now = signal(begin({ place: start, number: 0 }))
  let shown: Element
  return {
    now,
    go(from, place) {
      if (from.signal.aborted) return
      from.end()
      now.value = begin({ place, number: from.number + 1 })
    },
    resume(element) {
      shown = element
    },
    leave: () => queueMicrotask(() => shown.isConnected || now.peek().end()),
  }
}
