import { createElement, Fragment, useRef, useState, type ReactNode } from 'react'
import { signal, useValue } from '#signals'
import { words } from './baseWords.ts'
import { useUi, type Ui } from './context.ts'
import { translator } from './words.ts'

/** Work of a screen that takes time and may fail. */
export interface Task {
  /** True while the work is under way; the screen shows it, and a second run does nothing. */
  readonly busy: boolean
  /** What the visitor reads when it failed; a new run clears it. */
  readonly error: ReactNode
  /** What was thrown, for a screen that routes on it. */
  readonly thrown: unknown
  /**
   * Runs `work`. A failure is told to the host and becomes `error`; after the visit is over, it is nobody's. A form that was filled in wrongly throws
   * `{message}`.
   */
  run(work: () => Promise<void>): Promise<void>
  /** Shows the message for an `error_type` (explain.tsx) that the host does not hear of: the e-mail form's own. */
  refuse(error_type: 'invalid_email'): Promise<void>
}

/** The words for a failure; where even they cannot be loaded, nothing can. */
export const explained = (ui: Ui, error: unknown): Promise<ReactNode> =>
  ui.kit.load().then(
    ({ explained }) => explained(error, ui),
    () => translator(words, ui.strings)('error.unreachable'),
  )

/**
 * What a live region says. Its key is the region's: a screen reader compares the text of a region with the last, and keeps silent where the same words come again;
 * a new region it reads.
 */
export type Said = { key?: string | null } | undefined

/** The one boundary for what goes wrong in a screen: screens do not catch, unless they *route* on a failure. */
export function useTask(): Task {
  const ui = useUi()
  const [state] = useState(() => signal<{ busy: boolean; error?: ReactNode; thrown?: unknown }>({ busy: false }))
  const failures = useRef(0)
  const { busy, error, thrown } = useValue(state)
  const run = async (work: () => Promise<void>, quietly?: boolean) => {
    if (state.peek().busy) return
    const visit = ui.visit.peek()
    state.value = { busy: true }
    let thrown: unknown
    try {
      await work()
    } catch (caught) {
      thrown = caught || new Error('Nothing was thrown.')
    }
    if (visit.signal.aborted) return
    // first of all: a screen may route on it
    if (thrown && !quietly) ui.fail(thrown)
    const error = thrown ? await explained(ui, thrown) : undefined
    // the words for it may have taken a while
    if (visit.signal.aborted) return
    // The first goes into the live region that is there; each later one has a key, by which a live region of its own takes the place of the last.
    state.value = { busy: false, error: error && createElement(Fragment, { key: failures.current++ || undefined }, error), thrown }
  }
  return { busy, error, thrown, run, refuse: (error_type) => run(() => Promise.reject({ error_type }), true) }
}
