import { signal, type Signal } from '#signals'
import type { Visit } from '../ui/context.ts'
import type { Place } from '../ui/map.ts'

/** Where the visitor of one widget is, and how they get elsewhere. */
export interface Visits {
  readonly now: Signal<Visit>
  /** Moves on from a visit; does nothing if that visit is over, so that a late answer cannot move the widget. */
  go(from: Visit, next: Place): void
  /** Ends the visit with the widget, unless it is taken up again at once: StrictMode unmounts and mounts what it keeps, with what it has begun. */
  leave(): void
  /** Takes the visit up again. */
  resume(): void
}

const begin = (stay: Pick<Visit, 'place' | 'number' | 'arrived'>): Visit => {
  const abort = new AbortController()
  return { ...stay, signal: abort.signal, end: () => abort.abort() }
}

export function createVisits(start: Place): Visits {
  const now = signal(begin({ place: start, number: 0 }))
  let left: boolean
  return {
    now,
    go(from, place) {
      if (from.signal.aborted) return
      from.end()
      now.value = begin({ place, number: from.number + 1 })
    },
    leave() {
      left = true
      queueMicrotask(() => left && now.peek().end())
    },
    resume() {
      left = false
      if (now.peek().signal.aborted) now.value = begin(now.peek())
    },
  }
}
