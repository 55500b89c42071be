import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'

/**
 * A link past the header that shows while it has the focus. `to` is the id of its target; `before`
 * makes the target visible.
 */
export const SkipLink = ({ to, before, children }: { to: string; before?: () => void; children: ReactNode }) => (
  <a
    className="skip button primary"
    href={`#${to}`}
    onClick={(event) => {
      // The hash of this page holds its settings.
      event.preventDefault()
      if (before) flushSync(before)
      document.getElementById(to)!.focus()
    }}
  >
    {children}
  </a>
)
