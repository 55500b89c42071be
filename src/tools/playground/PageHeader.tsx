import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { isOnSite } from './base.ts'
import { WayBack } from './WayBack.tsx'

/**
 * The top of a page: its mark, title and one line about it. `children` are its links and buttons.
 */
export const PageHeader = ({ Icon, title, about, children }: { Icon: LucideIcon; title: string; about: string; children: ReactNode }) => (
  <>
    {isOnSite && <WayBack />}
    <header className="top">
      <div className="brand">
        <span className="mark">
          <Icon aria-hidden size={20} />
        </span>
        <div>
          <h1>{title}</h1>
          <p>{about}</p>
        </div>
      </div>
      {children}
    </header>
  </>
)
