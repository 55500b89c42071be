import type { MouseEvent, ReactNode } from 'react'

/** A button, 45 px high. While `busy` it keeps its place, its width and the focus; a press does nothing, because its task runs only once. */
export const Button = ({
  children,
  busy,
  disabled,
  muted,
  kind = 'primary',
  onClick,
}: {
  children: ReactNode
  busy?: boolean
  disabled?: boolean
  /** It looks disabled, but a press counts: only its form knows what stands in the fields. */
  muted?: boolean
  kind?: 'primary' | 'secondary' | 'danger'
  /** Default: the button submits its form. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
}) => (
  <button
    type={onClick ? 'button' : 'submit'}
    className={`lk-button lk-${kind}`}
    disabled={disabled}
    aria-disabled={busy || muted}
    aria-busy={busy}
    onClick={onClick}
  >
    {children}
    {busy && <i className="lk-spin" />}
  </button>
)
