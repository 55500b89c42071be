import { signal, type Signal } from '#signals'
import type { Visit } from '../ui/context.ts'
import type { Place } from '../ui/map.ts'

/** The visits of one widget: the screens that its visitor goes through, one after the other. */
export interface Visits {
  /** Where the visitor has begun. */
  readonly start: Place
  readonly now: Signal<Visit>
  /**
   * Ends a visit and begins the next one. Does nothing if the visit is over, so that a late answer
   * cannot move the widget.
   */
  go(from: Visit, next: Place): void
  /**
   * Returns a function that ends the visit if `element` is no longer on the page: React also
   * unmounts what it only hides (Suspense, Activity), and what it mounts again at once
   * (StrictMode).
   */
  endWith(element: Element): () => void
}

const startVisit = (stay: Pick<Visit, 'place' | 'number'>): Visit => {
  const abort = new AbortController()
  return { ...stay, signal: abort.signal, slow: signal(0), end: () => abort.abort() }
}

export function createVisits(start: Place): Visits {
  const now = signal(startVisit({ place: start, number: 0 }))
  return {
    start,
    now,
    go(from, place) {
      if (from.signal.aborted) return
      from.end()
      now.value = startVisit({ place, number: from.number + 1 })
    },
    endWith: (element) => () => queueMicrotask(() => element.isConnected || now.peek().end()),
  }
}
