import type { MouseEvent, ReactNode } from 'react'
import type { Progress } from '../task.ts'
import { attributesOf } from './Button.tsx'

/** A button that looks like a link. While its `task` is busy or waits, a press does nothing. */
export const TextButton = ({
  children,
  task,
  label,
  onClick,
}: {
  children: ReactNode
  task?: Progress
  /** Its name, if its words are too short for one. */
  label?: string
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
}) => (
  <button type="button" className="lk-link" aria-label={label} {...attributesOf(task, onClick)}>
    {children}
  </button>
)
