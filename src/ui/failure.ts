import type { ReactNode } from 'react'

/**
 * A wait that the server asks for (`Retry-After`). It calls `show` at once and each second, and
 * with nothing when it is over. `signal` ends it, and so does the function that it returns.
 */
export type Wait = (show: (waiting?: Waiting) => void, signal?: AbortSignal) => () => void

/** A wait of a button, which looks disabled meanwhile. */
export interface Waiting {
  /** What the button says instead of its label. Default: the label. */
  label?: string
  /** The seconds left, during which a press does nothing. Default: it reaches `onClick`. */
  seconds?: number
}

/** What a visitor reads about a failure. */
export interface Failure {
  text: ReactNode
  /** Whether what the visitor has typed is wrong, and not the connection or the server. */
  isMistake?: boolean
  /** Set if the server says when to try again. */
  wait?: Wait
}
