import type { ReactNode } from 'react'
import { LatchkeyProvider } from 'latchkey/react'
import './page.css'

export const metadata = { title: 'Example' }

// a server component: latchkey/react begins with 'use client'
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider backend="/api/auth/widget">{children}</LatchkeyProvider>
      </body>
    </html>
  )
}
