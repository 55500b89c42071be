import type { ReactNode } from 'react'
import { Screen } from './Screen.tsx'

/** A screen that says that something is done. */
export const Confirmation = ({ title, children }: { title: string; children: ReactNode }) => (
  <Screen title={title}>
    <svg className="lk-check" viewBox="0 0 52 52" aria-hidden="true">
      <circle cx="26" cy="26" r="24" />
      <path d="m15 27 8 8 15-17" />
    </svg>
    <p className="lk-center">{children}</p>
  </Screen>
)
