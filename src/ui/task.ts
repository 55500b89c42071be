import { createElement, Fragment, useRef, useState, type ReactNode } from 'react'
import { signal, useValue } from '#signals'
import { words } from './words/baseWords.ts'
import { useUi, type FieldError, type Ui } from './context.ts'
import type { Failure, Wait, Waiting } from './failure.ts'
import { translator } from './words/translator.ts'

/** How far a task is, for the button that runs it. */
export interface Progress {
  /** True while the work is under way. The screen shows it, and a second run does nothing. */
  readonly busy?: boolean
  /** Set while the server refuses the call; a run does nothing then. */
  readonly waiting?: Waiting
}

/** The work of a screen that takes time and may fail. */
export interface Task extends Progress {
  readonly busy: boolean
  /** What the visitor reads after a failure. A new run clears it. */
  readonly error?: ReactNode
  /** Whether the visitor has to correct what they have typed. */
  readonly isMistake?: boolean
  /** The error that was thrown, for a screen that leads elsewhere because of it. */
  readonly cause?: unknown
  /** The wait behind `waiting`, for a screen that leads to another one, whose button then waits. */
  readonly wait?: Wait
  /**
   * Runs `work`. If it fails, the host is notified and `error` is set; once the visit has ended, a
   * failure is ignored. For a form that was filled in wrongly, throw `{message}`, or return a
   * {@link FieldError}.
   */
  run(work: () => Promise<FieldError | void>): Promise<void>
}

/**
 * Returns what a visitor reads about a failure. If even the code for that cannot be loaded, the
 * text is the one for an unreachable server.
 */
export const failureOf = (ui: Ui, error: unknown): Promise<Failure> =>
  ui.kit
    .load()
    .then((kit) => kit.failureOf(ui, error))
    .catch(() => ({ text: translator(words, ui.strings)('error.unreachable') }))

/**
 * The content of a live region. Its key becomes the key of the region: a screen reader does not
 * announce the same text in one region twice, but it does announce a new region.
 */
export type Announcement = { key?: string | null; props?: { children?: ReactNode } } | undefined

/** A task without its function. */
type State = Omit<Task, 'run'>

/**
 * Creates the task of a screen. It is the one place that handles failures: screens catch errors
 * only to lead to another screen.
 */
export function useTask(): Task {
  const ui = useUi()
  const [state] = useState(() => signal<State>({ busy: false }))
  const failures = useRef(0)
  const run: Task['run'] = async (work) => {
    if (state.peek().busy || state.peek().waiting) return
    const visit = ui.visit.peek()
    state.value = { busy: true }
    let error: unknown
    try {
      error = await work()
    } catch (reason) {
      // a host's own function may throw nothing
      error = reason || new Error()
      // before anything else, because a screen may lead elsewhere on this error
      if (!visit.signal.aborted) ui.fail(error)
    }
    if (visit.signal.aborted) return
    const { text, isMistake, wait } = (error ? await failureOf(ui, error) : {}) as Partial<Failure>
    // loading the text may have taken a while
    if (visit.signal.aborted) return
    // The first error fills the existing live region. Each later one has a key, so that a new live
    // region replaces the last one.
    state.value = {
      busy: false,
      error: text && createElement(Fragment, { key: failures.current++ || undefined }, text),
      isMistake,
      cause: error,
      wait,
    }
    wait?.((waiting) => (state.value = { ...state.peek(), waiting }), visit.signal)
  }
  const { busy, waiting, ...rest } = useValue(state)
  const isSlow = useValue(ui.visit.peek().slow)
  return { ...rest, busy, waiting: busy && isSlow ? ui.kit.now?.slow(ui.strings) : waiting, run }
}
