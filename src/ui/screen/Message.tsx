import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { alertSign } from './icons.ts'
import type { Announcement } from '../task.ts'

/**
 * A banner that screen readers announce. Its live region exists before the text, or nothing would
 * be announced (WCAG 4.1.3).
 */
export const Message = ({
  children,
  kind = 'error',
  id,
}: {
  children?: ReactNode
  kind?: 'error' | 'warning' | 'success'
  id?: string
}) => (
  <div key={(children as Announcement)?.key} role={kind === 'error' ? 'alert' : 'status'} id={id}>
    {children && (
      <div className={`lk-message lk-${kind}`}>
        <Icon path={alertSign} />
        <div>{children}</div>
      </div>
    )}
  </div>
)
