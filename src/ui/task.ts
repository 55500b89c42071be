import { createElement, Fragment, useRef, useState, type ReactNode } from 'react'
import { signal, useValue } from '#signals'
import { words } from './words/baseWords.ts'
import { useUi, type Refusal, type Ui } from './context.ts'
import { translator } from './words/translator.ts'

/** The work of a screen that takes time and may fail. */
export interface Task {
  /** True while the work is under way. The screen shows it, and a second run does nothing. */
  readonly busy: boolean
  /** What the visitor reads after a failure. A new run clears it. */
  readonly error: ReactNode
  /** The error that was thrown, for a screen that leads elsewhere because of it. */
  readonly thrown: unknown
  /**
   * Runs `work`. If it fails, the host is notified and `error` is set; once the visit has ended, a failure is ignored. For a form that was filled in wrongly, throw `{message}`, or return a
   * {@link Refusal}.
   */
  run(work: () => Promise<Refusal | void>): Promise<void>
}

/** Returns the text for a failure. If even the code for that cannot be loaded, the text is the one for an unreachable server. */
export const failureText = (ui: Ui, error: unknown): Promise<ReactNode> =>
  ui.kit
    .load()
    .then(({ explained }) => explained(error, ui))
    .catch(() => translator(words, ui.strings)('error.unreachable'))

/**
 * The content of a live region. Its key becomes the key of the region: a screen reader does not announce the same text in one region twice, but it does announce a
 * new region.
 */
export type Announcement = { key?: string | null } | undefined

/** Creates the task of a screen. It is the one place that handles failures: screens catch errors only to lead to another screen. */
export function useTask(): Task {
  const ui = useUi()
  const [state] = useState(() => signal<{ busy: boolean; error?: ReactNode; thrown?: unknown }>({ busy: false }))
  const failures = useRef(0)
  const { busy, error, thrown } = useValue(state)
  const run: Task['run'] = async (work) => {
    if (state.peek().busy) return
    const visit = ui.visit.peek()
    state.value = { busy: true }
    let thrown: unknown
    try {
      thrown = await work()
    } catch (caught) {
      thrown = caught || new Error('Nothing was thrown.')
      // before anything else, because a screen may lead elsewhere on this error
      if (!visit.signal.aborted) ui.fail(thrown)
    }
    if (visit.signal.aborted) return
    const error = thrown ? await failureText(ui, thrown) : undefined
    // loading the text may have taken a while
    if (visit.signal.aborted) return
    // The first error fills the existing live region. Each later one has a key, so that a new live region replaces the last one.
    state.value = { busy: false, error: error && createElement(Fragment, { key: failures.current++ || undefined }, error), thrown }
  }
  return { busy, error, thrown, run }
}
