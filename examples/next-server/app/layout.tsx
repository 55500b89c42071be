import type { ReactNode } from 'react'
import { LatchkeyProvider } from 'latchkey/react'

export const metadata = { title: 'A protected page' }

const { STYTCH_PUBLIC_TOKEN = '', STYTCH_BASE_URL } = process.env

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider publicToken={STYTCH_PUBLIC_TOKEN} options={{ customBaseUrl: STYTCH_BASE_URL || undefined }}>
          {children}
        </LatchkeyProvider>
      </body>
    </html>
  )
}
