import type { MouseEvent, ReactNode } from 'react'

/** A button that looks like a link. While `busy`, a press does nothing, because its task runs only once. */
export const TextButton = ({
  children,
  busy,
  onClick,
}: {
  children: ReactNode
  busy?: boolean
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
}) => (
  <button type="button" className="lk-link" aria-disabled={busy} aria-busy={busy} onClick={onClick}>
    {children}
  </button>
)
