import type { ReactNode } from 'react'

/**
 * A wait that the server asks for (`Retry-After`). It calls `show` at once and each second with
 * what the button has, and with nothing when it is over. `signal` ends it, and so does the function
 * that it returns.
 */
export type Wait = (show: (waiting?: Waiting) => void, signal?: AbortSignal) => () => void

/** What a button has while it waits, on top of its other attributes. */
export interface Waiting {
  /** What it says, in the place of its label. Default: the label. */
  'data-wait'?: string
  'aria-disabled': true
  /**
   * Keeps a press from doing anything, also that of Enter in a form, which is a click of the form's
   * button (HTML, section 4.10.22.2).
   */
  onClick?: (event: { preventDefault(): void }) => void
}

/** What a visitor reads about a failure. */
export interface Failure {
  text: ReactNode
  /** Whether what the visitor has typed is wrong, and not the connection or the server. */
  isMistake?: boolean
  /** Set if the server says when to try again. */
  wait?: Wait
}
