import type { ReactNode } from 'react'
import type { Said } from './task.ts'

/** A banner that is read out when it fills. Its live region is there before, or nothing would be read (WCAG 4.1.3). */
export const Message = ({
  children,
  kind = 'error',
  id,
}: {
  children?: ReactNode
  kind?: 'error' | 'warning' | 'success'
  id?: string
}) => (
  <div key={(children as Said)?.key} role={kind === 'error' ? 'alert' : 'status'} id={id}>
    {children && <div className={`lk-message lk-${kind}`}>{children}</div>}
  </div>
)
