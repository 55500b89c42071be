import type { MouseEvent, ReactNode } from 'react'
import type { Progress } from '../task.ts'

/** A button that looks like a link. While its `task` is busy or waits, a press does nothing. */
export const TextButton = ({
  children,
  task: { busy, waiting } = {},
  onClick,
}: {
  children: ReactNode
  task?: Progress
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
}) => (
  <button type="button" className="lk-link" aria-disabled={busy} aria-busy={busy} onClick={onClick} {...waiting}>
    {children}
  </button>
)
