import type { ReactNode } from 'react'
import { LatchkeyProvider } from 'latchkey/react'
import './page.css'

export const metadata = { title: 'Log in' }

// In production, set STYTCH_PUBLIC_TOKEN to your project's public token when you build, and leave
// STYTCH_BASE_URL out.
const { STYTCH_PUBLIC_TOKEN = '', STYTCH_BASE_URL } = process.env

// a server component: latchkey/react begins with 'use client'
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider publicToken={STYTCH_PUBLIC_TOKEN} options={{ customBaseUrl: STYTCH_BASE_URL }}>
          {children}
        </LatchkeyProvider>
      </body>
    </html>
  )
}
