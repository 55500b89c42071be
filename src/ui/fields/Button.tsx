import type { MouseEvent, ReactNode } from 'react'
import type { Progress } from '../task.ts'

type OnClick = (event: MouseEvent<HTMLButtonElement>) => void

/**
 * Returns the attributes of a button that tell how far its task is. During a wait of some seconds a
 * press does nothing, nor does Enter in a form, which clicks the form's button (HTML, section
 * 4.10.22.2).
 */
export const attributesOf = ({ busy, waiting }: Progress = {}, onClick?: OnClick) => ({
  'aria-disabled': waiting ? true : busy,
  'aria-busy': busy,
  'data-wait': waiting?.label,
  onClick: waiting?.seconds ? (event: { preventDefault(): void }) => event.preventDefault() : onClick,
})

/**
 * A button, 45 px high. While its `task` is busy or waits, it keeps its place, its width and the
 * focus; a press does nothing, because the task does not run then.
 */
export const Button = ({
  children,
  task,
  disabled,
  kind = 'primary',
  onClick,
}: {
  children: ReactNode
  task?: Progress
  disabled?: boolean
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet'
  /** Default: the button submits its form. */
  onClick?: OnClick
}) => (
  <button type={onClick ? 'button' : 'submit'} className={`lk-button lk-${kind}`} disabled={disabled} {...attributesOf(task, onClick)}>
    {children}
    {task?.busy && <i className="lk-spin" />}
  </button>
)
