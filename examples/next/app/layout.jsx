import { LatchkeyProvider } from 'latchkey/react'

export const metadata = { title: 'Log in' }

// a server component: latchkey/react begins with 'use client'
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider publicToken="public-token-test-example" options={{ customBaseUrl: 'http://localhost:4100' }}>
          {children}
        </LatchkeyProvider>
      </body>
    </html>
  )
}
