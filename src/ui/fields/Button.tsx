import type { MouseEvent, ReactNode } from 'react'
import type { Progress } from '../task.ts'

/**
 * A button, 45 px high. While its `task` is busy or waits, it keeps its place, its width and the
 * focus; a press does nothing, because the task does not run then.
 */
export const Button = ({
  children,
  task: { busy, waiting } = {},
  disabled,
  kind = 'primary',
  onClick,
}: {
  children: ReactNode
  task?: Progress
  disabled?: boolean
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet'
  /** Default: the button submits its form. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}) => (
  <button
    type={onClick ? 'button' : 'submit'}
    className={`lk-button lk-${kind}`}
    disabled={disabled}
    aria-disabled={busy}
    aria-busy={busy}
    onClick={onClick}
    {...waiting}
  >
    {children}
    {busy && <i className="lk-spin" />}
  </button>
)
